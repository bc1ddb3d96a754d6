// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/check.h"
#include "geometry/features/inside.h"
#include "search/walk/tree_walk.h"
#include "search/walk/winding_count.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// The nearest way out of a box.
struct BoxExit {
    float depth = 0.0f; ///< along the axis, metres
    int axis = 0;
    float sign = 0.0f; ///< of the direction along the axis

    /// How far along that way a point is.
    float along(Vec3 point) const { return sign * (axis == 0 ? point.x : axis == 1 ? point.y : point.z); }
};

/// How often a closed surface goes around each of some points, exactly and in small steps: by a ray from each through
/// the surface's tree, or, where there is none or many points, in one pass over all of its triangles.
class ContainmentPass {
public:
    /// Forgets the points of before. The nodes of the tree, if there is one, have begun their query.
    void begin(const BodySurface& surface, std::size_t vertex_count, Tree* tree);
    /// Before the first step. Points are numbered from 0.
    void add(Vec3 point)
    {
        TACTUS_CHECK(is_finite(point));
        counts_.push_back(ContainmentCount(point));
        box_ = include(box_, point);
    }
    std::size_t point_count() const { return counts_.size(); }
    /// False if a point is certainly outside.
    bool may_hold(Vec3 point) const { return nodes_ == nullptr || overlap(nodes_->root_box(), Box{point, point}); }
    /// Whether the surface's box is known.
    bool has_box() const { return nodes_ != nullptr; }
    /// The way from a point to the outside of the surface's box, which must be known.
    BoxExit depth_in_box(Vec3 point) const;
    bool done() const { return next_ray_ == counts_.size() || next_triangle_ == surface_.triangles.size(); }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is not done.
    std::uint64_t step();
    Containment result(std::size_t point) const
    {
        TACTUS_CHECK(done());
        return counts_[point].result();
    }

    std::size_t bytes() const { return counts_.bytes() + sides_.bytes() + walk_.bytes(); }

private:
    bool follows_rays() const;
    std::uint64_t follow_ray();
    void look_at_vertices(std::size_t end);
    std::uint64_t count_triangles(std::size_t end);

    BodySurface surface_;
    Buffer<ContainmentCount> counts_; ///< for each point
    Buffer<std::uint8_t> sides_;      ///< per vertex: on which sides of the rays from all points it lies
    Box box_;                         ///< of the points
    std::size_t next_vertex_ = 0;
    std::size_t next_triangle_ = 0;
    TreeNodes* nodes_ = nullptr;
    TriangleList list_; ///< of the tree
    TreeWalk walk_;     ///< of the ray that is followed
    WindingCount ray_;
    std::size_t next_ray_ = 0;
};

} // namespace tactus
