// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "tree/octree/face_runs.h"
#include "tree/octree/posed_octree.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of a spherical octree as boxes: what belongs to each of its nodes, every face to one leaf alone, in boxes
/// around the faces. Neighbouring spheres always overlap, and their boxes still more; boxes of faces do so much less.
///
/// A body that is only posed has boxes in its own coordinates, and those that are opened are posed. Of one that deforms
/// a query begins with the boxes of all leaves, old ones widened by what vertices can have moved since where that is
/// little, and joins them upwards; from then on leaves near what is opened are brought up to date.
class OctreeNodes final : public TreeNodes {
public:
    /// The octree must outlive this.
    explicit OctreeNodes(PosedOctree& octree);

    /// The octree was edited: faces went, and those from first_added on came.
    void edit(std::span<const std::uint32_t> removed, std::uint32_t first_added);

    void begin() override;
    bool prepare() override;
    std::uint64_t prepare_price() const override
    {
        return octree_->deforms() ? runs_.runs().size() * price::bounded_run : 0;
    }
    std::uint64_t price_of(std::uint32_t node) const override
    {
        return price::opened_node + runs_.runs()[node].child_count * price::refitted_run;
    }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return octree_->box(); }
    bool is_leaf(std::uint32_t node) const override { return runs_.runs()[node].is_leaf(); }
    bool make_ready(std::uint32_t /*node*/, const Box& /*reach*/, std::uint32_t /*skipped*/) override
    {
        return prepare();
    }
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {1, octree_->mesh().travel()}; }
    std::size_t bytes() const override;

private:
    void make_rest_boxes();
    Box rest_box_of_faces(std::uint32_t run) const;
    Box box_of_faces(std::uint32_t run);
    void refit(std::uint32_t leaf);

    PosedOctree* octree_;
    std::uint64_t builds_ = 0; ///< of the octree, when runs were made
    OctreeBody body_;
    FaceRuns runs_;
    Buffer<Box> rest_boxes_; ///< per run, in the body's own coordinates; of a body that is only posed

    // Of a body that deforms, in the world.
    Buffer<Box> bounds_;           ///< per run
    Buffer<Box> boxes_;            ///< of leaves, as they were made last
    Buffer<double> travel_then_;   ///< of leaves, when that was; below zero if it never was
    double prepared_for_ = -1.0;   ///< the travel for which bounds were made, or are being made
    std::uint32_t unprepared_ = 0; ///< runs before this one are to be prepared still
};

} // namespace tactus
