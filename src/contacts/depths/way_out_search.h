// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/check.h"
#include "contacts/depths/ways_in.h"
#include "geometry/features/vertex_face.h"
#include "search/walk/nearest_point.h"
#include "search/walk/tree_walk.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// Finds the triangle of a closed surface that is nearest to a point, of those through which what came in some way may
/// go out; of several the lowest numbered. It opens one node a step. Keeps its memory.
class WayOutSearch {
public:
    /// The surface's tree, whose nodes have begun their query. All of it must stay until the last search.
    void begin(Tree& tree, const BodySurface& surface, const WaysIn& ways)
    {
        tree_ = &tree;
        surface_ = surface;
        ways_ = &ways;
    }
    /// A guess is a triangle through which what came in that way may go out, or UINT32_MAX.
    void begin_search(Vec3 point, std::uint32_t way, std::uint32_t guess)
    {
        TACTUS_CHECK(is_finite(point) && !is_empty(tree_->box()));
        const double reach =
            guess == UINT32_MAX ? std::numeric_limits<double>::infinity() : closest_on(surface_, guess, point).distance;
        nearest_ = {point, reach, {tree_->triangles(), surface_, ways_, way}};
        walk_.begin(tree_->nodes(), TreeWalk::Order::nearest_first, nearest_);
    }
    bool found() const { return !walk_.is_busy(); }
    void step() { walk_.step(nearest_); }
    /// When it is found.
    std::uint32_t triangle() const { return nearest_.triangle(); }
    const VertexFaceClosest& closest() const { return nearest_.nearest(); }

    std::size_t bytes() const { return walk_.bytes(); }

private:
    /// What is no way out is infinitely far away.
    struct WaysOut {
        TriangleList list;
        BodySurface surface;
        const WaysIn* ways = nullptr;
        std::uint32_t way = WaysIn::unknown;

        std::uint32_t number(std::uint32_t place) const { return list.number(place); }
        VertexFaceClosest closest(std::uint32_t place, Vec3 point) const
        {
            VertexFaceClosest found = closest_on(surface, list.number(place), point);
            if (!ways->may_leave(way, list.number(place)))
                found.distance = std::numeric_limits<double>::infinity();
            return found;
        }
    };

    Tree* tree_ = nullptr;
    BodySurface surface_;
    const WaysIn* ways_ = nullptr;
    TreeWalk walk_;
    NearestPoint<WaysOut> nearest_;
};

} // namespace tactus
