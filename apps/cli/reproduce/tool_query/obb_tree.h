// SPDX-License-Identifier: MIT
// S. Gottschalk, M. Lin and D. Manocha: OBB-Tree: A Hierarchical Structure for Rapid Interference Detection, 1996.
// The tree that the tool query paper compares itself with, as its library RAPID builds and searches it: boxes along the
// axes of the triangles' covariance, split at the mean along the longest side, down to single triangles. Boxes and
// triangles are tested by separating axes in double precision. RAPID fits boxes to convex hulls where it is asked to;
// here they are fitted to the triangles, as it does by default.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/queries.h>

#include "scenes/bodies/point.h"

namespace tactus::cli {

/// The corners of a triangle in double precision.
using TriangleCorners = std::array<scenes::Point, 3>;

/// Whether two closed triangles have a point in common, by 17 separating axes. Touching counts, as far as rounding
/// lets it.
bool triangles_overlap(const TriangleCorners& a, const TriangleCorners& b);

/// A tree of oriented boxes over the triangles of a mesh.
class ObbTree {
public:
    /// A box of the tree. The children of an inner node stand beside each other.
    struct Node {
        scenes::Point centre;
        std::array<scenes::Point, 3> axes; ///< The sides as unit vectors, the longest side first.
        std::array<double, 3> half_sizes = {};
        std::uint32_t first_child = 0; ///< 0 for a leaf, since no node has the root for a child.
        std::uint32_t triangle = 0;    ///< The triangle of a leaf.

        bool is_leaf() const { return first_child == 0; }
    };

    /// Builds the tree anew from where the vertices are. Memory is kept from one time to the next.
    void build(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions);

    bool is_empty() const { return nodes_.empty(); }
    std::span<const Node> nodes() const { return nodes_; }
    const TriangleCorners& corners(std::uint32_t triangle) const { return corners_[triangle]; }
    /// How many triangles all boxes together were fitted to: each triangle counts once for every box that holds it.
    std::size_t fitted_triangles() const { return fitted_triangles_; }

private:
    /// What a triangle adds to the covariance of a box: its area, its first and its second moments.
    struct Moments {
        double area = 0.0;
        scenes::Point first;
        std::array<double, 6> second = {}; ///< xx, yy, zz, xy, xz, yz
    };

    static Moments moments_of(const TriangleCorners& corners);
    void fit(Node& node, std::span<const std::uint32_t> held, scenes::Point& mean);
    void split(std::uint32_t node, std::span<std::uint32_t> held);

    std::vector<Node> nodes_;
    std::vector<TriangleCorners> corners_;
    std::vector<Moments> moments_;
    std::vector<std::uint32_t> order_;
    std::size_t fitted_triangles_ = 0;
};

/// What a search has looked at.
struct ObbWork {
    std::size_t box_tests = 0;
    std::size_t triangle_tests = 0;
};

/// Whether two oriented boxes have a point in common, by 15 separating axes. It may say so of boxes that are apart by
/// less than rounding, and never calls boxes apart that touch.
bool boxes_overlap(const ObbTree::Node& a, const ObbTree::Node& b);

/// Adds every two triangles of two trees that have a point in common, in the order in which they are found.
void find_pairs(const ObbTree& a, const ObbTree& b, std::vector<TrianglePair>& pairs, ObbWork& work);

} // namespace tactus::cli
