// SPDX-License-Identifier: MIT
// Convex sets by themselves and among other bodies.
#pragma once

#include <optional>

#include "../tools/tool_scene.h"

namespace tactus::fuzz::tools {

/// Half-spaces that leave something with an end and an inside: a box, a blade, an octahedron, or something with more
/// sides. Some of them may be there twice, or cut nothing off.
std::vector<HalfSpace> random_half_spaces(Random& random, float unit);

/// The surface that half-spaces leave: its corners as a world has them, and its triangles by their numbers, which
/// contacts with little spheres on every face tell. None if the world says that it has none, or it has triangles too
/// small to be told apart.
std::optional<FuzzMesh> surface_of(const std::vector<HalfSpace>& half_spaces);

/// Convex sets among tools, meshes, balls and half-spaces. They are meshes of the same corners and triangles, unless
/// WorldChoice says otherwise.
ToolScene random_convex_scene(std::uint64_t seed);

} // namespace tactus::fuzz::tools
