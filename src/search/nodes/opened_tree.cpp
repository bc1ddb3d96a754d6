// SPDX-License-Identifier: MIT
#include "search/nodes/opened_tree.h"

namespace tactus {

std::uint32_t OpenedTree::add_block(const Box& box)
{
    const auto added = static_cast<std::uint32_t>(blocks_.size());
    blocks_.resize_uninitialised(added + std::size_t{1});
    known_.resize_uninitialised(8 * (added + std::size_t{1}));
    block_boxes_.push_back(box);
    return added;
}

void OpenedTree::look_at(std::uint32_t block)
{
    const NodeBlock& children = blocks_[block];
    Known* const known = known_.data() + 8 * std::size_t{block};
    for (std::uint32_t k = 0; k < 8; ++k) {
        const float x = children.upper[0][k] - children.lower[0][k], y = children.upper[1][k] - children.lower[1][k],
                    z = children.upper[2][k] - children.lower[2][k];
        known[k] = {none, children.is_leaf(k) ? leaf_size : x * y + y * z + z * x};
    }
}

void OpenedTree::begin(Tree& tree, const Box& reach)
{
    tree_ = &tree;
    nodes_ = &tree.nodes();
    reach_ = reach;
    nodes_->begin();
    blocks_.clear();
    known_.clear();
    block_boxes_.clear();
    add_block(nodes_->root_box());
    blocks_[0].clear();
    blocks_[0].set(0, nodes_->root(), nodes_->root_box());
    look_at(0);
}

std::uint32_t OpenedTree::open(std::uint32_t node)
{
    if (const std::uint32_t known = below(node); known != none)
        return known;
    const std::uint32_t name = blocks_[node / 8].name[node % 8];
    const std::uint32_t made = add_block(box(node));
    nodes_->open(name, reach_, 0, blocks_[made]);
    known_[node].below = made;
    if (blocks_[made].are_triangles)
        known_[node].size = leaf_size;
    else
        look_at(made);
    return made;
}

void OpenedTree::box_triangles(std::uint32_t block)
{
    NodeBlock& made = blocks_[block];
    if (!made.are_triangles)
        return;
    Box all;
    const TriangleList triangles = tree_->triangles();
    made.for_each([&](std::uint32_t k) {
        made.set_box(k, box_of(triangles[made.name[k]]));
        all = include(all, made.box(k));
    });
    block_boxes_[block] = all;
}

std::size_t OpenedTree::triangle_count() const
{
    std::size_t count = 0;
    for (const NodeBlock& block : blocks_.span())
        count += block.are_triangles ? block.count() : 0;
    return count;
}

} // namespace tactus
