// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "tree/clusters/cluster_boxes.h"
#include "tree/triangle_list.h"

namespace tactus {

/// The triangles of any structure, with what it knows about them. It only looks.
struct BoxedTriangles {
    TriangleList triangles;
    std::span<const LaneBox> cluster_boxes; ///< of 64 places each, up to date; none if the structure has none
    const ClusterTree* tree = nullptr;      ///< none if the structure has no clusters
    /// Those clusters of a tree that matter, ascending: only their boxes need to be up to date. None for all.
    std::span<const std::uint32_t> clusters = {};

    bool has(std::size_t place) const
    {
        return place < triangles.size() && triangles.number(place) != TriangleList::no_triangle;
    }
    Triangle given(std::size_t place) const { return triangles.given(place); }
    /// The boxes of a cluster's triangles, inverted where there is none.
    void box_triangles_of(std::uint32_t cluster, std::array<LaneBox, 64>& boxes) const;
};

/// Squared distance of two boxes, from gaps that are rounded to float: too large by one part in a million at the most.
/// An inverted box is further away than any other.
inline double squared_gap(const LaneBox& a, const LaneBox& b)
{
    float gap[4];
    for (int lane = 0; lane < 4; ++lane) {
        const float apart = detail::greater(a.lower[lane] - b.upper[lane], b.lower[lane] - a.upper[lane]);
        // A gap between the largest floats may not be a float.
        gap[lane] = detail::lesser(detail::greater(apart, 0.0f), std::numeric_limits<float>::max());
    }
    const double x = gap[0], y = gap[1], z = gap[2];
    return x * x + y * y + z * z;
}

/// The eight-way tree of the float boxes of one body, as seen by a query that goes from the root down to clusters.
///
/// Level 0 are the clusters that matter, the levels above are joined when the pyramid is made. Child = 8 * index + k on
/// every level.
class BoxPyramid {
public:
    struct Children {
        std::span<const LaneBox> boxes; ///< eight at the most
        std::uint32_t first = 0;        ///< the first one's index on its level
    };

    /// Looks at the body's boxes as they are now. The triangles and boxes must live and stay as long as the pyramid is
    /// used; its memory is kept for the next body.
    void make(const BoxedTriangles& body);

    const BoxedTriangles& body() const { return body_; }
    /// The root is node 0 of this level.
    std::uint32_t top_level() const { return static_cast<std::uint32_t>(level_begin_.size()); }
    std::uint32_t cluster_count() const { return cluster_count_; }
    /// The cluster that is node `index` of level 0.
    std::uint32_t cluster(std::uint32_t index) const { return body_.clusters.empty() ? index : body_.clusters[index]; }
    const LaneBox& root_box() const { return box(top_level(), 0); }
    const LaneBox& box(std::uint32_t level, std::uint32_t index) const { return level_boxes(level)[index]; }

    /// The boxes below a node of level 1 or higher.
    Children children(std::uint32_t level, std::uint32_t index) const;

    /// Bytes held.
    std::size_t bytes() const;

private:
    std::span<const LaneBox> level_boxes(std::uint32_t level) const;

    BoxedTriangles body_;
    std::uint32_t cluster_count_ = 0;
    const LaneBox* clusters_ = nullptr;
    Buffer<LaneBox> own_clusters_; // where the structure has none, or not all of them matter
    Buffer<LaneBox> joined_;       // the levels above the clusters, one after the other
    std::vector<std::size_t> level_begin_;
};

} // namespace tactus
