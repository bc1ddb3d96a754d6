// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include <tactus/geometry.h>
#include <tactus/spheres.h>

namespace tactus {

/// Makes a tree around triangles that were checked: there are some, their vertices exist, and all are finite. Options
/// were checked too, but a `branch` of more than 8 is taken as it is. Nothing if the options' progress gave up.
std::optional<SphereTree> build_sphere_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTreeOptions& options);

} // namespace tactus
