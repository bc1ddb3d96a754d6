// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// For each edge of each triangle the next triangle around that edge; edge k runs from corner k to corner k + 1.
/// All triangles on an edge form one ring: two point at each other where the surface is manifold, a border
/// triangle points at itself, and more than two go round in the order of their numbers, whichever way they face.
using EdgeRing = std::vector<std::array<std::uint32_t, 3>>;

/// Vertices are told apart by their numbers alone: coincident ones are not joined.
EdgeRing make_edge_ring(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
