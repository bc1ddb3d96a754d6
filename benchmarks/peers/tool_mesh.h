// SPDX-License-Identifier: MIT
// A tool as those libraries see it that know meshes alone: 64 triangles around what it is, or around what it sweeps.
#pragma once

#include "libraries/peer.h"

namespace tactus::peers {

/// Puts a tool that goes through a fixed hole into the place of a workload's second mesh, whose tip it follows: its
/// volumes, and meshes of 64 triangles whose vertices lie on their surfaces. The mesh of a sweep is around all that the
/// tool passes through between two frames.
void replace_tool(Workload& workload, bool sweeps);

} // namespace tactus::peers
