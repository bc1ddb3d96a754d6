// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/output/json.h"
#include "cli/output/papers/on_demand/occlusion_report.h"
#include "cli/reproduce/on_demand/on_demand_experiment.h"

namespace tactus::cli {

/// The paper's Tables 1 and 2 beside ours.
std::string on_demand_report_text(const OnDemandFigures& figures);
Json on_demand_report_json(const OnDemandFigures& figures);

/// Table 2 as curves, second by second: how many nodes there are, the time of a frame, and queries.
std::string on_demand_svg(const OnDemandFigures& figures);

/// Figures 5 to 8: two collisions, each in three moments, the bodies and then the spheres that exist. Names and
/// contents of PNG files; none where pictures cannot be drawn.
std::vector<std::pair<std::string, std::string>> on_demand_pictures(const OnDemandFigures& figures, bool small);

} // namespace tactus::cli
