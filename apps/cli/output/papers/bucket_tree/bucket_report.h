// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/bucket_tree/bucket_experiment.h"
#include "cli/reproduce/claim.h"

namespace tactus::cli {

/// What the paper says, judged by numbers of operations, nodes and tests of boxes.
std::vector<Claim> bucket_claims(const BucketFigures& figures);

/// The paper's numbers beside ours, as tables.
std::string bucket_report_text(const BucketFigures& figures);
Json bucket_report_json(const BucketFigures& figures);

/// Figure 3 and Figure 4.
std::string bucket_sizes_svg(const BucketFigures& figures);
std::string bucket_levels_svg(const BucketFigures& figures);

/// Figure 5 as the name and content of a PNG file; none where this build or this machine cannot draw. A small one is
/// for quick runs.
std::vector<std::pair<std::string, std::string>> bucket_pictures(bool small);

} // namespace tactus::cli
