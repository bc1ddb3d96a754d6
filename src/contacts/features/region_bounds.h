// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include <tactus/contact.h>

#include "geometry/box.h"
#include "geometry/half_spaces/plane_heights.h"
#include "geometry/sphere.h"

namespace tactus {

/// What the boxes of two parts say about contacts between them. All is rounded to the safe side.
struct RegionBounds {
    Box region;               ///< holds every contact's point
    Vec3 point;               ///< the region's middle
    float point_bound = 0.0f; ///< metres from point to anywhere in the region
    /// Metres between the boxes. If these overlap, triangles may cross, and a feature that has crossed another is at
    /// most as far away from it as its own box reaches.
    float separation_lower = 0.0f;
    float separation_upper = 0.0f; ///< metres between their farthest points

    /// How wrong an answer can be that says no more than this, in metres: in the place, or in the separation of what is
    /// at most `distance` apart.
    float error_bound(float distance) const;
};

/// Metres between two boxes, rounded down; 0 where they overlap. From an empty one all is infinitely far away.
float least_distance(const Box& a, const Box& b);

/// Metres between two points, rounded up.
float way_between(Vec3 from, Vec3 to);

/// Metres from a point to the farthest corner of a box, rounded up.
float way_to_farthest_corner(Vec3 from, const Box& box);

/// The bounds of features in two boxes that may touch.
RegionBounds bounds_of(const Box& a, const Box& b, float distance);

/// An estimate, metres: how far off contacts of features in two boxes that may touch are likely to be, by how large the
/// overlap of the boxes is.
float likely_error_of(const Box& a, const Box& b, float distance);

/// The bounds of vertices and spheres in a box that may touch a half-space: no point of the box is lower than the
/// contact that it is in.
RegionBounds bounds_of(const Box& box, const PlaneHeights& heights, float distance);

/// A box that holds every point of a half-space that is at most so many metres from some point of another box. There
/// must be some.
Box near_part_of(const PlaneHeights& heights, const Box& box, float distance);

/// How deep, in metres, a vertex of a body in one box can be inside a closed body in the other, at the most.
///
/// A vertex inside is in both boxes. Where its body's surface leaves the other body, that happens in both boxes too,
/// and the depth is no more than the way there. A piece that does not leave it is no deeper than a ray along an axis is
/// long before it leaves the other's box.
float deepest_inside(const Box& a, const Box& b);

/// The bounds of vertices of either body inside the other, none of which is deeper than `deepest` metres.
RegionBounds bounds_of_depths(const Box& a, const Box& b, float deepest);

/// The bounds of parts that are parts of others: with what was better about the others.
RegionBounds narrowed(RegionBounds bounds, const RegionBounds& parent);

/// The bounds of what one or the other bounds.
RegionBounds united(RegionBounds left, const RegionBounds& right);

/// How two parts that overlap are likely to push each other, as in equation 11 of Mendoza and O'Sullivan (2006): along
/// the line of their centres, as deep as they overlap there. An estimate.
struct LikelyPush {
    Vec3 normal;             ///< from a to b, of unit length
    float separation = 0.0f; ///< metres
};

/// Of parts that fill their boxes as ellipsoids do. Where the boxes have one centre, the normal is the axis along which
/// they overlap least.
LikelyPush likely_push(const Box& a, const Box& b);
/// Of parts that fill their spheres, whose boxes are given for where the spheres have one centre.
LikelyPush likely_push(const Sphere& a, const Sphere& b, const Box& box_a, const Box& box_b);

} // namespace tactus
