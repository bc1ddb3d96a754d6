// SPDX-License-Identifier: MIT
// From the root down: a feature that misses a cell's sphere is never looked at below it, so a level costs no more than
// the lists of the level above it.
#include "tree/octree/made/octree_growth.h"

#include <algorithm>

#include "geometry/vector.h"
#include "tree/octree/made/sphere_reach.h"

namespace tactus {

void CellLists::clear()
{
    for (Buffer<std::uint32_t>& list : features)
        list.clear();
}

void CellLists::hand_down(unsigned octant, CellLists& to) const
{
    to.clear();
    for (std::size_t kind = 0; kind < 3; ++kind)
        for (std::size_t i = 0; i < features[kind].size(); ++i)
            if (octants[kind][i] >> octant & 1u)
                to.features[kind].push_back(features[kind][i]);
}

void OctreeGrowth::begin(
    SphericalOctree& tree, std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    tree_ = &tree;
    triangles_ = triangles;
    positions_ = positions;
}

// The room is for the rounding of its centre to float and of the cells' own centres, so that neighbours leave no gap,
// and on every level above the last for as much again in each sphere below, and the rounding of its radius. A child's
// sphere therefore lies in its parent's, as it does without rounding, where the two touch.
NodeSphere OctreeGrowth::sphere_around(const OctreeCell& cell, std::uint32_t level) const
{
    constexpr double root_of_three = 1.7320508075688774;
    const double room = tree_->room_ * (1.0 + 3.0 * (tree_->depth_.levels - level));
    return {to_float(cell.centre), rounded_up(cell.half_side * root_of_three * (1.0 + 0x1p-48) + room)};
}

OctreeGrowth::Spheres OctreeGrowth::child_spheres(const OctreeCell& cell, std::uint32_t level) const
{
    Spheres spheres;
    for (unsigned k = 0; k < 8; ++k)
        spheres[k] = sphere_around(cell.child(k), level + 1);
    return spheres;
}

/// The children, one bit each, that a feature reaches.
unsigned OctreeGrowth::reached(int kind, std::uint32_t feature, const Spheres& spheres) const
{
    std::array<Vec3, 3> points; // as many as its kind has, and one more
    if (kind == 0) {
        points = {positions_[feature]};
    } else if (kind == 1) {
        const auto& [a, b] = tree_->edges_[feature];
        points = {positions_[a], positions_[b]};
    } else {
        const auto& [a, b, c] = triangles_[feature];
        points = {positions_[a], positions_[b], positions_[c]};
    }
    Vec3 lower = points[0], upper = points[0];
    for (std::size_t i = 1; i <= static_cast<std::size_t>(kind); ++i) {
        lower = min(lower, points[i]);
        upper = max(upper, points[i]);
    }
    unsigned octants = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const Vec3 c = spheres[k].centre;
        const float r = spheres[k].radius;
        // Rounding is monotone and the radius a float: the rounded difference exceeds it only if the true one does.
        const bool is_off = lower.x - c.x > r || c.x - upper.x > r || lower.y - c.y > r || c.y - upper.y > r
                            || lower.z - c.z > r || c.z - upper.z > r;
        if (!is_off && reaches(spheres[k], std::span(points).first(static_cast<std::size_t>(kind) + 1)))
            octants |= 1u << k;
    }
    return octants;
}

OctreeGrowth::Counts OctreeGrowth::spread(CellLists& lists, const Spheres& spheres) const
{
    Counts counts = {};
    for (int kind = 0; kind < 3; ++kind) {
        const Buffer<std::uint32_t>& features = lists.features[static_cast<std::size_t>(kind)];
        Buffer<std::uint8_t>& into = lists.octants[static_cast<std::size_t>(kind)];
        into.resize_uninitialised(features.size());
        for (std::size_t i = 0; i < features.size(); ++i) {
            const unsigned octants = reached(kind, features[i], spheres);
            into[i] = static_cast<std::uint8_t>(octants);
            for (unsigned k = 0; k < 8; ++k)
                counts[k] += octants >> k & 1u;
        }
    }
    return counts;
}

NodeType OctreeGrowth::type_of(const CellLists& lists)
{
    return !lists.features[0].empty() ? NodeType::vertex : !lists.features[1].empty() ? NodeType::edge : NodeType::face;
}

bool OctreeGrowth::wants_children(const OctreeCell& cell, std::uint32_t level, std::size_t features) const
{
    const OctreeDepth& depth = tree_->depth_;
    // Where cells are hardly wider than the floats' own spacing, cutting them gains nothing.
    return level < depth.levels && 0.5 * cell.half_side > 4.0 * tree_->room_
           && (depth.enough_features == 0 || features > depth.enough_features)
           && tree_->leaf_lists_.number_count() + features <= depth.max_list_entries;
}

