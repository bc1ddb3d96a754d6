// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/bucket_experiment.h"

namespace tactus::cli {

/// One of the paper's conclusions, and what has become of it.
struct BucketConclusion {
    std::string claim;
    bool holds = false;
    std::string measured;
};

/// What the figures say about what the paper says.
std::vector<BucketConclusion> bucket_conclusions(const BucketFigures& figures);

/// The paper's numbers beside ours, as tables.
std::string bucket_report_text(const BucketFigures& figures);
Json bucket_report_json(const BucketFigures& figures);

/// Figure 3 and Figure 4.
std::string bucket_sizes_svg(const BucketFigures& figures);
std::string bucket_levels_svg(const BucketFigures& figures);

} // namespace tactus::cli
