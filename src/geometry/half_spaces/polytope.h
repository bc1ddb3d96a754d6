// SPDX-License-Identifier: MIT
// The surface of a convex set that is given by half-spaces.
//
// Which planes meet in which corner is known exactly (polytope_corners.h), and everything else follows from that alone:
// a plane has a face where it has three corners or more, two corners of a face are beside each other if another plane
// passes through both and not through all of the face, and the surface is closed if every such ring is. Only then are
// coordinates looked at. Planes that users give as floats seldom meet exactly in one point: where the sides of a
// pyramid should, there is a tangle of tiny edges. Corners that an edge of no more than some float steps joins become
// one, which leaves a closed surface closed.
#pragma once

#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/half_spaces/plane.h"

namespace tactus {

/// A convex polytope as a closed mesh whose triangles face outwards.
struct Polytope {
    std::vector<Vec3> corners;
    std::vector<TriangleIndices> triangles; ///< Those of each face follow each other, in the order of the planes.
};

/// The surface of the common part of some half-spaces, at most max_planes: its corners are rounded to floats, and
/// those that are joined by an edge of at most 2^-18 of the largest coordinate, 4 micrometres of a metre, are one.
/// Empty if the common part has no end or no inside, if it is so thin that nothing is left of its inside, or where
/// floats do not hold its corners. All numbers must be finite, and no normal zero.
Polytope polytope_of(std::span<const Plane> half_spaces);

} // namespace tactus
