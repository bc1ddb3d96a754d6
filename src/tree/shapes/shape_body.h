// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "tree/tree.h"

namespace tactus {

/// The structure of a body that is one shape in place of a mesh. Where a mesh has triangles, it has one that has shrunk
/// to a point, so that vertex 0 is that point and triangle 0 the shape; only its box knows how large it is.
class ShapeBody : public Tree {
public:
    bool follows_poses() const final { return true; }
    bool update(const PositionsView&, Workers&) final { return false; }
    bool can_edit(std::span<const Vec3>, bool) const final { return false; }
    StructureEdit edit(const TreeEdit&) final { return TACTUS_CHECK(false), StructureEdit{}; }
    TreeNodes& nodes() final;
    void forget_nodes() noexcept final { nodes_.reset(); }
    TriangleList triangles() const final { return {&points_[0].x, triangles_, {}}; }
    /// The point before it was last moved; none if it never was.
    const float* previous_positions() const final { return has_previous_ ? &points_[1].x : nullptr; }
    const Box& box() const final { return box_; }
    const Box& searched_box() const { return box_; }
    /// How far the shape can have moved, as its box says.
    virtual Travel travel() const = 0;

protected:
    ShapeBody(Vec3 point, const Box& box) : points_{point, point}, box_(box) {}

    void move_to(Vec3 point, const Box& box)
    {
        points_[1] = points_[0];
        points_[0] = point;
        has_previous_ = true;
        box_ = box;
    }
    Vec3 point() const { return points_[0]; }

private:
    static constexpr std::array<TriangleIndices, 1> triangles_ = {{{0, 0, 0}}};

    // One more than there are: positions are read 16 bytes at a time.
    std::array<Vec3, 3> points_; ///< now, and before
    bool has_previous_ = false;
    Box box_;
    std::unique_ptr<TreeNodes> nodes_;
};

} // namespace tactus
