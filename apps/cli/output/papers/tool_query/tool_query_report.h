// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/claim.h"
#include "cli/reproduce/tool_query/tool_query_experiment.h"

namespace tactus::cli {

/// What the paper says, judged by numbers of faces and tests.
std::vector<Claim> tool_query_claims(const ToolQueryFigures& figures);

/// How many times longer trees of oriented boxes take than a road: rebuilt in every frame, and kept.
struct TimesFaster {
    tool_query_paper::Both deforming;
    tool_query_paper::Both rigid;
};
TimesFaster times_faster(const ToolQueryFigures& figures, std::size_t road);

/// The paper's Figures 11 and 12 beside ours, and what was counted.
std::string tool_query_report_text(const ToolQueryFigures& figures);
Json tool_query_report_json(const ToolQueryFigures& figures);

/// How time grows with the triangles of the organ.
std::string tool_query_svg(const ToolQueryFigures& figures);

/// Figures 9 and 10 as names and contents of PNG files; none where this build or this machine cannot draw. Small ones
/// take a tenth of the time.
std::vector<std::pair<std::string, std::string>> tool_query_pictures(const ToolQueryFigures& figures, bool small);

} // namespace tactus::cli
