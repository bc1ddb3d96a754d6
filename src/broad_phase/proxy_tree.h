// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/check.h"
#include "geometry/box.h"

namespace tactus {

/// A binary tree of boxes that leaves enter and leave one at a time, kept balanced by rotations (Adelson-Velsky and
/// Landis, An algorithm for the organization of information, 1962): no order of calls makes it deep.
class ProxyTree {
public:
    static constexpr std::uint32_t no_node = UINT32_MAX;

    struct Leaf {
        Box box;
        std::uint32_t proxy = 0;
        std::uint32_t node = no_node;
    };

    /// Adds a leaf and gives the node that remove() wants back. The box must not be empty nor hold infinities.
    std::uint32_t insert(const Box& box, std::uint32_t proxy);
    void remove(std::uint32_t node);

    /// Forgets everything and builds a tree over these leaves from the top down, in n log n steps.
    /// The leaves change their order and receive their nodes.
    void rebuild(std::span<Leaf> leaves);

    /// Calls f(proxy) for every leaf whose box overlaps this one.
    template <class F>
    void for_each_overlap(const Box& box, F&& f) const;

    std::uint32_t height() const { return root_ == no_node ? 0 : nodes_[root_].height; }
    std::size_t bytes() const { return nodes_.bytes(); }

private:
    struct Node {
        Box box;
        std::uint32_t parent;               // of a free node: the next free one
        std::array<std::uint32_t, 2> child; // of a leaf: no_node and the proxy
        std::uint32_t height;               // of a leaf: 0

        bool is_leaf() const { return height == 0; }
    };

    std::uint32_t take_node();
    std::uint32_t choose_sibling(const Box& box) const;
    void replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child);
    void update(std::uint32_t node);
    void update_upwards(std::uint32_t node);
    std::uint32_t balance(std::uint32_t node);
    std::uint32_t build(std::span<Leaf> leaves, std::uint32_t parent);

    Buffer<Node> nodes_;
    std::uint32_t root_ = no_node;
    std::uint32_t free_ = no_node;
};

template <class F>
void ProxyTree::for_each_overlap(const Box& box, F&& f) const
{
    if (root_ == no_node)
        return;
    // A balanced tree of 2^32 leaves is at most 46 high, and one node a level waits on the stack.
    std::array<std::uint32_t, 64> stack;
    std::size_t waiting = 0;
    stack[waiting++] = root_;
    while (waiting > 0) {
        const Node& node = nodes_[stack[--waiting]];
        if (!overlap(node.box, box))
            continue;
        if (node.is_leaf()) {
            f(node.child[1]);
            continue;
        }
        TACTUS_CHECK(waiting + 2 <= stack.size());
        stack[waiting++] = node.child[1];
        stack[waiting++] = node.child[0];
    }
}

} // namespace tactus