bool OctreeGrowth::grow(
    std::uint32_t index, const OctreeCell& cell, std::uint32_t level, std::uint64_t place, unsigned in_vain)
{
    CellLists& lists = at_level_[level];
    SphericalOctree::Node node;
    node.place = place;
    node.level = static_cast<std::uint8_t>(level);
    node.type = type_of(lists);
    node.change = NodeChange::gained_features;
    const auto make_leaf = [&] {
        tree_->level_count_ = std::max(tree_->level_count_, level);
        node.first_child = take_leaf(lists);
        tree_->nodes_[index] = node;
        return true;
    };
    // Features that pass through one point, or lie on each other, stay together however small the cells become. Such a
    // point may be a cell's very centre, which all its children share, so one cut in vain proves nothing yet.
    if (!wants_children(cell, level, lists.size()) || (tree_->depth_.enough_features != 0 && in_vain == 2))
        return make_leaf();

    const Spheres spheres = child_spheres(cell, level);
    const Counts counts = spread(lists, spheres);
    SphereBlock block;
    bool is_in_vain = true;
    for (unsigned k = 0; k < 8; ++k) {
        if (counts[k] == 0)
            continue;
        node.child_mask |= static_cast<std::uint8_t>(1u << k);
        block.set(k, spheres[k]);
        is_in_vain = is_in_vain && 4 * counts[k] >= 3 * lists.size();
    }
    if (is_in_vain && in_vain == on_trial) {
        node.child_mask = 0;
        return make_leaf();
    }
    if (node.child_mask == 0)
        return false;
    node.first_child = take_nodes(static_cast<unsigned>(std::popcount(node.child_mask)));
    node.block = take_block();
    tree_->blocks_[node.block] = block;
    unsigned barren = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if (!(node.child_mask >> k & 1u))
            continue;
        lists.hand_down(k, at_level_[level + 1]);
        const OctreeCell child = cell.child(k);
        const std::uint64_t child_place = place + (std::uint64_t{k} << 3 * (OctreeDepth::most_levels - level - 1));
        if (!grow(node.child(k), child, level + 1, child_place, is_in_vain ? std::min(in_vain + 1, 2u) : 0))
            barren |= 1u << k;
    }
    // A sphere is larger than its cell: it may reach a feature that none of the eight smaller spheres in it reaches.
    // The surface then lies outside the cell, in others.
    for (unsigned k = 0; k < 8; ++k)
        if (barren >> k & 1u)
            drop_child(node, k, [](std::uint32_t, std::uint32_t) {});
    tree_->nodes_[index] = node;
    return node.child_mask != 0;
}

std::uint32_t OctreeGrowth::take_nodes(unsigned count)
{
    tree_->node_count_ += count;
    Buffer<std::uint32_t>& free = tree_->free_nodes_[count];
    if (!free.empty()) {
        const std::uint32_t first = free.back();
        free.pop_back();
        return first;
    }
    const std::uint32_t first = tree_->node_limit();
    for (unsigned k = 0; k < count; ++k)
        tree_->nodes_.push_back({});
    return first;
}

void OctreeGrowth::give_back_nodes(std::uint32_t first, unsigned count)
{
    tree_->node_count_ -= count;
    tree_->free_nodes_[count].push_back(first);
}

std::uint32_t OctreeGrowth::take_block()
{
    Buffer<std::uint32_t>& free = tree_->free_blocks_;
    if (!free.empty()) {
        const std::uint32_t block = free.back();
        free.pop_back();
        return block;
    }
    tree_->blocks_.push_back({});
    return static_cast<std::uint32_t>(tree_->blocks_.size() - 1);
}

std::uint32_t OctreeGrowth::take_leaf(const CellLists& lists)
{
    if (!tree_->free_leaves_.empty()) {
        const std::uint32_t leaf = tree_->free_leaves_.back();
        tree_->free_leaves_.pop_back();
        set_leaf(leaf, lists);
        return leaf;
    }
    tree_->leaf_lists_.add();
    tree_->leaf_counts_.push_back(
        {static_cast<std::uint32_t>(lists.features[0].size()), static_cast<std::uint32_t>(lists.features[1].size())});
    for (const Buffer<std::uint32_t>& list : lists.features)
        for (const std::uint32_t feature : list)
            tree_->leaf_lists_.push(feature);
    return tree_->leaf_limit() - 1;
}

void OctreeGrowth::set_leaf(std::uint32_t leaf, const CellLists& lists)
{
    whole_list_.clear();
    for (const Buffer<std::uint32_t>& list : lists.features)
        for (const std::uint32_t feature : list)
            whole_list_.push_back(feature);
    tree_->leaf_lists_.set(leaf, whole_list_.span());
    tree_->leaf_counts_[leaf] = {
        static_cast<std::uint32_t>(lists.features[0].size()), static_cast<std::uint32_t>(lists.features[1].size())};
}

void OctreeGrowth::give_back_leaf(std::uint32_t leaf)
{
    tree_->leaf_lists_.set(leaf, {});
    tree_->leaf_counts_[leaf] = {};
    tree_->free_leaves_.push_back(leaf);
}

std::size_t OctreeGrowth::bytes() const
{
    std::size_t sum = whole_list_.bytes();
    for (const CellLists& lists : at_level_)
        for (std::size_t kind = 0; kind < 3; ++kind)
            sum += lists.features[kind].bytes() + lists.octants[kind].bytes();
    return sum;
}

} // namespace tactus
