// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "search/self/self_task.h"
#include "search/self/windows/pair_pieces.h"

namespace tactus {

/// The way through a body against itself where a budget may end, or the first hit is enough.
///
/// A unit of work is a batch of about two microseconds. Batches are done in waves: a wave's boxes are compared on all
/// workers, then what they left is tested on all workers, then its pairs are listed in order.
/// Holds the scratch memory of the search, which is kept from query to query.
class SelfWaves {
public:
    /// What the search came to. With first_hit_only it stops soon after the first pair.
    RefinementOutcome find_pairs(const SelfTask& task, bool first_hit_only);

    std::size_t bytes() const;

private:
    static constexpr std::size_t batches_a_wave = 64;
    static constexpr std::size_t pairs_a_wave = per_unit::self_node_pairs * batches_a_wave;

    struct Search;

    Buffer<IndexPair> pairs_;
    Buffer<IndexPair> opened_;
    Buffer<IndexPair> leaf_pairs_;
    PairPieces<AdjacentPair> adjacent_list_;
    PairPieces<IndexPair> pair_list_;
    PairPieces<IndexPair> leaf_list_;
    /// For each batch of a wave, room for all the children it can have.
    Buffer<IndexPair> children_;
    std::array<std::uint32_t, batches_a_wave> child_counts_ = {};
};

} // namespace tactus
