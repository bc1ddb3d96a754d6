// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// A mesh from rows x columns points, row by row, as tactus::papers::mesh_from_grid makes it of the rounded points:
/// those that coincide are joined. No points, or not so many, make nothing.
Shape grid_body(std::span<const Point> points, std::uint32_t rows, std::uint32_t columns);

/// A closed body from a grid whose rows are rings around the z axis, from below, and whose first and last row are
/// poles; then stretched along each axis. Side k of a ring lies around k / columns of a turn.
Shape grid_of_rings(
    double bottom, std::span<const Ring> rings, double top, std::uint32_t columns, Point stretch = {1.0, 1.0, 1.0});

/// An ellipsoid of about so many triangles.
Shape grid_ellipsoid(std::uint32_t triangles, Point radii);
/// A box around the origin; it has ten vertices, since the middles of its lower and its upper side are poles.
Shape grid_box(Point size);
/// Upright, around the origin, with about so many triangles, but for six sides at the least. A cone's top ring is its
/// upper pole.
Shape grid_cylinder(std::uint32_t triangles, double radius, double height);
Shape grid_cone(std::uint32_t triangles, double radius, double height);

} // namespace tactus::scenes
