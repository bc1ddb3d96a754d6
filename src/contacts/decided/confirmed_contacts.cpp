// SPDX-License-Identifier: MIT
#include "contacts/decided/confirmed_contacts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/planted_fault.h"
#include "contacts/encounters/crossed_push.h"
#include "contacts/features/region_bounds.h"

namespace tactus {
namespace {

bool is_before(HoldingTriangles left, const Contact& right)
{
    return std::tie(left.a, left.b) < std::tie(right.triangle_a, right.triangle_b);
}

/// Copies what a Contact and a DecidedContact have in the same order, which is most of either.
void copy_features(const DecidedContact& from, Contact& to)
{
    constexpr std::size_t begin = offsetof(Contact, triangle_a), from_begin = offsetof(DecidedContact, triangles);
    constexpr std::size_t size = offsetof(Contact, normal) + sizeof(Vec3) - begin;
    const auto is_same = [](std::size_t in_decided, std::size_t in_contact) {
        return in_decided - from_begin == in_contact - begin;
    };
    static_assert(is_same(offsetof(DecidedContact, vertices_a), offsetof(Contact, vertices_a)));
    static_assert(is_same(offsetof(DecidedContact, vertices_b), offsetof(Contact, vertices_b)));
    static_assert(is_same(offsetof(DecidedContact, weights_a), offsetof(Contact, weights_a)));
    static_assert(is_same(offsetof(DecidedContact, weights_b), offsetof(Contact, weights_b)));
    static_assert(is_same(offsetof(DecidedContact, point), offsetof(Contact, point)));
    static_assert(is_same(offsetof(DecidedContact, normal), offsetof(Contact, normal)));
    std::memcpy(
        reinterpret_cast<std::byte*>(&to) + begin, reinterpret_cast<const std::byte*>(&from) + from_begin, size);
}

/// Writes all that is decided into the contact: everything but its name.
void write(const ContactEncounter& encounter, const DecidedContact& __restrict decided, Contact& __restrict contact)
{
    contact.body_a = encounter.a.id;
    contact.body_b = encounter.b.id;
    contact.kind = decided.kind;
    // Only where both have an inside can more be said about how deep it is.
    contact.depth_state = encounter.measures_depths ? DepthState::open : DepthState::local;
    contact.crosses = decided.decided.crosses;
    copy_features(decided, contact);
    contact.separation = contact.separation_lower = contact.separation_upper = decided.separation;
    contact.point_bound = contact.error_bound = 0.0f;
    if (contact.crosses && !encounter.has_sphere() && !encounter.has_half_space())
        set_crossed_push(encounter, contact);
    contact.silent = contact.crosses ? !(contact.separation < 0.0f) : decided.is_silent;
}

bool is_refused(const ContactEncounter& encounter, const DecidedContact& decided)
{
    Contact contact;
    write(encounter, decided, contact);
    contact.previous_point = contact.point;
    return encounter.refuses(contact);
}

} // namespace

void ConfirmedContacts::make_room(std::size_t max_contacts, std::size_t expected, RoomStages& stages)
{
    // The list never moves, and to use some memory for the first time takes no longer than a work unit: some is enough.
    if (stages.uses_memory())
        stages.add_step([=, this] { list_.touch(max_contacts, expected / 4); });
    for (Buffer<Record>* records : {&records_, &old_records_})
        stages.add_room(*records, expected);
    for (HashedNumbers* table : {&table_, &old_table_})
        table->make_room(expected, stages);
}

void ConfirmedContacts::begin(std::size_t max_contacts, std::span<const ContactEncounter> encounters)
{
    encounters_ = encounters;
    std::swap(bodies_, old_bodies_);
    bodies_.resize_uninitialised(encounters.size());
    old_encounters_.resize_uninitialised(encounters.size());
    const BodyPair* old = old_bodies_.begin();
    for (std::size_t i = 0; i < encounters.size(); ++i) {
        bodies_[i] = {encounters[i].a.id, encounters[i].b.id};
        TACTUS_CHECK(i == 0 || bodies_[i - 1] < bodies_[i]);
        while (old != old_bodies_.end() && *old < bodies_[i])
            ++old;
        const bool is_known = old != old_bodies_.end() && *old == bodies_[i];
        old_encounters_[i] = is_known ? static_cast<std::uint32_t>(old - old_bodies_.begin()) : none;
    }
    hash_of_query_ = mixed(++query_);
    std::swap(records_, old_records_);
    std::swap(table_, old_table_);
    take_kept();
    has_renamed_ = false;
    list_.make_room(max_contacts);
    records_.clear();
    table_.clear(old_count());
    lost_count_ = 0;
    next_old_ = 0;
    maybe_crossed_.fill(0);
}

ConfirmedContacts::Old ConfirmedContacts::old(std::size_t index) const
{
    const Record& record = old_records_[index];
    const BodyPair& bodies = old_bodies_[record.encounter];
    return {bodies.a, bodies.b, record.triangles};
}

std::uint32_t ConfirmedContacts::index_of(const ContactEncounter& encounter) const
{
    return static_cast<std::uint32_t>(&encounter - encounters_.data());
}

std::uint64_t ConfirmedContacts::place_of(std::uint32_t contact) const
{
    const Record& record = records_[contact];
    const BodyPair& bodies = bodies_[record.encounter];
    return ContactHash(ContactHash::of_bodies(bodies.a, bodies.b), record.pair).place();
}

/// The contact that is known of the pair, or else the number that the next one gets; none where there is no room for
/// it. What is new and does not cross can only be known as crossing.
inline std::uint32_t ConfirmedContacts::known_or_next(
    const ElementaryContact& decided, bool are_new, std::uint32_t encounter, std::uint64_t place)
{
    const ElementaryPair& pair = decided.pair;
    std::uint64_t& crossed = maybe_crossed_[place / 64 % maybe_crossed_.size()];
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    const bool is_new = are_new && !decided.crosses && ((crossed & bit) == 0 || TACTUS_FAULT(131));
    crossed |= decided.crosses ? bit : 0;
    if (is_new && list_.room() > 0) {
        const auto next = static_cast<std::uint32_t>(list_.confirmed_count());
        table_.insert(place, next, [&](std::uint32_t index) { return place_of(index); });
        return next;
    }
    const auto is_it = [&](std::uint32_t index) {
        return records_.data()[index].pair == pair && records_.data()[index].encounter == encounter;
    };
    if (list_.room() == 0) [[unlikely]]
        return table_.find(place, is_it);
    return table_.find_or_insert(
        place, static_cast<std::uint32_t>(list_.confirmed_count()), is_it,
        [&](std::uint32_t index) { return place_of(index); });
}

inline bool
ConfirmedContacts::is_old(std::uint32_t index, const ElementaryPair& pair, std::uint32_t old_encounter) const
{
    if (index >= old_records_.size())
        return false;
    const Record& record = old_records_.data()[index];
    return record.pair == pair && record.encounter == old_encounter;
}

std::uint32_t
ConfirmedContacts::find_old(const ElementaryPair& pair, std::uint32_t old_encounter, std::uint64_t place) const
{
    return old_table_.find(place, [&](std::uint32_t index) { return is_old(index, pair, old_encounter); });
}

/// Most contacts follow the one that they followed in the query before.
inline std::uint32_t ConfirmedContacts::guess_or_find_old(
    const ElementaryPair& pair, std::uint32_t old_encounter, std::uint64_t place, std::uint32_t& next_old) const
{
    const std::uint32_t old = is_old(next_old, pair, old_encounter) ? next_old : find_old(pair, old_encounter, place);
    next_old = old != none ? old + 1 : next_old;
    return old;
}

/// Whether a contact found now is this old one. A record that the query before did not list goes on only if that query
/// had found it and had no room for it.
inline bool ConfirmedContacts::goes_on(std::uint32_t old) const
{
    const Record& record = old_records_.data()[old];
    return record.fate == Fate::left_out || (record.fate == Fate::unknown && old < old_count_);
}

inline void ConfirmedContacts::leave_out(std::uint32_t old)
{
    if (old == none || !goes_on(old))
        return;
    old_records_.data()[old].fate = Fate::left_out;
    has_left_out_ = true;
}

void ConfirmedContacts::carry_on(std::uint32_t old, Record& record, Contact& contact)
{
    Record& before = old_records_.data()[old];
    before.fate = before.pair == record.pair ? Fate::carried_on : Fate::passed_on;
    record.id = contact.id = before.id + (TACTUS_FAULT(25) ? 1 : 0);
    record.age = contact.age = before.age + 1;
    contact.previous_point = before.point;
    // What is remembered of its own features counts for more than what a neighbour's were.
    if (record.side != 0 && !record.has_learned_side)
        return;
    record.side = 0;
    record.has_learned_side = false;
    if (before.side != 0)
        carry_side(before, record);
}

/// Gives a contact its id: an old one's, if there is one.
inline void ConfirmedContacts::name(
    const ElementaryPair& pair, std::uint32_t encounter, ContactHash hash, std::uint32_t old, std::size_t index)
{
    Contact& contact = list_.confirmed(index);
    Record& record = records_.data()[index];
    record.pair = pair;
    record.encounter = encounter;
    record.triangles = {contact.triangle_a, contact.triangle_b};
    record.point = contact.point;
    record.fate = Fate::unknown;
    record.has_learned_side = false;
    record.side = 0;
    record.missed = 0;
    write_beside(contact, record);
    if (old != none && goes_on(old)) {
        carry_on(old, record, contact);
        return;
    }
    if (old != none) {
        // One that the query before did not list is forgotten, and the id of one that it listed has gone to a contact
        // beside it. Its features are on the side on which they were.
        old_records_.data()[old].fate = Fate::carried_on;
        carry_side(old_records_.data()[old], record);
    }
    record.id = contact.id = hash.id(hash_of_query_);
    record.age = contact.age = 0;
    contact.previous_point = contact.point;
    if (!can_move_on(pair.kind) || !old_table_.may_have_similar(hash.place()))
        return;
    const auto number = static_cast<std::uint32_t>(index);
    if (holds_births_)
        births_.push_back({hash.place(), number});
    else if (const std::uint32_t before = predecessor(number, hash.place()); before != none)
        carry_on(before, record, contact);
}

void ConfirmedContacts::note_place(std::uint32_t index)
{
    Contact& contact = list_.confirmed(index);
    records_[index].triangles = {contact.triangle_a, contact.triangle_b};
    records_[index].point = contact.point;
    if (contact.age == 0)
        contact.previous_point = contact.point;
}

/// Crossing says more than being near; of several triangles the first count.
void ConfirmedContacts::write_again(
    const ContactEncounter& encounter, const DecidedContact& decided, std::uint32_t known)
{
    Contact& contact = list_.confirmed(known);
    const bool crosses = decided.decided.crosses;
    if (crosses == contact.crosses ? !is_before(decided.triangles, contact) : !crosses)
        return;
    write(encounter, decided, contact);
    note_place(known);
    if (!encounter.takes_sides())
        return;
    // What crosses when it is first seen has not been apart.
    if (records_[known].has_learned_side)
        records_[known].side = 0;
    take_side(encounter, known);
}

std::uint32_t
ConfirmedContacts::confirm(const ContactEncounter& encounter, std::span<const DecidedContact> decided, bool are_new)
{
    // What several of them need of the tables is asked for at once, so that one does not wait for another's.
    constexpr std::size_t group = 16;
    const std::uint64_t hash_of_bodies = ContactHash::of_bodies(encounter.a.id, encounter.b.id);
    const std::uint32_t number = index_of(encounter), old_number = old_encounters_[number];
    const bool takes_sides = encounter.takes_sides();
    std::uint32_t without_room = 0;
    std::array<ContactHash, group> hashes;
    std::array<std::uint32_t, group> olds;
    for (std::size_t begin = 0; begin < decided.size(); begin += group) {
        const std::size_t count = std::min(group, decided.size() - begin);
        for (std::size_t k = 0; k < count; ++k) {
            hashes[k] = ContactHash(hash_of_bodies, decided[begin + k].decided.pair);
            table_.prefetch(hashes[k].place());
            old_table_.prefetch(hashes[k].place());
        }
        for (std::size_t k = 0; k < count; ++k)
            olds[k] = guess_or_find_old(decided[begin + k].decided.pair, old_number, hashes[k].place(), next_old_);
        for (std::size_t k = 0; k < count; ++k) {
            const DecidedContact& one = decided[begin + k];
            if (encounter.filter != nullptr && is_refused(encounter, one))
                continue;
            const std::uint32_t index = known_or_next(one.decided, are_new, number, hashes[k].place());
            if (index < list_.confirmed_count()) {
                write_again(encounter, one, index);
            } else if (index == none) {
                ++without_room;
                leave_out(olds[k]);
            } else {
                list_.add_confirmed(1);
                records_.resize_uninitialised(index + 1);
                write(encounter, one, list_.confirmed(index));
                name(one.decided.pair, number, hashes[k], olds[k], index);
                if (takes_sides)
                    take_side(encounter, index);
            }
        }
    }
    return without_room;
}

std::size_t ConfirmedContacts::bytes() const
{
    return list_.bytes() + records_.bytes() + old_records_.bytes() + table_.bytes() + old_table_.bytes()
           + unfinished_.bytes() + kept_.bytes() + births_.bytes() + bodies_.bytes() + old_bodies_.bytes()
           + old_encounters_.bytes() + inside_.bytes();
}

} // namespace tactus
