// SPDX-License-Identifier: MIT
// What a contact search does about leaves: their triangles are decided, many at a time.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/work_prices.h"
#include "contacts/contact_search.h"
#include "contacts/front/part_names.h"

namespace tactus {
namespace {

// Nine pairs of edges, and three vertices of either triangle with the other's face.
constexpr std::size_t most_contacts_of_a_pair = 15;

} // namespace

/// Takes two leaves, and more of them that wait, to decide their triangles together.
void ContactSearch::gather_leaves(std::uint32_t handle)
{
    const std::uint32_t encounter = front_[handle].encounter;
    begin_deciding(encounter);
    std::uint32_t compared = add_to_decide(handle, front_[handle]);
    // A contact that finds no room is one of a part that is known, if that is decided alone.
    while (compared < per_call::compared_pairs && deciding_.parts.size() < per_call::compared_leaves
           && confirmed_.list().room() > most_contacts_of_a_pair * (deciding_.pairs.size() + 64)) {
        const std::optional<std::uint32_t> next = front_.take_leaves_of(encounter);
        if (!next)
            break;
        if (is_good_enough(*next))
            resting_.push_back(*next);
        else if (!front_[*next].is_sifted && !front_[*next].is_listed() && sifts(encounter)) {
            queue(*next);
            break;
        } else
            compared += add_to_decide(*next, front_[*next]);
    }
    is_deciding_ = true;
    if (deciding_.pairs.empty())
        note_decided();
}

void ContactSearch::begin_deciding(std::uint32_t encounter)
{
    deciding_.encounter = encounter;
    deciding_.next = deciding_.next_part = 0;
    deciding_.merged = 0;
    deciding_.parts.clear();
    deciding_.pairs.clear();
}

/// Appends the triangles of two leaves, or of a piece of a list, that may be in contact. Gives how many were compared.
std::uint32_t ContactSearch::append_triangles(const OpenPair& part, Buffer<TrianglePair>& pairs) const
{
    if (!part.is_listed())
        return opener_.open_leaves(part, pairs);
    for (std::uint32_t k = part.listed.begin; k < part.listed.end; ++k)
        pairs.push_back(listed_[k]);
    return part.listed.end - part.listed.begin;
}

void ContactSearch::name_parts()
{
    front_.for_each_written([&](const OpenPair& part, Contact& contact) {
        const ContactEncounter& encounter = encounters_[part.encounter];
        if (part.is_listed())
            name_part(encounter, listed_[part.listed.begin], contact);
        else if (part.covers_group())
            name_group(encounter, part.nodes, part.group, part.covers_a, contact);
        else
            name_part(encounter, part.nodes, contact);
    });
}

/// Gives how many triangles were compared.
std::uint32_t ContactSearch::add_to_decide(std::uint32_t handle, const OpenPair& part)
{
    const std::uint32_t compared = append_triangles(part, deciding_.pairs);
    deciding_.parts.push_back({handle, deciding_.pairs.size()});
    return compared;
}

void ContactSearch::decide_next(std::uint64_t units)
{
    const std::size_t count = std::min<std::size_t>(units * per_unit::decided_pairs, deciding_.left());
    deciding_.merged += decide(deciding_.encounter, {deciding_.pairs.data() + deciding_.next, count});
    deciding_.next += count;
    note_decided();
}

/// Those that are not verified. Gives how many contacts found no room.
std::uint32_t ContactSearch::decide(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    asked_.clear();
    for (const TrianglePair& pair : pairs)
        if (!decider_.is_verified(encounter, pair))
            asked_.push_back(pair);
    return decider_.decide(encounter, asked_.span());
}

/// Parts whose triangles are all decided are open no more, but for those with contacts that found no room.
void ContactSearch::note_decided()
{
    for (; deciding_.next_part < deciding_.parts.size(); ++deciding_.next_part) {
        const DecidedPart part = deciding_.parts[deciding_.next_part];
        if (part.end > deciding_.next)
            return;
        const std::uint32_t merged = std::exchange(deciding_.merged, 0);
        if (digging_in_)
            dug_merged_ += merged;
        else if (merged == 0)
            remove_part(part.handle);
        else
            note_merged(part.handle, merged);
    }
    is_deciding_ = false;
}

} // namespace tactus
