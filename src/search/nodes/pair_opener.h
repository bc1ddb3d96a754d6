// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/triangle_pairs/triangle_batch.h"
#include "search/nodes/node_pair.h"
#include "search/nodes/separation_memory.h"
#include "tree/tree_nodes.h"

namespace tactus {

/// Two trees that are searched a pair of nodes at a time, and the numbers by which they are remembered.
struct SteppedTrees {
    TreeNodes& a;
    TreeNodes& b;
    std::uint32_t number_a = 0;
    std::uint32_t number_b = 0;
    float distance = 0.0f; ///< metres: what is no farther apart may touch

    bool is_same(const NodePair& pair) const { return &a == &b && pair.a == pair.b; }
    bool are_leaves(const NodePair& pair) const { return a.is_leaf(pair.a) && b.is_leaf(pair.b); }
};

/// Opens one of two nodes, the larger: what of it may touch the other takes their place. It is for searches that choose
/// which pair comes next and may stop after any. Children that were farther away, a query or more ago, than both trees
/// can have moved since are not looked at.
class PairOpener {
public:
    /// The most that come of one pair: eight children of a node with each other.
    static constexpr std::size_t max_pairs = 36;

    /// Where it remembers nothing, every child is looked at.
    void begin(bool remembers);
    /// Takes its memory now, and uses it for the first time.
    void make_room() { memory_.make_room(); }
    /// A tree's number may come to mean another one.
    void forget() { memory_.forget(); }

    /// What opening a pair costs, in the prices of base/work_prices.h.
    std::uint64_t price_of(const SteppedTrees& trees, const NodePair& pair) const;
    /// Does some of what open would have to bring up to date first, at most half a work unit; true when little is left,
    /// as it is with two leaves.
    bool make_ready(const SteppedTrees& trees, const NodePair& pair) const;
    /// Gives the pairs that take the place of one of which not both are leaves. They live until the next call.
    std::span<const NodePair> open(const SteppedTrees& trees, const NodePair& pair);
    /// Gives the triangles of two leaves that may touch, and some that are a little farther apart, by their places, and
    /// how many pairs there are.
    std::uint32_t
    open_leaves(const SteppedTrees& trees, const NodePair& pair, std::array<IndexPair, 64>& triangles) const;

    std::uint64_t node_tests() const { return node_tests_; } ///< Since the query began.
    std::size_t bytes() const { return memory_.bytes(); }

private:
    void open_same(const SteppedTrees& trees, const NodePair& pair);
    void open_one_side(const SteppedTrees& trees, const NodePair& pair);

    bool remembers_ = false;
    SeparationMemory memory_;
    std::array<NodePair, max_pairs> pairs_;
    std::uint32_t count_ = 0;
    std::uint64_t node_tests_ = 0;
};

} // namespace tactus
