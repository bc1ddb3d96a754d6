// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/buffer.h"
#include "geometry/triangle_distance.h"
#include "queries/closest/opened_cluster.h"
#include "search/clusters/box_pyramid.h"

namespace tactus {

/// The closest triangles of two bodies, in the callers' numbers, and how far apart they are.
struct ClosestTriangles {
    TriangleDistance apart;
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    std::uint32_t place_a = 0; ///< where they stand in their structures
    std::uint32_t place_b = 0;
};

/// A triangle of each of two bodies, by their places.
struct PlacePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Finds the closest triangles of two bodies, best first over pairs of boxes (after S. Quinlan, "Efficient distance
/// computation between non-convex objects", 1994). We differ in the bound: boxes that lie askew to the gap promise too
/// much, so clusters and their triangles are also measured along the direction of the best gap found so far and along
/// the line between their middles, and triangles along their normals.
///
/// The answer is the one that triangle_distance gives over all pairs: the smallest distance, then the smallest
/// triangle of a, then of b. The memory is kept for the next search.
class ClosestPointsSearch {
public:
    /// Both bodies must have triangles. A guess, such as the closest two of the frame before, must name triangles that
    /// exist; a good one saves time, and none changes the answer. Nothing farther apart than max_distance is looked
    /// for. Where only some clusters matter, these must hold everything that is as close as both.
    std::optional<ClosestTriangles> find(
        const BoxedTriangles& a, const BoxedTriangles& b, const std::optional<PlacePair>& guess = std::nullopt,
        double max_distance = std::numeric_limits<double>::infinity());

    /// Bytes held.
    std::size_t bytes() const;

private:
    struct Node {
        std::uint32_t level = 0;
        std::uint32_t index = 0;
    };
    struct NodePair {
        double bound = 0.0; ///< no larger than the squared distance of the two, up to the rounding in limit_
        Node a;
        Node b;
    };
    struct Side {
        BoxPyramid pyramid;
        Buffer<std::uint32_t> part_number; ///< per node of level 0
        Buffer<OpenedCluster> parts;
    };

    void start(const BoxedTriangles& a, const BoxedTriangles& b);
    void dive(NodePair pair);
    void search();
    void open(const NodePair& pair);
    OpenedCluster& part_of(Side& side, std::uint32_t index);
    bool is_hopeless(const NodePair& pair);
    void measure_closest_boxes(std::uint32_t index_a, std::uint32_t index_b);
    void compare_clusters(std::uint32_t index_a, std::uint32_t index_b);
    bool is_separated(std::uint32_t place_a, std::uint32_t place_b) const;
    void measure(std::uint32_t place_a, std::uint32_t place_b);
    void take(const ClosestTriangles& better);
    void turn_to(DoubleVector between);

    Side a_;
    Side b_;
    SearchSpace space_;
    double max_distance_ = 0.0;
    double slack_ = 0.0;          ///< what rounding can make of a distance
    double limit_ = 0.0;          ///< squared: boxes further apart than this hold nothing better
    double limit_along_ = 0.0;    ///< the same, not squared
    float limit_in_space_ = 0.0f; ///< the same, in units of the space, for reaches
    std::uint32_t direction_ = 0; ///< counted from 1, as the best one changes
    DoubleVector best_direction_; ///< from a to b
    DoubleVector last_between_;   ///< direction between the triangles measured last: the next two lie similarly
    ClosestTriangles best_;
    std::array<NodePair, 8> found_; ///< by the last open
    std::size_t found_count_ = 0;
    Buffer<NodePair> heap_;
};

} // namespace tactus
