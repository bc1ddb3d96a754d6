// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/hashed_numbers.h"
#include "search/nodes/approach.h"

namespace tactus {

/// A node of one body against a node of another, one of which was opened.
struct OpenedPair {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool opens_a = false; ///< Which one: nodes change their sizes, and the larger one is opened.

    friend constexpr bool operator==(const OpenedPair&, const OpenedPair&) = default;
};

/// Remembers, from query to query, how far the children of opened nodes were from the other node, each along one axis.
/// A child that was farther away than the two have come towards each other along it needs no new test. Of two pairs
/// that fall on the same entry the later one stays: what is forgotten only has to be tested anew.
class SeparationMemory {
public:
    /// Of the eight children; less than 0 metres is not known.
    struct Gaps {
        std::array<float, 8> metres;
        std::array<Direction, 8> direction;
    };

    static constexpr Gaps nothing_known()
    {
        Gaps gaps{};
        gaps.metres.fill(-1.0f);
        return gaps;
    }

    /// Takes its memory, unless it has any. There are megabytes of it, which are used for the first time now, or entry
    /// by entry.
    void make_room(bool uses_memory = true)
    {
        if (!entries_.empty())
            return;
        if (uses_memory)
            entries_.reserve_touched(entry_count);
        entries_.resize_uninitialised(entry_count);
    }
    /// Forgets everything, since a body's number may come to mean another one. Bodies may be cut in every frame: the
    /// entries stay where they are and count no more.
    void forget() { is_kept_.fill(0); }

    /// What is left today of the gaps that were kept.
    Gaps find(const OpenedPair& pair, const Approach& now) const
    {
        const std::size_t place = place_of(pair);
        const Entry& entry = entries_[place];
        if ((is_kept_[place / 64] >> place % 64 & 1) == 0 || !(entry.pair == pair)
            || !now.is_comparable(entry.approach))
            return nothing_known();
        const std::array<double, direction_count> closed = now.since(entry.approach);
        Gaps gaps = entry.gaps;
        for (std::size_t k = 0; k < 8; ++k) {
            const double left = double(gaps.metres[k]) - closed[gaps.direction[k]];
            gaps.metres[k] = static_cast<float>(left - std::abs(left) * 0x1p-20);
        }
        return gaps;
    }

    void keep(const OpenedPair& pair, const Approach& now, const Gaps& gaps)
    {
        if (!now.is_known())
            return;
        const std::size_t place = place_of(pair);
        is_kept_[place / 64] |= std::uint64_t{1} << place % 64;
        entries_[place] = {pair, now, gaps};
    }

    std::size_t bytes() const { return entries_.bytes(); }

private:
    struct Entry {
        OpenedPair pair = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, false};
        Approach approach;
        Gaps gaps = nothing_known();
    };
    static constexpr std::size_t entry_count = std::size_t{1} << 14;

    static std::size_t place_of(const OpenedPair& pair)
    {
        const std::uint64_t bodies = std::uint64_t(pair.body_a) << 32 | pair.body_b;
        const std::uint64_t nodes = std::uint64_t(pair.a) << 32 | pair.b;
        return mixed(mixed(bodies) + nodes + (pair.opens_a ? 1 : 0)) & (entry_count - 1);
    }

    Buffer<Entry> entries_;
    std::array<std::uint64_t, entry_count / 64> is_kept_ = {}; ///< A bit for each entry that counts.
};

} // namespace tactus
