// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/output/json.h"
#include "cli/reproduce/occlusion/occlusion_figures.h"

namespace tactus::cli {

/// The paper's tables by occlusion queries, and what they lose; or why there are none, in a sentence.
std::string occlusion_report_text(const OcclusionFigures& figures);
Json occlusion_report_json(const OcclusionFigures& figures);

} // namespace tactus::cli
