// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "geometry/double_vector.h"
#include "hierarchy/refit/cluster_boxes.h"
#include "hierarchy/triangle_list.h"

namespace tactus {

/// The triangles of any structure, with what it knows about them. It only looks.
struct BoxedTriangles {
    TriangleList triangles;
    std::span<const LaneBox> cluster_boxes; ///< of 64 places each, up to date; none if the structure has none
    const ClusterTree* tree = nullptr;      ///< none if the triangles stand where they were given

    bool has(std::size_t place) const
    {
        return place < triangles.size() && triangles.number(place) != TriangleList::no_triangle;
    }
    /// The triangle with the vertices in the order in which it was given, so that whatever is computed from it does not
    /// depend on the structure.
    Triangle given(std::size_t place) const;

    /// How far each of the 64 places of a cluster reaches along a direction, seen from an origin; minus infinity for
    /// empty ones.
    void reach_of_triangles(
        std::uint32_t cluster, DoubleVector origin, DoubleVector direction, std::span<double, 64> reaches) const;
    /// The greatest of them.
    double reach_of_cluster(std::uint32_t cluster, DoubleVector origin, DoubleVector direction) const;
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

/// The eight-way tree of the float boxes of one body, as seen by a query that goes from the root down.
///
/// Level 0 are the places of the triangles, 1 the leaves, 2 the clusters; the levels above are joined when the pyramid
/// is made, what lies below a cluster when it is first opened. Child = 8 * index + k on every level.
class BoxPyramid {
public:
    static constexpr std::uint32_t leaf_level = 1;
    static constexpr std::uint32_t cluster_level = 2;

    struct Children {
        std::span<const LaneBox> boxes; ///< eight at the most; inverted where there is no triangle
        std::uint32_t first = 0;        ///< the first one's index on its level
    };

    /// Looks at the body's boxes as they are now. The triangles and boxes must live and stay as long as the pyramid is
    /// used; its memory is kept for the next body.
    void make(const BoxedTriangles& body);

    bool empty() const { return cluster_count_ == 0; }
    const BoxedTriangles& body() const { return body_; }
    /// The root is node 0 of this level.
    std::uint32_t top_level() const { return cluster_level + static_cast<std::uint32_t>(level_begin_.size()); }
    std::uint32_t cluster_count() const { return cluster_count_; }
    const LaneBox& root_box() const { return cluster_count_ == 1 ? clusters_[0] : joined_.back(); }

    /// The boxes below a node of level 1 or higher. They live until the next cluster is opened.
    Children children(std::uint32_t level, std::uint32_t index);

    /// The number under which a cluster's boxes are kept, counted from 0 in the order in which clusters are opened.
    std::uint32_t opened(std::uint32_t cluster);

    /// Bytes held.
    std::size_t bytes() const;

private:
    struct Opened {
        std::array<LaneBox, 8> leaves;
        std::array<LaneBox, 64> triangles;
    };
    static constexpr std::uint32_t not_opened = UINT32_MAX;

    BoxedTriangles body_;
    std::uint32_t cluster_count_ = 0;
    const LaneBox* clusters_ = nullptr;
    Buffer<LaneBox> own_clusters_; // where the structure has none
    Buffer<LaneBox> joined_;       // the levels above the clusters, one after the other
    std::vector<std::size_t> level_begin_;
    Buffer<std::uint32_t> opened_number_;
    Buffer<Opened> opened_;
};

} // namespace tactus
