// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "geometry/features/vertex_face.h"
#include "search/walk/nearest_point.h"
#include "search/walk/tree_walk.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// The point of a surface nearest to a given one, up to the rounding of double: the nearest nodes are opened first, one
/// a step. Of triangles that are equally near the lowest numbered counts. Keeps its memory.
class NearestSurface {
public:
    /// The tree's nodes have begun their query. There must be a triangle.
    void begin(Vec3 point, Tree& tree, const BodySurface& surface)
    {
        TACTUS_CHECK(is_finite(point) && !surface.triangles.empty() && !is_empty(tree.box()));
        nearest_ = {point, std::numeric_limits<double>::infinity(), {tree.triangles(), surface}};
        walk_.begin(tree.nodes(), TreeWalk::Order::nearest_first, nearest_);
    }
    void stop() { walk_.stop(); }
    bool is_busy() const { return walk_.is_busy(); }
    /// Opens one node, or makes it ready for that.
    void step() { walk_.step(nearest_); }

    /// At any time: no point of the surface is nearer, in metres.
    double least_distance() const { return std::min(walk_.open_bound(), nearest_.nearest().distance); }
    /// When it is no longer busy.
    std::uint32_t triangle() const { return nearest_.triangle(); }
    const VertexFaceClosest& nearest() const { return nearest_.nearest(); }

    std::size_t bytes() const { return walk_.bytes(); }

private:
    struct OnSurface {
        TriangleList list;
        BodySurface surface;

        std::uint32_t number(std::uint32_t place) const { return list.number(place); }
        VertexFaceClosest closest(std::uint32_t place, Vec3 point) const
        {
            return closest_on(surface, list.number(place), point);
        }
    };

    TreeWalk walk_;
    NearestPoint<OnSurface> nearest_;
};

} // namespace tactus
