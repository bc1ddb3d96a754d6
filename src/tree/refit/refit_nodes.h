// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "base/buffer.h"
#include "tree/refit/leaf_motion.h"
#include "tree/refit/refit_bvh.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of a refitted tree: leaves, clusters, and the levels that join every eight of them.
///
/// A query begins with the bounds of all clusters, old boxes widened by what vertices can have moved, and joins them
/// upwards; where no old boxes are known all are made. From then on only what is opened is brought up to date: a
/// cluster when its parent is opened near it, leaves and triangles with their cluster, once a query.
class RefitNodes final : public TreeNodes {
public:
    /// The tree must outlive this, and keep its number of clusters.
    explicit RefitNodes(RefitBvh& tree);

    void begin() override;
    bool prepare() override;
    std::uint64_t prepare_price() const override { return bounds_.size() * price::bounded_cluster; }
    std::uint64_t price_of(std::uint32_t node) const override
    {
        const std::uint32_t level = LevelNode::of(node).level;
        return price::opened_node
               + (level == 1   ? price::expanded_cluster
                  : level == 2 ? 8 * price::refitted_cluster
                               : 0);
    }
    std::uint32_t root() const override { return LevelNode{top_level_, 0}.name(); }
    Box root_box() const override { return tree_->box(); }
    bool is_leaf(std::uint32_t node) const override { return LevelNode::of(node).level == 0; }
    bool make_ready(std::uint32_t node, const Box& reach, std::uint32_t skipped) override;
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {tree_->era(), tree_->travel()}; }
    ChildTravel child_travel(std::uint32_t node) const override;
    std::size_t bytes() const override;

private:
    /// A cluster's leaves and triangles as they are now.
    struct Expanded {
        std::array<LaneBox, 8> leaves;
        std::array<LaneBox, 64> triangles;
    };

    bool is_expanded(std::uint32_t cluster) const
    {
        const std::uint32_t known = expanded_of_.data()[cluster];
        return known < cluster_of_.size() && cluster_of_.data()[known] == cluster;
    }
    const Expanded& expanded(std::uint32_t cluster);
    void open_cluster(LevelNode at, std::uint32_t skipped, NodeBlock& below);
    void open_leaf(LevelNode at, NodeBlock& below);

    RefitBvh* tree_;
    std::uint32_t top_level_ = 1;                    ///< leaves are level 0, clusters level 1
    std::array<std::uint32_t, 13> level_begin_ = {}; ///< of each level from 1 on, in bounds_
    Buffer<LaneBox> bounds_;
    std::uint32_t made_bounds_ = 0; ///< of clusters, where none were known
    std::uint32_t prepared_ = 0;    ///< entries of bounds_
    bool has_bounds_ = false;
    Buffer<std::uint32_t> expanded_of_; ///< per cluster; it counts if that one names the cluster
    Buffer<std::uint32_t> cluster_of_;  ///< per expanded one
    Buffer<Expanded> expanded_;
    LeafMotion motion_;
};

} // namespace tactus
