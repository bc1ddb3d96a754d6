// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tactus/vec3.h>
#include <tactus/views.h>

namespace tactus {

/// The triangles in an order that makes every run of 8, 64, 512, ... of them a compact piece of space:
/// recursive balanced splits at multiples of those sizes, along whichever axis leaves the smaller boxes.
/// The order depends on the coordinates alone, not on the machine.
std::vector<std::uint32_t> spatial_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

} // namespace tactus
