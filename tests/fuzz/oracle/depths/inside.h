// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "../../stage/mirror.h"

namespace tactus::fuzz {

/// What a mesh is, as far as its inside goes.
struct Solid {
    bool has_boundary = false; ///< An edge of it has a single triangle, so nothing is inside.
    bool open = false;         ///< An edge of it is used more often one way round than the other.
    /// Every edge has one triangle each way round, no triangle is degenerate, none meets another off their common
    /// vertices, and every part of it faces outwards. Only of such a mesh the documentation leaves no doubt what is
    /// inside.
    bool clean = false;
    bool convex = false; ///< Clean, and no vertex lies before the plane of a face.
    bool has_degenerate = false;
    bool has_edges_of_many = false; ///< An edge with more than two triangles, or two that go the same way round.
};

enum class Side { inside, outside, surface, doubtful };

/// A body, and a vertex of another; UINT32_MAX for the centre of a sphere.
struct InsideKey {
    std::uint32_t around = 0;
    std::uint32_t body = 0;
    std::uint32_t vertex = 0;

    friend auto operator<=>(const InsideKey&, const InsideKey&) = default;
};

struct InsideTruth {
    std::vector<Solid> solids; ///< By place in the mirror.
    /// For every clean body, and every vertex that a triangle uses of a body that it collides with.
    std::map<InsideKey, Side> sides;
};

InsideTruth true_insides(const Mirror& mirror);

using DoublePoint = std::array<double, 3>;

/// How far a point is from the surface of a mesh, metres, rounded.
double distance_to_surface(const MirrorBody& body, const DoublePoint& p);

/// How far a point is from one of its triangles.
double distance_to_triangle(const MirrorBody& body, std::size_t triangle, const DoublePoint& p);

/// How far a point is from that part of a mesh's surface that lies inside a convex mesh, and from the whole triangles
/// that have such a part; infinite if there is none.
struct DistanceInside {
    double to_part;
    double to_triangles;
};
/// Which triangles have such a part is known exactly: those that meet the convex mesh, or have a corner inside. What
/// they have of it is rounded, and may be a single point.
DistanceInside distance_to_surface_inside(
    const MirrorBody& body, const std::set<std::uint32_t>& triangles, const MirrorBody& convex, const DoublePoint& p);

DoublePoint to_double(const Vec3& p);

} // namespace tactus::fuzz
