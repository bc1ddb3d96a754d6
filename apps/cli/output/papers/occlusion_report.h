// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/occlusion/occlusion_figures.h"

namespace tactus::cli {

/// Something that a paper says, and whether it is so here. Counts decide, never times.
struct PaperConclusion {
    std::string claim;
    bool holds = false;
    std::string evidence;
};
/// None where there are no figures.
std::vector<PaperConclusion> occlusion_conclusions(const OcclusionFigures& figures);

/// The paper's tables by occlusion queries, and what they lose; or why there are none, in a sentence.
std::string occlusion_report_text(const OcclusionFigures& figures);
Json occlusion_report_json(const OcclusionFigures& figures);

} // namespace tactus::cli
