// SPDX-License-Identifier: MIT
// Checks of convex sets. They were written from the headers and pages alone.
#pragma once

#include "../tools/check_tools.h"

namespace tactus::fuzz::tools {

/// Corners of convex sets against those of their half-spaces in exact arithmetic, and sets without a surface. Names
/// `tool_convex_corners`, `tool_convex_none`.
void check_convex_corners(ToolQuestion question);

/// What convex sets touch against what overlaps their half-spaces, which has an exact oracle of its own. Names
/// `tool_convex_touched`, `tool_convex_pairs`.
void check_convex_touched(ToolQuestion question);

/// A world of convex sets and one of meshes with the same corners and triangles, which are moved and asked alike: their
/// answers are the same to the bit. Names `tool_convex_same`, `tool_convex_forces`.
void check_convex_twins(ToolQuestion question);

} // namespace tactus::fuzz::tools
