// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <tactus/geometry.h>

#include "io/mesh_file.h"

namespace tactus::io {

/// Adds a mesh for each sphere, whose corners are on it: an icosahedron whose 20 triangles are divided into four twice,
/// and once more for spheres that are at least a quarter as large as the largest.
void add_round_meshes(Mesh& mesh, std::span<const Sphere> spheres);

} // namespace tactus::io
