// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/double_vector.h"

namespace tactus {

/// The point of a surface that is closest to another one.
struct NearestPoint {
    DoubleVector point;
    double distance = 0.0;   ///< metres
    std::uint32_t place = 0; ///< of its triangle in the search tree: a good place to begin the next search at
};

/// How far points are from a surface, and on which side of it. Coordinates must be finite.
class SurfaceDistance {
public:
    SurfaceDistance(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

    /// Whether the surface has an inside: every edge is used as often in one direction as in the other.
    bool is_closed() const { return is_closed_; }
    const Box& box() const { return nodes_[0].box; }

    /// Up to the rounding of double arithmetic. The closer `first_place` is, the faster; and so it is where only points
    /// within a distance are of interest. If there is none, the answer is some point that is farther.
    NearestPoint nearest(
        DoubleVector point, std::uint32_t first_place = 0,
        double within = std::numeric_limits<double>::infinity()) const;

    /// Never more than the distance of any point of the surface. Less than the distance by at most a few parts in 10^15
    /// of the distance of the farthest point of the triangle, unless that is a needle.
    double distance_at_least(DoubleVector point, std::uint32_t first_place = 0) const;

    /// Never less than the distance of the point that `nearest` was asked about.
    double distance_at_most(const NearestPoint& nearest) const
    {
        // The point was found on the triangle up to a few roundings of its coordinates.
        return nearest.distance * (1.0 + 0x1p-48) + largest_coordinate_ * 0x1p-48;
    }
    double largest_coordinate() const { return largest_coordinate_; }

    /// Whether the surface, which is closed, goes around the point: exactly. A point on the surface is not inside.
    bool is_inside(Vec3 point) const;

private:
    struct Node {
        Box box;
        std::uint32_t first = 0; ///< of two children; of the triangles in a leaf
        std::uint32_t count = 0; ///< of the triangles in a leaf, 0 for others
    };
    struct Corners {
        DoubleVector a, b, c;
    };

    void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::span<const Box> boxes);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_; ///< triangle numbers, while the tree is made
    std::vector<Corners> corners_;     ///< by place
    double largest_coordinate_ = 0.0;
    bool is_closed_ = false;
};

/// The point of a triangle that is closest to another one, up to rounding.
DoubleVector closest_point(DoubleVector p, DoubleVector a, DoubleVector b, DoubleVector c);

} // namespace tactus
