// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/output/json.h"
#include "cli/reproduce/on_demand_experiment.h"

namespace tactus::cli {

/// The paper's Tables 1 and 2 beside ours.
std::string on_demand_report_text(const OnDemandFigures& figures);
Json on_demand_report_json(const OnDemandFigures& figures);

/// Table 2 as curves: time of a frame, and cells that were asked, second by second.
std::string on_demand_svg(const OnDemandFigures& figures);

} // namespace tactus::cli
