// SPDX-License-Identifier: MIT
#include "broad_phase/proxy_tree.h"

#include <algorithm>

#include "base/check.h"

namespace tactus {

namespace {

// The sum of the three extents: neither over- nor underflows where an area would. The factor keeps
// sums of a few of them finite for every finite box.
float extent(const Box& box)
{
    constexpr float factor = 0.0625f;
    return (factor * box.upper.x - factor * box.lower.x) + (factor * box.upper.y - factor * box.lower.y)
           + (factor * box.upper.z - factor * box.lower.z);
}

} // namespace

std::uint32_t ProxyTree::take_node()
{
    if (free_ == no_node) {
        nodes_.resize_uninitialised(nodes_.size() + 1);
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = free_;
    free_ = nodes_[node].parent;
    return node;
}

std::uint32_t ProxyTree::insert(const Box& box, std::uint32_t proxy)
{
    TACTUS_CHECK(!is_empty(box) && is_finite(box.lower) && is_finite(box.upper));
    const std::uint32_t leaf = take_node();
    nodes_[leaf] = {box, no_node, {no_node, proxy}, 0};
    if (root_ == no_node) {
        root_ = leaf;
        return leaf;
    }
    const std::uint32_t sibling = choose_sibling(box);
    const std::uint32_t parent = take_node();
    const std::uint32_t grandparent = nodes_[sibling].parent;
    nodes_[parent] = {{}, grandparent, {sibling, leaf}, 1};
    replace_child(grandparent, sibling, parent);
    nodes_[sibling].parent = parent;
    nodes_[leaf].parent = parent;
    update_upwards(parent);
    return leaf;
}

void ProxyTree::remove(std::uint32_t leaf)
{
    const std::uint32_t parent = nodes_[leaf].parent;
    nodes_[leaf].parent = free_;
    free_ = leaf;
    if (parent == no_node) {
        root_ = no_node;
        return;
    }
    const auto child = nodes_[parent].child;
    const std::uint32_t sibling = child[0] == leaf ? child[1] : child[0];
    const std::uint32_t grandparent = nodes_[parent].parent;
    replace_child(grandparent, parent, sibling);
    nodes_[sibling].parent = grandparent;
    nodes_[parent].parent = free_;
    free_ = parent;
    update_upwards(grandparent);
}

// Goes down to where the boxes on the way, and the new parent's, grow least.
std::uint32_t ProxyTree::choose_sibling(const Box& box) const
{
    std::uint32_t index = root_;
    while (!nodes_[index].is_leaf()) {
        const Node& node = nodes_[index];
        const float grown = extent(include(node.box, box));
        const float cost_here = 2.0f * grown;
        const float cost_of_passing = 2.0f * (grown - extent(node.box));
        float cost[2];
        for (int side = 0; side < 2; ++side) {
            const Node& child = nodes_[node.child[side]];
            cost[side] = cost_of_passing + extent(include(child.box, box));
            if (!child.is_leaf())
                cost[side] -= extent(child.box);
        }
        if (cost_here < cost[0] && cost_here < cost[1])
            break;
        index = node.child[cost[0] < cost[1] ? 0 : 1];
    }
    return index;
}

void ProxyTree::replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child)
{
    if (parent == no_node)
        root_ = new_child;
    else
        nodes_[parent].child[nodes_[parent].child[0] == old_child ? 0 : 1] = new_child;
}

void ProxyTree::update(std::uint32_t index)
{
    Node& node = nodes_[index];
    const Node& left = nodes_[node.child[0]];
    const Node& right = nodes_[node.child[1]];
    node.box = include(left.box, right.box);
    node.height = 1 + std::max(left.height, right.height);
}

void ProxyTree::update_upwards(std::uint32_t index)
{
    while (index != no_node) {
        const Box box = nodes_[index].box;
        const std::uint32_t height = nodes_[index].height;
        index = balance(index);
        if (nodes_[index].height == height && nodes_[index].box == box)
            return;
        index = nodes_[index].parent;
    }
}

// Brings a node up to date whose children are balanced and up to date, whatever their heights.
// Gives the node that stands at its place afterwards.
std::uint32_t ProxyTree::balance(std::uint32_t index)
{
    Node& node = nodes_[index];
    const std::uint32_t left_height = nodes_[node.child[0]].height;
    const std::uint32_t right_height = nodes_[node.child[1]].height;
    if (left_height <= right_height + 1 && right_height <= left_height + 1) {
        update(index);
        return index;
    }
    // The higher child takes its parent's place and keeps its own higher child; the lower one, which the old
    // parent gets instead, may still be too high for it where a leaf was put beside a whole subtree.
    const int side = right_height > left_height ? 1 : 0;
    const std::uint32_t risen = node.child[side];
    Node& up = nodes_[risen];
    const int given = nodes_[up.child[0]].height > nodes_[up.child[1]].height ? 1 : 0;
    const std::uint32_t moved = up.child[given];
    replace_child(node.parent, index, risen);
    up.parent = node.parent;
    up.child[given] = index;
    node.parent = risen;
    node.child[side] = moved;
    nodes_[moved].parent = index;
    balance(index);
    update(risen);
    return risen;
}

void ProxyTree::rebuild(std::span<Leaf> leaves)
{
    nodes_.clear();
    free_ = no_node;
    root_ = leaves.empty() ? no_node : build(leaves, no_node);
}

std::uint32_t ProxyTree::build(std::span<Leaf> leaves, std::uint32_t parent)
{
    const std::uint32_t index = take_node();
    if (leaves.size() == 1) {
        nodes_[index] = {leaves[0].box, parent, {no_node, leaves[0].proxy}, 0};
        leaves[0].node = index;
        return index;
    }
    const auto centre = [](const Leaf& leaf) { return leaf.box.lower * 0.5f + leaf.box.upper * 0.5f; };
    Box centres;
    for (const Leaf& leaf : leaves)
        centres = include(centres, centre(leaf));
    const Vec3 size = centres.upper * 0.5f - centres.lower * 0.5f;
    const auto split = [&](float Vec3::*axis) {
        std::ranges::nth_element(leaves, leaves.begin() + leaves.size() / 2, [&](const Leaf& a, const Leaf& b) {
            const float at_a = centre(a).*axis, at_b = centre(b).*axis;
            return at_a != at_b ? at_a < at_b : a.proxy < b.proxy;
        });
    };
    split(size.x >= size.y && size.x >= size.z ? &Vec3::x : size.y >= size.z ? &Vec3::y : &Vec3::z);

    nodes_[index] = {{}, parent, {no_node, no_node}, 1};
    const std::uint32_t left = build(leaves.first(leaves.size() / 2), index);
    const std::uint32_t right = build(leaves.subspan(leaves.size() / 2), index);
    nodes_[index].child = {left, right};
    update(index);
    return index;
}

} // namespace tactus
