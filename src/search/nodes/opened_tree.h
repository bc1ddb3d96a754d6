// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "tree/tree.h"

namespace tactus {

/// The nodes of a tree that a query has opened, each once, however many nodes of the other tree it is compared with.
/// A node's number is eight times its block's and its place in it. Keeps its memory.
class OpenedTree {
public:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// In place of a leaf's size: of two nodes the one with the larger size is opened.
    static constexpr float leaf_size = -1.0f;

    /// Only what overlaps `reach` is of interest.
    void begin(Tree& tree, const Box& reach);

    Box box(std::uint32_t node) const { return blocks_.data()[node / 8].box(node % 8); }
    bool is_leaf(std::uint32_t node) const { return known_.data()[node].size < 0.0f; }
    /// Half of the surface of its box, or leaf_size.
    float size(std::uint32_t node) const { return known_.data()[node].size; }
    /// The block of what is right below a node, or none if it is not opened.
    std::uint32_t below(std::uint32_t node) const { return known_.data()[node].below; }
    /// Does some of what opening a node needs, at most half a work unit of it; true when little is left.
    bool make_ready(std::uint32_t node)
    {
        return nodes_->make_ready(blocks_.data()[node / 8].name[node % 8], reach_, 0);
    }
    /// Opens a node and gives the block of what is below. It may turn out to be a leaf.
    std::uint32_t open(std::uint32_t node);
    /// Puts boxes around the triangles of a block, if it has some, where the tree says nothing about where they are.
    void box_triangles(std::uint32_t block);
    std::uint64_t prepare_price() const { return nodes_->prepare_price(); }
    std::uint64_t price_of(std::uint32_t node) const
    {
        return nodes_->price_of(blocks_.data()[node / 8].name[node % 8]);
    }
    /// Does some of what it takes until the root is known, at most half a work unit; true when it is.
    bool prepare() { return nodes_->prepare(); }
    /// Does all that is left of it.
    void prepare_all() { nodes_->prepare_all(); }
    /// The root is known from now on.
    void look_at_root()
    {
        if (nodes_->is_leaf(nodes_->root()))
            known_[0].size = leaf_size;
    }

    /// How many triangles were below the nodes that were opened.
    std::size_t triangle_count() const;

    const NodeBlock* blocks() const { return blocks_.data(); }
    /// Per block, a box that holds all of it.
    const Box* block_boxes() const { return block_boxes_.data(); }
    const Tree& tree() const { return *tree_; }
    std::size_t bytes() const { return blocks_.bytes() + block_boxes_.bytes() + known_.bytes(); }

private:
    /// What a search asks most often of a node.
    struct Known {
        std::uint32_t below;
        float size;
    };

    void look_at(std::uint32_t block);
    std::uint32_t add_block(const Box& box);

    Tree* tree_ = nullptr;
    TreeNodes* nodes_ = nullptr;
    Box reach_;
    Buffer<NodeBlock> blocks_;
    Buffer<Box> block_boxes_;
    Buffer<Known> known_; ///< Per node, eight for each block.
};

} // namespace tactus
