// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "base/stages/stages.h"

namespace tactus {

/// Side k of a triangle, which goes from corner k to the next one, filed under the lower of its two vertices.
struct EdgeSide {
    std::uint32_t upper_vertex;
    std::uint32_t number; ///< 3 * triangle + k

    std::uint32_t triangle() const { return number / 3; }
    std::uint32_t k() const { return number % 3; }
};

/// The sides of all triangles of a mesh, those of one edge side by side. Removed triangles have none. Vertices are told
/// apart by their numbers alone.
class EdgeSides {
public:
    EdgeSides() = default;
    EdgeSides(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
    {
        Stages stages;
        find(triangles, vertex_count, stages);
        stages.finish();
    }

    /// Appends to the stages what finds the sides of a mesh. It must stay, and this where it is, until they are done.
    void find(std::span<const TriangleIndices> triangles, std::size_t vertex_count, Stages& stages);

    /// Calls visit(vertices, sides) for each edge, in the order of their vertices, of which the lower one comes first:
    /// an array of two, and a span of EdgeSide by their numbers. A triangle that names a vertex twice has an edge from
    /// that vertex to itself.
    template <class Visit>
    void for_each_edge(Visit visit) const
    {
        for (std::uint32_t vertex = 0; vertex + 1 < begin_.size(); ++vertex)
            for (std::size_t first = begin_[vertex], end = first; first < begin_[vertex + 1]; first = end) {
                const std::uint32_t upper = sides_[first].upper_vertex;
                while (end < begin_[vertex + 1] && sides_[end].upper_vertex == upper)
                    ++end;
                visit(std::array{vertex, upper}, sides_.span().subspan(first, end - first));
            }
    }
    /// In the same order, one side after the other.
    const EdgeSide& operator[](std::size_t place) const { return sides_[place]; }
    std::size_t size() const { return sides_.size(); }
    std::size_t bytes() const { return begin_.bytes() + sides_.bytes() + begin_of_upper_.bytes() + by_upper_.bytes(); }

private:
    Buffer<std::uint32_t> begin_; ///< By the lower vertex, and one more.
    Buffer<EdgeSide> sides_;
    // The same by the upper vertex, until they are sorted by the lower one too.
    Buffer<std::uint32_t> begin_of_upper_;
    Buffer<EdgeSide> by_upper_;
};

} // namespace tactus
