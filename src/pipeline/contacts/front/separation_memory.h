// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/buffer.h"
#include "hierarchy/parts/part_tree.h"
#include "base/hashed_numbers.h"

namespace tactus {

/// A node of one body against a node of another, one of which was opened.
struct OpenedPair {
    std::uint32_t body_a = 0;
    std::uint32_t body_b = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool opens_a = false; ///< which one: parts change their sizes, and the larger one is opened

    friend constexpr bool operator==(const OpenedPair&, const OpenedPair&) = default;
};

/// How far two bodies have travelled together; comparable within the same eras.
struct JointTravel {
    std::uint64_t era_a = 0;
    std::uint64_t era_b = 0;
    double metres = 0.0;

    JointTravel() = default;
    JointTravel(const Travel& a, const Travel& b) : era_a(a.era), era_b(b.era), metres(a.metres + b.metres) {}
    bool is_known() const { return era_a != 0 && era_b != 0; }
};

/// Remembers, from query to query, how far the children of opened nodes were from the node that stood still. A child that
/// was farther away than all motion since can have closed needs no new test. Of two pairs that fall on the same entry the
/// later one stays: what is forgotten only has to be tested anew.
class SeparationMemory {
public:
    /// Metres between each of the eight children and the other node along one axis; anything below 0 is not known.
    using Gaps = std::array<float, 8>;

    static constexpr Gaps nothing_known()
    {
        Gaps gaps{};
        gaps.fill(-1.0f);
        return gaps;
    }

    void make_room()
    {
        if (entries_.empty())
            forget();
    }
    /// Everything: a body's number may come to mean another one.
    void forget()
    {
        entries_.resize_uninitialised(entry_count);
        std::fill(entries_.begin(), entries_.end(), Entry{});
    }

    /// What is left today of the gaps that were kept.
    Gaps find(const OpenedPair& pair, const JointTravel& travel) const
    {
        const Entry& entry = entries_[place_of(pair)];
        if (!(entry.pair == pair) || !travel.is_known() || entry.travel.era_a != travel.era_a
            || entry.travel.era_b != travel.era_b)
            return nothing_known();
        // The sums of all steps are themselves rounded.
        const double moved = travel.metres - entry.travel.metres + travel.metres * 0x1p-40;
        Gaps gaps = entry.gaps;
        for (float& gap : gaps)
            gap = static_cast<float>((double(gap) - moved) * (gap > 0.0f ? 1.0 - 0x1p-20 : 1.0));
        return gaps;
    }

    void keep(const OpenedPair& pair, const JointTravel& travel, const Gaps& gaps)
    {
        if (travel.is_known())
            entries_[place_of(pair)] = {pair, travel, gaps};
    }

    std::size_t bytes() const { return entries_.bytes(); }

private:
    struct Entry {
        OpenedPair pair = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, false};
        JointTravel travel;
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
};

} // namespace tactus
