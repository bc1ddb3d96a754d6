// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/work_prices.h"
#include "geometry/triangle_pairs/triangle_batch.h"
#include "search/self/windows/self_blocks.h"
#include "search/self/windows/self_body.h"
#include "tree/clusters/windows/adjacent_leaves.h"

namespace tactus {

/// What a query of a body against itself does with a batch of pairs of nodes, whichever way it goes through the
/// batches.
struct SelfBatches {
    /// The most children that a batch can have.
    static constexpr std::size_t max_children = 64 * per_unit::self_node_pairs;
    /// What is below so many pairs of clusters is listed before batches of pairs of leaves are cut off that list: where
    /// these begin is part of what a work unit is.
    static constexpr std::size_t cluster_pairs_a_wave = 4096;

    const SelfBody& body;
    const SelfBlocks& blocks;

    static constexpr std::size_t count_for(std::size_t items, std::size_t items_a_batch)
    {
        return (items + items_a_batch - 1) / items_a_batch;
    }

    /// Writes the pairs of children whose boxes overlap, for at most per_unit::self_node_pairs pairs of nodes of one
    /// level. Gives their number. The children of leaves are slots of triangles that share no vertex.
    std::size_t open(std::uint32_t level, std::span<const AdjacentPair> nodes, IndexPair* children) const;
    std::size_t open(std::uint32_t level, std::span<const IndexPair> nodes, IndexPair* children) const;

    /// Keeps the pairs of slots whose triangles intersect, in `hits`, which may be `candidates` or stand before them.
    std::size_t test(const IndexPair* candidates, std::size_t count, IndexPair* hits) const;

    /// The caller's numbers of two triangles, the smaller one first.
    TrianglePair numbered(IndexPair slots) const
    {
        const std::uint32_t* triangle_of_slot = body.tree.triangle_of_slot.data();
        const std::uint32_t a = triangle_of_slot[slots.a], b = triangle_of_slot[slots.b];
        return {std::min(a, b), std::max(a, b)};
    }
    void number(const IndexPair* hits, std::size_t count, TrianglePair* pairs) const
    {
        for (std::size_t k = 0; k < count; ++k)
            pairs[k] = numbered(hits[k]);
    }

    /// Calls f(b) for the slots after a whose triangles share a vertex with a's, once each, as long as it gives true:
    /// each is met at the first vertex of a that b has as well. Gives false where f did.
    template <class F>
    bool for_each_neighbour(std::uint32_t a, F f) const;
    /// Whether the triangles of two slots that share a vertex meet in more than what they share.
    bool neighbours_meet(IndexPair slots) const;

private:
    template <class Pair>
    std::size_t open_any(std::uint32_t level, std::span<const Pair> nodes, IndexPair* children) const;
};

template <class F>
bool SelfBatches::for_each_neighbour(std::uint32_t a, F f) const
{
    const ClusterTree& tree = body.tree;
    if (tree.triangle_of_slot[a] == ClusterTree::no_triangle)
        return true;
    const TriangleIndices& corners = tree.indices[a];
    for (int k = 0; k < 3; ++k)
        for (const std::uint32_t b : (*body.tables.stars)[corners[k]]) {
            const TriangleIndices& other = tree.indices[b];
            const auto has = [&](std::uint32_t place) {
                return std::find(other.begin(), other.end(), place) != other.end();
            };
            if (b <= a || (k > 0 && has(corners[0])) || (k > 1 && has(corners[1])))
                continue;
            if (!f(b))
                return false;
        }
    return true;
}

} // namespace tactus
