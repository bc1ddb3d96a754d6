// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/views.h>

#include "base/buffer.h"
#include "base/parallel.h"
#include "geometry/box.h"
#include "hierarchy/block_tree.h"
#include "hierarchy/cluster_boxes.h"
#include "hierarchy/cluster_tree.h"
#include "hierarchy/triangle_list.h"

namespace tactus {

/// The default structure: an eight-way tree made once, whose boxes follow the positions.
/// An update is one pass that gives the boxes of all clusters, and nothing else; what lies below a cluster is
/// brought up to date by the queries that visit it.
class RefitBvh {
public:
    /// Takes the tree. Positions come with the first update.
    explicit RefitBvh(ClusterTree tree, VertexPlaces places);

    /// Takes new positions, as many as the tree has vertices. False, and nothing is changed, if one is not finite.
    /// With VertexPlaces::as_given the array is read where it lies from now on, 4 bytes beyond its end included.
    bool update(const PositionsView& positions, Workers& workers);

    const ClusterTree& tree() const { return tree_; }
    /// Packed floats in the tree's places, readable for 4 bytes beyond the last.
    const float* positions() const { return positions_; }
    std::span<const LaneBox> cluster_boxes() const { return boxes_[now_].span(); }
    const Box& box() const { return box_; }
    TriangleList triangles() const { return {positions_, tree_.indices.span(), tree_.triangle_of_slot.span()}; }
    std::size_t bytes() const;

private:
    bool copy(const PositionsView& positions, float* places, LaneBox* boxes, Workers& workers) const;
    bool box_all(const float* places, LaneBox* boxes, Workers& workers) const;
    bool unused_are_finite(const PositionsView& positions) const;

    ClusterTree tree_;
    VertexPlaces places_;
    // New positions go to the other half, so that a refusal half way leaves the old ones as they were.
    Buffer<float> copies_[2];
    Buffer<LaneBox> boxes_[2];
    int now_ = 0;
    const float* positions_ = nullptr;
    Box box_;
};

} // namespace tactus
