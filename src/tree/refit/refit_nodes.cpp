// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>

#include "base/buffer.h"
#include "base/work_prices.h"
#include "tree/clusters/triangle_boxes.h"
#include "tree/refit/leaf_motion.h"
#include "tree/refit/refit_bvh.h"
#include "tree/tree_nodes.h"

namespace tactus {
namespace {

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

} // namespace

RefitNodes::RefitNodes(RefitBvh& tree) : tree_(&tree)
{
    std::uint32_t total = 0, count = tree.tree().cluster_count(), level = 1;
    for (;; ++level) {
        level_begin_[level] = total;
        total += count;
        if (count <= 1)
            break;
        count = (count + 7) / 8;
    }
    top_level_ = level;
    bounds_.resize_uninitialised(total);
    expanded_of_.resize_uninitialised(tree.tree().cluster_count());
    std::fill(expanded_of_.begin(), expanded_of_.end(), 0);
    // Moving what is expanded to a larger place would take longer than a work unit.
    cluster_of_.reserve(tree.tree().cluster_count());
    expanded_.reserve(tree.tree().cluster_count());
    motion_.make_room(tree.tree().cluster_count());
}

TreeNodes& RefitBvh::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<RefitNodes>(*this);
    return *nodes_;
}

void RefitNodes::begin()
{
    has_bounds_ = tree_->begin_bounds();
    made_bounds_ = prepared_ = 0;
    cluster_of_.clear();
    expanded_.clear();
}

bool RefitNodes::prepare()
{
    const std::uint32_t clusters = tree_->tree().cluster_count();
    if (has_bounds_ && prepared_ == bounds_.size())
        return true;
    if (!has_bounds_) {
        const std::uint32_t end = std::min(made_bounds_ + per_call::made_bounds, clusters);
        tree_->make_bounds(made_bounds_, end);
        made_bounds_ = end;
        has_bounds_ = end == clusters;
        return false;
    }
    if (prepared_ < clusters) {
        const std::uint32_t end = std::min(prepared_ + per_call::widened_bounds, clusters);
        for (; prepared_ < end; ++prepared_)
            bounds_.data()[prepared_] = tree_->bound(prepared_);
    } else if (prepared_ < bounds_.size()) {
        const std::uint32_t end =
            std::min<std::uint32_t>(prepared_ + per_call::joined_bounds, static_cast<std::uint32_t>(bounds_.size()));
        for (; prepared_ < end; ++prepared_) {
            std::uint32_t level = 2;
            while (level < top_level_ && prepared_ >= level_begin_[level + 1])
                ++level;
            const std::uint32_t first = level_begin_[level - 1] + 8 * (prepared_ - level_begin_[level]);
            const std::uint32_t last = std::min(first + 8, level_begin_[level]);
            LaneBox box = bounds_.data()[first];
            for (std::uint32_t child = first + 1; child < last; ++child)
                join(box, bounds_.data()[child]);
            bounds_.data()[prepared_] = box;
        }
    }
    return false;
}

const RefitNodes::Expanded& RefitNodes::expanded(std::uint32_t cluster)
{
    if (is_expanded(cluster))
        return expanded_[expanded_of_[cluster]];
    expanded_of_[cluster] = static_cast<std::uint32_t>(cluster_of_.size());
    cluster_of_.push_back(cluster);
    expanded_.resize_uninitialised(expanded_.size() + 1);
    Expanded& made = expanded_.back();
    box_triangles(tree_->triangles(), std::size_t(ClusterTree::cluster_size) * cluster, made.triangles);
    for (std::size_t leaf = 0; leaf < 8; ++leaf) {
        made.leaves[leaf] = made.triangles[8 * leaf];
        for (std::size_t k = 1; k < 8; ++k)
            join(made.leaves[leaf], made.triangles[8 * leaf + k]);
    }
    motion_.see(cluster, tree_->era(), made.leaves);
    return made;
}

bool RefitNodes::make_ready(std::uint32_t node, const Box& reach, std::uint32_t skipped)
{
    if (!prepare())
        return false;
    const LevelNode at = LevelNode::of(node);
    if (at.level == 1) {
        const std::size_t known = cluster_of_.size();
        expanded(at.index);
        return cluster_of_.size() == known;
    }
    if (at.level != 2)
        return true;
    std::uint32_t refitted = 0;
    for (std::uint32_t k = 0; k < std::min(8u, level_begin_[2] - at.child(0).index); ++k) {
        const std::uint32_t cluster = at.child(k).index;
        LaneBox& bound = bounds_.data()[cluster];
        if ((skipped >> k & 1) != 0 || tree_->is_up_to_date(cluster) || !overlap(box_of(bound), reach))
            continue;
        if (refitted++ == per_call::refitted_clusters)
            return false;
        bound = tree_->refit(cluster);
    }
    return true;
}

void RefitNodes::open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below)
{
    prepare_all();
    const LevelNode at = LevelNode::of(node);
    if (at.level == 0)
        return open_leaf(at, below);
    if (at.level == 1)
        return open_cluster(at, skipped, below);
    below.clear();
    const std::uint32_t begin = level_begin_[at.level - 1], count = level_begin_[at.level] - begin;
    for (std::uint32_t k = 0; k < std::min(8u, count - at.child(0).index); ++k) {
        if ((skipped >> k & 1) != 0)
            continue;
        const LevelNode child = at.child(k);
        LaneBox& bound = bounds_.data()[begin + child.index];
        if (child.level == 1 && overlap(box_of(bound), reach))
            bound = tree_->refit(child.index);
        below.set(k, child.name(), box_of(bound));
    }
}

void RefitNodes::open_cluster(LevelNode at, std::uint32_t skipped, NodeBlock& below)
{
    below.clear();
    const Expanded& made = expanded(at.index);
    for (std::uint32_t k = 0; k < 8; ++k)
        if ((skipped >> k & 1) == 0 && made.leaves[k].lower[0] <= made.leaves[k].upper[0])
            below.set(k, at.child(k).name(), box_of(made.leaves[k]), true);
}

void RefitNodes::open_leaf(LevelNode at, NodeBlock& below)
{
    below.clear(true);
    const Expanded& made = expanded(at.index / 8);
    for (std::uint32_t k = 0; k < 8; ++k) {
        const std::uint32_t slot = 8 * at.index + k;
        if (tree_->tree().triangle_of_slot[slot] != ClusterTree::no_triangle)
            below.set(k, slot, box_of(made.triangles[at.index % 8 * 8 + k]));
    }
}

ChildTravel RefitNodes::child_travel(std::uint32_t node) const
{
    const LevelNode at = LevelNode::of(node);
    if (at.level != 1)
        return ChildTravel::of_all(travel());
    return is_expanded(at.index) ? motion_.travel(at.index) : ChildTravel{};
}

std::size_t RefitNodes::bytes() const
{
    return sizeof(*this) + bounds_.bytes() + expanded_of_.bytes() + cluster_of_.bytes() + expanded_.bytes()
           + motion_.bytes();
}

} // namespace tactus
