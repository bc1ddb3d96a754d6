// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// The triangles in an order that makes every run of 8, 64, 512, ... of them one connected patch of the surface,
/// as round as it comes: recursive balanced splits at multiples of those sizes, across the longest way through the
/// patch over its edges. Layers that lie on each other but are not connected stay apart, which a spatial order
/// would mix. Where the surface itself falls into pieces, whole pieces are put side by side by their place in space.
/// Removed triangles are left out; any other input is accepted. The order depends on the mesh alone, not on the
/// machine.
std::vector<std::uint32_t> connected_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

/// The same for a few triangles of a large mesh, none of them removed; positions are packed floats.
std::vector<std::uint32_t> connected_order_of_few(std::span<const TriangleIndices> triangles, const float* positions);

} // namespace tactus
