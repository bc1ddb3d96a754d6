// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/encounters/encounter.h"
#include "contacts/front/front.h"
#include "search/nodes/pair_opener.h"

namespace tactus {

/// Opens pairs of the front. What comes of a pair lies within its boxes.
class BoundedOpener {
public:
    /// The encounters must stay until the next call. Where it remembers nothing, all that is opened is looked at.
    void begin(bool remembers, std::span<const ContactEncounter> encounters)
    {
        encounters_ = encounters;
        opener_.begin(remembers);
    }
    /// Takes its memory now, and uses it for the first time.
    void make_room() { opener_.make_room(); }
    /// A body's number may come to mean another one.
    void forget_bodies() { opener_.forget(); }

    /// Whether only triangles are left on both sides.
    bool are_leaves(const OpenPair& pair) const { return trees(pair).are_leaves(pair.nodes); }
    /// What opening a pair costs, in the prices of base/work_prices.h.
    std::uint64_t price_of(const OpenPair& pair) const { return opener_.price_of(trees(pair), pair.nodes); }
    /// Does some of what open would have to bring up to date first, at most half a work unit; true when little is left.
    bool make_ready(const OpenPair& pair) const { return opener_.make_ready(trees(pair), pair.nodes); }
    /// Gives what takes the place of a pair that is not two leaves. It lives until the next call.
    std::span<const OpenPair> open(const OpenPair& pair)
    {
        const ContactEncounter& encounter = encounters_[pair.encounter];
        std::size_t count = 0;
        for (const NodePair& below : opener_.open(encounter.trees(), pair.nodes)) {
            OpenPair& next = opened_[count] = pair;
            next.nodes = {
                below.a, below.b, within(below.box_a, pair.nodes.box_a), within(below.box_b, pair.nodes.box_b)};
            // Of a plane that lies askew, its box does not say enough.
            if (encounter.has_half_space() && !may_touch(encounter, next.nodes))
                continue;
            next.likely_error = std::min(
                pair.likely_error, likely_error_of(next.nodes.box_a, next.nodes.box_b, encounter.contact_distance));
            next.are_leaves = are_leaves(next);
            if (next.known == OpenPair::Bounds::own)
                next.known = OpenPair::Bounds::of_parent;
            ++count;
        }
        return {opened_.data(), count};
    }
    /// Appends the triangles of two leaves that may be in contact. Gives how many were compared.
    std::uint32_t open_leaves(const OpenPair& pair, Buffer<TrianglePair>& triangles) const
    {
        const ContactEncounter& encounter = encounters_[pair.encounter];
        std::array<IndexPair, 64> places;
        const std::uint32_t near = opener_.open_leaves(trees(pair), pair.nodes, places);
        std::size_t count = near;
        const TriangleList &a = encounter.a.list, &b = encounter.b.list;
        // Where only what meets is in contact, triangles that do not need not be asked about their features.
        if (encounter.needs_intersection())
            count = intersecting_pairs(
                {a.positions, a.indices.data()->data()}, {b.positions, b.indices.data()->data()}, places.data(), count,
                places.data());
        for (std::size_t k = 0; k < count; ++k)
            triangles.push_back({a.number(places[k].a), b.number(places[k].b)});
        return near;
    }

    std::uint64_t node_tests() const { return opener_.node_tests(); } ///< Since the query began.
    std::size_t bytes() const { return opener_.bytes(); }

private:
    /// What lies in a box, and in another one around it: children's boxes may be rounded outwards.
    static Box within(const Box& box, const Box& around)
    {
        const Box both = intersection(box, around);
        return is_empty(both) ? box : both;
    }
    SteppedTrees trees(const OpenPair& pair) const { return encounters_[pair.encounter].trees(); }

    PairOpener opener_;
    std::span<const ContactEncounter> encounters_;
    std::array<OpenPair, PairOpener::max_pairs> opened_;
};

} // namespace tactus
