// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.h"
#include "search/self/self_task.h"
#include "search/self/windows/pair_pieces.h"

namespace tactus {

/// The way through a body against itself where nothing ends it early: as few loops as there are levels, in which each
/// worker lists what it finds in memory of its own. It finds the same pairs in the same order as SelfWaves, and spends
/// as many units.
/// Holds the scratch memory of the search, which is kept from query to query.
class SelfDescent {
public:
    /// The meter must have no limit.
    void find_pairs(const SelfTask& task);

    std::size_t bytes() const;

private:
    /// What one worker needs, on lines of its own.
    struct alignas(64) Room {
        std::array<Buffer<IndexPair>, 2> children; ///< of nodes of even and of odd levels
        Buffer<IndexPair> candidates;
        Buffer<TrianglePair> hits;
    };
    /// What a batch, or a chunk of batches, has left in its worker's list.
    struct Part {
        std::uint32_t worker = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t place = 0; ///< in the list of all
    };
    template <class First, class Second>
    struct Lists;

    template <class Nodes>
    void open(
        const SelfTask& task, std::uint32_t level, const Nodes& nodes, std::size_t begin, std::size_t end,
        PairPieces<IndexPair>& children);
    template <class Leaves>
    void test(const SelfTask& task, const Leaves& leaves);
    void test_neighbours(const SelfTask& task);
    Buffer<TrianglePair>& hits_of(const SelfTask& task, std::uint32_t worker);
    void begin_hits(const SelfTask& task, std::size_t chunks);
    void append_hits(const SelfTask& task);

    std::vector<Room> rooms_;
    Buffer<Part> parts_;
    PairPieces<AdjacentPair> adjacent_;
    std::array<PairPieces<IndexPair>, 2> found_; ///< what the rooms' children are, in order
};

} // namespace tactus
