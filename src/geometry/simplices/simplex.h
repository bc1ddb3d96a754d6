// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <tactus/queries.h>

#include "geometry/triangle.h"

namespace tactus {

/// The closed convex hull of one to four points. Any of them may coincide, and all may lie on a line or in a plane.
struct Simplex {
    std::array<Vec3, 4> corners{};
    int count = 0; ///< How many of the corners there are.

    Simplex() = default;
    explicit Simplex(Vec3 point) : corners{point}, count(1) {}
    explicit Simplex(const Segment& segment) : corners{segment.begin, segment.end}, count(2) {}
    explicit Simplex(const Triangle& triangle) : corners{triangle.a, triangle.b, triangle.c}, count(3) {}

    /// Adds a corner, unless it is one already. There must be room.
    void add(Vec3 corner)
    {
        for (int i = 0; i < count; ++i)
            if (corners[i] == corner)
                return;
        corners[count++] = corner;
    }
};

/// What the volume of a tool is thick around: a point or a segment if it stands, a triangle if it sweeps around its
/// pivot, and a tetrahedron if the pivot moves too.
inline Simplex core_of(const ToolVolume& volume)
{
    Simplex core(volume.pivot);
    core.add(volume.tip);
    core.add(volume.old_tip);
    core.add(volume.old_pivot);
    return core;
}

/// The least box that holds the corners.
inline Box box_of(const Simplex& simplex)
{
    Box box = {simplex.corners[0], simplex.corners[0]};
    for (int i = 1; i < simplex.count; ++i)
        box = {min(box.lower, simplex.corners[i]), max(box.upper, simplex.corners[i])};
    return box;
}

} // namespace tactus
