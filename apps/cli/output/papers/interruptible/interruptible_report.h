// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/claim.h"
#include "cli/reproduce/interruptible/interruptible_experiment.h"

namespace tactus::cli {

/// The paper's Table 1, and list lengths against tests beside our own contacts.
std::string interruptible_report_text(const InterruptibleFigures& figures);
Json interruptible_report_json(const InterruptibleFigures& figures);

/// What the paper says of its traversal, judged by list lengths.
std::vector<Claim> interruptible_claims(const InterruptibleFigures& figures);

/// List lengths against tests, and how wrong an answer can be.
std::string interruptible_svg(const InterruptibleFigures& figures);

/// The paper's Figure 9: spheres of both lists in red. Names and contents of PNG files; none where pictures cannot be
/// drawn.
std::vector<std::pair<std::string, std::string>>
interruptible_pictures(const InterruptibleFigures& figures, bool small);

} // namespace tactus::cli
