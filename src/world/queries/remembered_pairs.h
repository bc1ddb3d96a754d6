// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <tactus/body.h>

#include "queries/closest/closest_so_far.h"

namespace tactus {

/// Where the triangles stood that were closest when two bodies were last asked for. Of two pairs of bodies that fall on
/// the same entry the later one stays, so that it never takes memory: what is forgotten only has to be searched anew.
class RememberedPairs {
public:
    std::optional<PlacePair> find(BodyId a, BodyId b) const
    {
        const Entry& entry = entries_[entry_of(a, b)];
        return entry.is_used && entry.a == a && entry.b == b ? std::optional(entry.places) : std::nullopt;
    }
    void forget() { entries_.fill({}); }
    void keep(BodyId a, BodyId b, PlacePair places) { entries_[entry_of(a, b)] = {true, a, b, places}; }

private:
    struct Entry {
        bool is_used = false;
        BodyId a;
        BodyId b;
        PlacePair places;
    };
    static constexpr std::uint32_t bits = 9;

    static std::size_t entry_of(BodyId a, BodyId b)
    {
        return (a.index * 2654435769u + b.index * 2246822519u) >> (32 - bits);
    }

    std::array<Entry, std::size_t{1} << bits> entries_;
};

} // namespace tactus
