// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/buffer.h"
#include "geometry/features/vertex_face.h"
#include "tree/surface.h"
#include "tree/tree.h"

namespace tactus {

/// The point of a surface nearest to a given one, up to the rounding of double: the nearest nodes are opened first, one
/// a step. Of triangles that are equally near the lowest numbered counts. Keeps its memory.
class NearestSurface {
public:
    /// The tree's nodes have begun their query. There must be a triangle.
    void begin(Vec3 point, Tree& tree, const BodySurface& surface);
    void stop() { open_.clear(); }
    bool is_busy() const { return !open_.empty(); }
    /// Opens one node, or makes it ready for that.
    void step();

    /// At any time: no point of the surface is nearer, in metres.
    double least_distance() const
    {
        return open_.empty() ? nearest_.distance : std::min(open_.begin()->bound, nearest_.distance);
    }
    /// When it is no longer busy.
    std::uint32_t triangle() const { return triangle_; }
    const VertexFaceClosest& nearest() const { return nearest_; }

    std::size_t bytes() const { return open_.bytes(); }

private:
    struct Open {
        double bound; ///< no triangle of the node is nearer, in metres
        std::uint32_t node;
    };

    Box reach() const;
    void add(std::uint32_t node, const Box& box);
    void try_triangle(std::uint32_t triangle);

    Vec3 point_;
    TreeNodes* nodes_ = nullptr;
    TriangleList list_;
    BodySurface surface_;
    Buffer<Open> open_; ///< a heap, the nearest on top
    std::uint32_t triangle_ = 0;
    VertexFaceClosest nearest_;
};

} // namespace tactus
