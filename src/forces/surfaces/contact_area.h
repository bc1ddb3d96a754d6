// SPDX-License-Identifier: MIT
// What area a contact stands for, so that stiffness by area does not depend on how finely bodies are meshed.
//
// Every triangle gives a third of itself to each of its corners, as far as it faces the other body. Where both surfaces
// have vertices, those of both push: a patch with one vertex of a to every square metre A, and one of b to every B, has
// 1/A + 1/B of them to a square metre, so each stands for 1 / (1/A + 1/B). Two edges push at the rim of a patch alone.
// What they stand for comes on top of that, and vanishes as meshes become finer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include <tactus/contact.h>

#include "forces/pushes/force_bodies.h"
#include "forces/surfaces/follow_surface.h"
#include "geometry/double_vector.h"

namespace tactus {

/// What of a surface around a vertex, or around the edge of two of them, faces a unit direction, in square metres: a
/// third of each triangle that has them, as it is seen from there. Triangles of a closed surface that face away count
/// as nothing, those of an open one face both ways. It is at least an eighth of what it would be if all faced it, so
/// that a sheet that stands on its edge is held too.
double facing_area(
    const FollowedSurface& surface, bool is_closed, std::span<const std::uint32_t> feature, DoubleVector direction);

/// How much of that a triangle with this normal, which is as long as twice its area, adds for a direction.
inline double facing_share(DoubleVector normal, DoubleVector direction, bool is_closed, bool faces_inwards)
{
    const double towards = dot(normal, direction) * (faces_inwards ? -1.0 : 1.0);
    return is_closed ? std::max(towards, 0.0) : std::abs(towards);
}
/// The area that faces a direction, by the sum of what triangles add and that of their normals' lengths.
double share_of_facing(double facing, double all);

/// The area that a contact stands for, in square metres, where its bodies are now.
///
/// A vertex and a face: 1 / (1/A + 1/B), where A is what of the vertex's body around it faces along the normal, and B
/// the same of the corners of the face the other way, by their weights. Two edges: the same with what is around each of
/// them. A side that has no vertices leaves that of the other. A sphere: as much as makes the depth times the area the
/// volume that it has in a plane, and two of them like one of radius 1 / (1/r + 1/s). A part that was not looked into:
/// that of a sphere whose radius is half its point_bound; and if it covers what may lie inside, no less than a vertex
/// and a face would have where it acts.
double contact_area(const Contact& contact, const ForceBodies& bodies);

} // namespace tactus
