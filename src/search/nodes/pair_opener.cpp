// SPDX-License-Identifier: MIT
#include "search/nodes/pair_opener.h"

#include "base/work_prices.h"
#include "search/nodes/block_kernels.h"

namespace tactus {
namespace {

/// One of two different nodes that is to be opened, and the box of the other.
struct Opening {
    TreeNodes& nodes;
    std::uint32_t node;
    Box other;
    bool of_a;
    OpenedPair name;
    std::uint64_t era_of_other;

    Approach approach() const { return Approach(nodes.child_travel(node), era_of_other, other); }
};

Opening opening_of(const SteppedTrees& trees, const NodePair& pair)
{
    const bool of_a =
        opens_first(trees.a.is_leaf(pair.a), trees.b.is_leaf(pair.b), half_area(pair.box_a), half_area(pair.box_b));
    return {
        of_a ? trees.a : trees.b,
        of_a ? pair.a : pair.b,
        of_a ? pair.box_b : pair.box_a,
        of_a,
        {trees.number_a, trees.number_b, pair.a, pair.b, of_a},
        (of_a ? trees.b : trees.a).travel().era};
}

/// The children that are farther away than a distance, bit k for number k.
std::uint32_t children_beyond(float distance, const SeparationMemory::Gaps& known)
{
    std::uint32_t far = 0;
    for (std::uint32_t k = 0; k < 8; ++k)
        far |= std::uint32_t(known.metres[k] > distance) << k;
    return far;
}

} // namespace

void PairOpener::begin(bool remembers)
{
    remembers_ = remembers;
    memory_.make_room(false);
    node_tests_ = 0;
}

std::span<const NodePair> PairOpener::open(const SteppedTrees& trees, const NodePair& pair)
{
    count_ = 0;
    if (trees.is_same(pair))
        open_same(trees, pair);
    else
        open_one_side(trees, pair);
    return {pairs_.data(), count_};
}

std::uint32_t
PairOpener::open_leaves(const SteppedTrees& trees, const NodePair& pair, std::array<IndexPair, 64>& triangles) const
{
    NodeBlock a, b;
    trees.a.open(pair.a, pair.box_a, 0, a);
    const bool is_same = trees.is_same(pair);
    if (!is_same)
        trees.b.open(pair.b, pair.box_b, 0, b);
    constexpr IndexPair both = {0, 0};
    return static_cast<std::uint32_t>(
        near_triangles(&a, is_same ? &a : &b, &pair.box_b, trees.distance, &both, 1, triangles.data()));
}

std::uint64_t PairOpener::price_of(const SteppedTrees& trees, const NodePair& pair) const
{
    if (trees.are_leaves(pair))
        return price::block_pair;
    if (trees.is_same(pair))
        return 8 * price::node_pair + trees.a.price_of(pair.a);
    const Opening opening = opening_of(trees, pair);
    return price::opened_part + opening.nodes.price_of(opening.node);
}

bool PairOpener::make_ready(const SteppedTrees& trees, const NodePair& pair) const
{
    if (trees.are_leaves(pair))
        return true;
    if (trees.is_same(pair))
        return trees.a.make_ready(pair.a, pair.box_a, 0);
    const Opening opening = opening_of(trees, pair);
    const std::uint32_t far =
        remembers_ ? children_beyond(trees.distance, memory_.find(opening.name, opening.approach())) : 0;
    return opening.nodes.make_ready(opening.node, widened_loosely_by(trees.distance, opening.other), far);
}

void PairOpener::open_same(const SteppedTrees& trees, const NodePair& pair)
{
    NodeBlock below;
    trees.a.open(pair.a, pair.box_a, 0, below);
    below.for_each([&](std::uint32_t i) {
        below.for_each([&](std::uint32_t j) {
            if (j < i)
                return;
            ++node_tests_;
            if (may_touch(below.box(i), below.box(j), trees.distance))
                pairs_[count_++] = {below.name[i], below.name[j], below.box(i), below.box(j)};
        });
    });
}

void PairOpener::open_one_side(const SteppedTrees& trees, const NodePair& pair)
{
    const Opening opening = opening_of(trees, pair);
    const Approach now = remembers_ ? opening.approach() : Approach();
    SeparationMemory::Gaps known = remembers_ ? memory_.find(opening.name, now) : SeparationMemory::nothing_known();
    NodeBlock below;
    opening.nodes.open(
        opening.node, widened_loosely_by(trees.distance, opening.other), children_beyond(trees.distance, known), below);
    node_tests_ += below.count();
    below.for_each([&](std::uint32_t k) {
        const Box box = below.box(k);
        const AxisGap gap = widest_gap(box, opening.other);
        known.metres[k] = gap.metres;
        known.direction[k] = gap.direction;
        if (!may_touch(box, opening.other, trees.distance))
            return;
        NodePair& next = pairs_[count_++] = pair;
        (opening.of_a ? next.a : next.b) = below.name[k];
        (opening.of_a ? next.box_a : next.box_b) = box;
    });
    if (remembers_)
        memory_.keep(opening.name, now, known);
}

} // namespace tactus
