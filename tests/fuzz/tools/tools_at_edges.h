// SPDX-License-Identifier: MIT
#pragma once

#include "../cases/random_mesh.h"
#include "tool_scene.h"

namespace tactus::fuzz::tools {

/// Any of the scene's bodies. There must be one.
const SceneBody& pick_body(Random& random, const ToolScene& scene);

/// Lays a tool across an edge of a mesh: level with one of the faces there, or tilted by a sine of about 1/32.
void lay_across_edge(Random& random, const Lattice& lattice, const ToolScene& scene, SceneBody& tool);

/// Lays a tool across an edge of a mesh at a small angle, where the surface still ends at the edge by a little or no
/// longer does. On a lattice the ends are rounded, so that many tries miss.
void lay_along_edge(Random& random, const Lattice& lattice, const ToolScene& scene, SceneBody& tool);

} // namespace tactus::fuzz::tools
