// SPDX-License-Identifier: MIT
#include "search/nodes/opened_tree.h"

namespace tactus {

std::uint32_t OpenedTree::add_block(const Box& box)
{
    const auto added = static_cast<std::uint32_t>(blocks_.size());
    blocks_.resize_uninitialised(added + std::size_t{1});
    below_.resize_uninitialised(added + std::size_t{1});
    below_.back().fill(none);
    block_boxes_.push_back(box);
    return added;
}

void OpenedTree::begin(Tree& tree, const Box& reach)
{
    tree_ = &tree;
    nodes_ = &tree.nodes();
    reach_ = reach;
    nodes_->begin();
    blocks_.clear();
    below_.clear();
    block_boxes_.clear();
    add_block(nodes_->root_box());
    blocks_[0].clear();
    blocks_[0].set(0, nodes_->root(), nodes_->root_box());
}

bool OpenedTree::prepare()
{
    if (!nodes_->prepare())
        return false;
    blocks_[0].leaves = nodes_->is_leaf(nodes_->root()) ? 1 : 0;
    return true;
}

std::uint32_t OpenedTree::open(std::uint32_t node)
{
    if (const std::uint32_t known = below(node); known != none)
        return known;
    const std::uint32_t name = blocks_[node / 8].name[node % 8];
    const std::uint32_t made = add_block(box(node));
    nodes_->open(name, reach_, 0, blocks_[made]);
    below_[node / 8][node % 8] = made;
    if (blocks_[made].are_triangles)
        blocks_[node / 8].leaves |= 1u << node % 8;
    return made;
}

std::size_t OpenedTree::triangle_count() const
{
    std::size_t count = 0;
    for (const NodeBlock& block : blocks_.span())
        count += block.are_triangles ? block.count() : 0;
    return count;
}

} // namespace tactus
