// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/papers.h>

namespace tactus {

/// The paper's way of giving an object, as mesh_from_grid promises it. There must be rows * columns points.
papers::GridMesh make_grid_mesh(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns);

} // namespace tactus
