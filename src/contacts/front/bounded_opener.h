// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "contacts/encounters/encounter.h"
#include "contacts/front/front.h"
#include "search/nodes/pair_opener.h"

namespace tactus {

/// Opens pairs of the front, and says what the boxes of what comes of them tell about contacts.
class BoundedOpener {
public:
    /// The encounters must stay until the next call. Where it remembers nothing, all that is opened is looked at.
    void begin(bool remembers, std::span<const ContactEncounter> encounters)
    {
        encounters_ = encounters;
        opener_.begin(remembers);
    }
    /// Takes its memory now.
    void make_room() { opener_.make_room(); }
    /// A body's number may come to mean another one.
    void forget_bodies() { opener_.forget(); }

    /// Whether only triangles are left on both sides.
    bool are_leaves(const OpenPair& pair) const { return trees(pair).are_leaves(pair.nodes); }
    /// Does some of what open would have to bring up to date first, at most half a work unit; true when little is left.
    bool make_ready(const OpenPair& pair) const { return opener_.make_ready(trees(pair), pair.nodes); }
    /// Gives what takes the place of a pair that is not two leaves. It lives until the next call.
    std::span<const OpenPair> open(const OpenPair& pair)
    {
        const ContactEncounter& encounter = encounters_[pair.encounter];
        std::size_t count = 0;
        for (const NodePair& below : opener_.open(encounter.trees(), pair.nodes)) {
            OpenPair& next = opened_[count] = pair;
            next.nodes = below;
            // Of a plane that lies askew, its box does not say enough.
            if (encounter.has_half_space() && !may_touch(encounter, next.nodes))
                continue;
            next.bounds = narrowed(bounds_of(encounter, next.nodes), pair.bounds);
            ++count;
        }
        return {opened_.data(), count};
    }
    /// Gives the triangles of two leaves that may touch, and how many pairs there are.
    std::uint32_t open_leaves(const OpenPair& pair, std::array<TrianglePair, 64>& triangles) const
    {
        const ContactEncounter& encounter = encounters_[pair.encounter];
        std::array<IndexPair, 64> places;
        const std::uint32_t count = opener_.open_leaves(trees(pair), pair.nodes, places);
        for (std::uint32_t k = 0; k < count; ++k)
            triangles[k] = {encounter.a.list.number(places[k].a), encounter.b.list.number(places[k].b)};
        return count;
    }

    std::uint64_t node_tests() const { return opener_.node_tests(); } ///< Since the query began.
    std::size_t bytes() const { return opener_.bytes(); }

private:
    SteppedTrees trees(const OpenPair& pair) const { return encounters_[pair.encounter].trees(); }

    PairOpener opener_;
    std::span<const ContactEncounter> encounters_;
    std::array<OpenPair, PairOpener::max_pairs> opened_;
};

} // namespace tactus
