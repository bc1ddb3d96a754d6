// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/work_prices.h"

namespace tactus {

/// A list of pairs whose pieces stand in different places, cut into batches of per_unit::self_node_pairs. The pairs
/// stay where they are and must outlive the list.
template <class Pair>
class PairPieces {
public:
    static constexpr std::size_t pairs_a_batch = per_unit::self_node_pairs;

    void clear()
    {
        pieces_.clear();
        first_pieces_.clear();
        end_ = 0;
    }

    void append(const Pair* pairs, std::size_t count)
    {
        if (count == 0)
            return;
        if (!pieces_.empty() && pieces_.back().end == end_ && pieces_.back().after() == pairs)
            pieces_.back().end += count;
        else
            pieces_.push_back({pairs, end_, end_ + count});
        end_ += count;
        while (first_pieces_.size() * pairs_a_batch < end_)
            first_pieces_.push_back(static_cast<std::uint32_t>(pieces_.size() - 1));
    }

    /// What is appended next begins a batch, and the last batch stays shorter.
    void end_batch() { end_ = batch_count() * pairs_a_batch; }

    /// The number of pairs, where end_batch was never called.
    std::size_t size() const { return end_; }
    std::size_t batch_count() const { return first_pieces_.size(); }

    /// The pairs of a batch. They are in `room`, which is for pairs_a_batch, if they are not side by side already.
    std::span<const Pair> batch(std::size_t index, Pair* room) const
    {
        const std::size_t begin = index * pairs_a_batch, end = begin + pairs_a_batch;
        const Piece* piece = pieces_.data() + first_pieces_.data()[index];
        const Piece* const last = pieces_.end() - 1;
        const Pair* const pairs = piece->pairs + (begin - piece->begin);
        std::size_t count = std::min(piece->end, end) - begin;
        if (piece == last || piece[1].begin >= end)
            return {pairs, count};
        std::copy_n(pairs, count, room);
        do {
            ++piece;
            const std::size_t more = std::min(piece->end, end) - piece->begin;
            std::copy_n(piece->pairs, more, room + count);
            count += more;
        } while (piece != last && piece[1].begin < end);
        return {room, count};
    }

    std::size_t bytes() const { return pieces_.bytes() + first_pieces_.bytes(); }

private:
    /// Pairs [begin, end) of the list.
    struct Piece {
        const Pair* pairs;
        std::size_t begin;
        std::size_t end;

        const Pair* after() const { return pairs + (end - begin); }
    };

    Buffer<Piece> pieces_;
    Buffer<std::uint32_t> first_pieces_; ///< per batch, the piece that it begins in
    std::size_t end_ = 0;                ///< the number of the pair that is appended next
};

} // namespace tactus
