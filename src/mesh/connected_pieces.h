// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// The triangles of a mesh in pieces that share no vertex: the largest first, and of equal ones that with the lowest
/// numbered triangle; numbers ascend in each. Removed triangles are in none.
std::vector<std::vector<std::uint32_t>>
connected_pieces(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
