// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/claim.h"
#include "cli/reproduce/occlusion/occlusion_figures.h"

namespace tactus::cli {

/// What the paper says of its queries. None where there are no figures.
std::vector<Claim> occlusion_claims(const OcclusionFigures& figures);

/// The paper's tables by occlusion queries, and what they lose; or why there are none, in a sentence.
std::string occlusion_report_text(const OcclusionFigures& figures);
Json occlusion_report_json(const OcclusionFigures& figures);

} // namespace tactus::cli
