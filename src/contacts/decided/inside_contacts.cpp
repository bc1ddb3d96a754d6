// SPDX-License-Identifier: MIT
// Contacts of what lies inside a body as a whole, by its number: many are looked up, named and put into the table in
// turn. What is looked up and named at the same time has nothing to do with each other.
#include "base/planted_fault.h"
#include "contacts/decided/confirmed_contacts.h"

namespace tactus {
namespace {

ElementaryPair pair_inside(ContactKind kind, std::uint32_t number)
{
    switch (kind) {
    case ContactKind::vertex_inside:
        return {ElementaryKind::vertex_inside, number, 0};
    case ContactKind::shaft_inside:
        return {ElementaryKind::shaft_inside, number, 0};
    case ContactKind::inside_shaft:
        return {ElementaryKind::inside_shaft, 0, number};
    default:
        return {ElementaryKind::inside_vertex, 0, number};
    }
}

} // namespace

/// Which of them are known, and which contacts of the query before they were.
void ConfirmedContacts::look_up_inside(
    const ContactEncounter& encounter, ContactKind kind, std::span<const std::uint32_t> numbers, Inside* inside) const
{
    const std::uint64_t hash_of_bodies = ContactHash::of_bodies(encounter.a.id, encounter.b.id);
    const std::uint32_t number = index_of(encounter);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        inside[k].hash = ContactHash(hash_of_bodies, pair_inside(kind, numbers[k]));
        table_.prefetch(inside[k].hash.place());
        old_table_.prefetch(inside[k].hash.place());
    }
    std::uint32_t next_old = none;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const ElementaryPair pair = pair_inside(kind, numbers[k]);
        const std::uint64_t place = inside[k].hash.place();
        const auto is_it = [&](std::uint32_t index) {
            return records_[index].pair == pair && records_[index].encounter == number;
        };
        inside[k].is_known = table_.find(place, is_it) != none;
        const bool is_lost = k == 63 && TACTUS_FAULT(146);
        inside[k].old = is_lost ? none : guess_or_find_old(pair, old_encounters_[number], place, next_old);
    }
}

void ConfirmedContacts::name_inside(
    const ContactEncounter& encounter, ContactKind kind, std::uint32_t number, const Inside& inside, std::size_t index)
{
    std::uint32_t old = inside.old;
    if (old == none && (kind == ContactKind::shaft_inside || kind == ContactKind::inside_shaft))
        old = find_old_outside(encounter, list_.confirmed(index));
    name(pair_inside(kind, number), index_of(encounter), inside.hash, old, index);
}

void ConfirmedContacts::insert_inside(std::size_t first)
{
    constexpr std::size_t ahead = 8;
    const auto prefetch = [&](std::size_t k) {
        if (k < inside_.size())
            table_.prefetch(inside_[k].hash.place());
    };
    for (std::size_t k = 0; k < ahead; ++k)
        prefetch(k);
    for (std::size_t k = 0; k < inside_.size(); ++k) {
        prefetch(k + ahead);
        table_.insert(inside_[k].hash.place(), static_cast<std::uint32_t>(first + k), [&](std::uint32_t other) {
            return place_of(other);
        });
    }
}

} // namespace tactus
