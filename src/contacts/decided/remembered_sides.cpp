// SPDX-License-Identifier: MIT
// What is known from query to query beside the contacts that were listed: those without room, and on which side of each
// other the features of contacts between open surfaces are.
#include <algorithm>
#include <optional>

#include "base/planted_fault.h"
#include "contacts/decided/confirmed_contacts.h"
#include "contacts/encounters/contact_sides.h"

namespace tactus {
namespace {

// While queries are cut, so many of them may pass over a contact before it is forgotten.
constexpr std::uint8_t most_missed = 16;

/// Whether two triangles of a surface that share an edge go along it in opposite directions, as they do if both face
/// the same way.
bool face_alike(const std::array<std::uint32_t, 3>& one, const std::array<std::uint32_t, 3>& other)
{
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (one[i] == other[j] && one[(i + 1) % 3] == other[(j + 1) % 3])
                return false;
    return true;
}

} // namespace

/// A contact that has moved on from one face to another is on the same side of both.
void ConfirmedContacts::carry_side(const Record& before, Record& record)
{
    const bool is_same = before.pair == record.pair;
    const bool is_known =
        is_same || (before.pair.kind != ElementaryKind::edge_edge && face_alike(before.beside, record.beside));
    record.side = is_known ? before.side : std::int8_t{0};
}

void ConfirmedContacts::take_side(const ContactEncounter& encounter, std::uint32_t index)
{
    Contact& contact = list_.confirmed(index);
    Record& record = records_[index];
    std::optional<int> now;
    if (encounter.has_one_sided()) {
        now = side_by_orientation(encounter, contact);
        record.side = 1;
    } else {
        now = side_of_contact(encounter, contact);
        if (!now || TACTUS_FAULT(69)) {
            record.side = 0;
        } else if (record.side == 0 && !contact.crosses) {
            record.side = static_cast<std::int8_t>(*now);
            record.has_learned_side = true;
        }
    }
    if (record.side == 0)
        return;
    has_sides_ = true;
    // For contacts that are not local, others speak.
    if (!now || *now == 0 || (contact.silent && !contact.crosses))
        return;
    if (*now != record.side)
        set_passed(encounter, contact);
    else if (contact.crosses && contact.kind != ContactKind::edge_edge)
        set_quiet(contact);
}

void ConfirmedContacts::keep(const Record& old, std::uint32_t encounter)
{
    const bool has_side = old.side != 0 && !TACTUS_FAULT(70);
    if (old.fate == Fate::carried_on || old.missed == most_missed || !(has_side || old.fate == Fate::left_out))
        return;
    Record kept = old;
    kept.encounter = encounter;
    ++kept.missed;
    kept_.push_back(kept);
}

void ConfirmedContacts::take_kept()
{
    const auto place = [&](std::uint32_t index) {
        const Record& record = old_records_[index];
        const BodyPair& bodies = old_bodies_[record.encounter];
        return ContactHash(ContactHash::of_bodies(bodies.a, bodies.b), record.pair).place();
    };
    old_count_ = old_records_.size();
    for (const Record& kept : kept_.span()) {
        const auto index = static_cast<std::uint32_t>(old_records_.size());
        old_records_.push_back(kept);
        old_table_.insert(place(index), index, place);
    }
    kept_.clear();
}

} // namespace tactus
