// SPDX-License-Identifier: MIT
// Checks of shafts that pass through closed meshes. Their oracle was written from the headers and pages alone.
#pragma once

#include "../tools/check_tools.h"

namespace tactus::fuzz::tools {

/// Contacts of a complete answer against the passages of every tool through every clean mesh. Names
/// `tool_passage_count`, `tool_passage_kind`, `tool_passage_point`, `tool_passage_deepest`, `tool_passage_depth`,
/// `tool_passage_normal`, `tool_passage_across`, `tool_passage_frees`, `tool_passage_silent`.
void check_passages(ToolQuestion question);

/// What else is said of these contacts: worlds that are the same but for their numbers or their axes, settings,
/// filters, rest offsets, forces on vertices, and shafts that come to lie just below an edge. Names
/// `tool_passage_same`, `tool_passage_off`, `tool_passage_refused`, `tool_passage_rest`, `tool_passage_shares`,
/// `tool_passage_begins`.
void check_passage_manners(ToolQuestion question);

} // namespace tactus::fuzz::tools
