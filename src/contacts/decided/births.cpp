// SPDX-License-Identifier: MIT
// Contacts that begin: where a vertex, an edge or a sphere has left one feature for another one beside it, they carry
// the contact on that it had there.
#include "contacts/decided/confirmed_contacts.h"
#include "geometry/triangle_pairs/triangle_neighbours.h"

namespace tactus {
namespace {

/// Whether the same vertex, edge or sphere is in contact, whatever with.
bool is_beside(const ElementaryPair& left, const ElementaryPair& right)
{
    const bool same_vertex =
        left.kind == right.kind && (left.kind == ElementaryKind::face_vertex ? left.b == right.b : left.a == right.a);
    return same_vertex || (is_of_sphere_on_mesh(left.kind) && is_of_sphere_on_mesh(right.kind));
}

} // namespace

/// The old contact that has become this new one: of a vertex or edge that has left the feature it was on, to one beside
/// it. Of several the first.
std::uint32_t ConfirmedContacts::predecessor(std::uint32_t contact, std::uint64_t place) const
{
    const Record& now = records_.data()[contact];
    if (lost_count_ == 0)
        return none;
    const std::uint32_t old_encounter = old_encounters_.data()[now.encounter];
    std::size_t first = lost_count_;
    old_table_.visit_similar(place, [&](std::uint32_t old) {
        const Record& before = old_records_.data()[old];
        if (old < first && before.fate == Fate::unknown && before.encounter == old_encounter
            && is_beside(before.pair, now.pair) && share_vertex(before.beside, now.beside))
            first = old;
    });
    return first < lost_count_ ? static_cast<std::uint32_t>(first) : none;
}

void ConfirmedContacts::hold_births()
{
    holds_births_ = true;
    births_.clear();
}

void ConfirmedContacts::release_births()
{
    holds_births_ = false;
    lose_unclaimed(old_count());
    for (const Birth& birth : births_.span())
        if (const std::uint32_t old = predecessor(birth.contact, birth.place); old != none) {
            Record& record = records_[birth.contact];
            carry_on(old, record, list_.confirmed(birth.contact));
            if (encounters_[record.encounter].takes_sides())
                take_side(encounters_[record.encounter], birth.contact);
        }
}

} // namespace tactus
