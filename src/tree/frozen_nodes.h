// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// The nodes of any tree as they were at one moment. Nothing changes them when they are opened, so that several threads
/// may do that at once.
class FrozenNodes final : public TreeNodes {
public:
    /// Looks at all nodes of a tree on its present positions, with the memory of the last time. Nodes that are made on
    /// demand are taken as they are.
    void freeze(TreeNodes& nodes);

    void begin() override {}
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return boxes_[0]; }
    bool is_leaf(std::uint32_t node) const override { return blocks_[node].are_triangles; }
    bool make_ready(std::uint32_t, const Box&, std::uint32_t) override { return true; }
    void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) override;
    Travel travel() const override { return {}; }
    std::size_t bytes() const override;

private:
    void tighten();

    // A node's name is the number of the block of what is right below it.
    Buffer<NodeBlock> blocks_;
    Buffer<Box> boxes_;           ///< Per block, the box around all of it.
    Buffer<std::uint32_t> names_; ///< Per block, the name that the node has in the tree.
};

} // namespace tactus
