// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/buffer.h"
#include "queries/closest/closest_so_far.h"
#include "queries/closest/clusters/opened_cluster.h"
#include "search/clusters/box_pyramid.h"

namespace tactus {

/// The road of two default trees, or two plain lists, where no budget can cut the search: what ClosestSearch does, by
/// clusters of 64 triangles in place of nodes of eight, which are also measured along the line between their middles.
/// The memory is kept for the next search.
class ClosestClusters {
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

    void start(const BoxedTriangles& a, const BoxedTriangles& b, double max_distance);
    void dive(NodePair pair);
    void search();
    void open(const NodePair& pair);
    OpenedCluster& part_of(Side& side, std::uint32_t index);
    bool is_hopeless(const NodePair& pair);
    void measure_closest_boxes(std::uint32_t index_a, std::uint32_t index_b);
    void compare_clusters(std::uint32_t index_a, std::uint32_t index_b);
    void measure(std::uint32_t place_a, std::uint32_t place_b);
    void look_closer();

    Side a_;
    Side b_;
    SearchSpace space_;
    ClosestSoFar best_;
    double limit_ = 0.0;            ///< Boxes whose squared distance is more than this hold nothing better.
    float limit_in_space_ = 0.0f;   ///< The limit of the best in units of the space, for reaches.
    std::uint32_t direction_ = 0;   ///< The number of the best direction, counted from 1.
    DoubleVector best_direction_;   ///< From a to b.
    std::array<NodePair, 8> found_; ///< by the last open
    std::size_t found_count_ = 0;
    Buffer<NodePair> heap_;
};

} // namespace tactus
