// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "base/threads/parallel.h"
#include "base/work_prices.h"
#include "contacts/batch/contact_batch.h"
#include "contacts/decided/contact_list.h"
#include "contacts/encounters/encounter.h"
#include "contacts/features/contact_hash.h"
#include "contacts/features/moved_features.h"

namespace tactus {

/// The contacts that are decided, each pair of features once, and those of the query before, whose ids they carry on.
///
/// An id is made when a contact is born. It stays with the pair of features while that is in contact query after query;
/// a vertex or an edge that slides on from a feature it leaves to one beside it takes its id along. One that a full
/// list leaves out has it again when there is room.
class ConfirmedContacts {
public:
    static constexpr std::uint32_t none = HashedNumbers::none;

    /// A contact of the query before.
    struct Old {
        BodyId body_a;
        BodyId body_b;
        TrianglePair triangles; ///< that hold its features
    };

    explicit ConfirmedContacts(std::uint64_t queries_before) : query_(queries_before) {}
    /// How many were begun; ids tell them apart.
    std::uint64_t queries() const { return query_; }

    /// Takes the memory for so many contacts in stages, of at most max_contacts. What is known stays.
    void make_room(std::size_t max_contacts, std::size_t expected, RoomStages& stages);
    /// Before a query begins: the last one did not finish the encounters of which is_unfinished(number) holds. Contacts
    /// that it found and had no room for go on when there is room. Those of open surfaces that it did not come to, and
    /// did not lose either, are on the sides on which they were.
    template <class IsUnfinished>
    void keep_unfinished(IsUnfinished is_unfinished)
    {
        kept_.clear();
        if (has_renamed_ || !(has_sides_ || has_left_out_))
            return;
        has_left_out_ = false;
        unfinished_.resize_uninitialised(old_bodies_.size());
        std::fill(unfinished_.begin(), unfinished_.end(), none);
        for (std::uint32_t encounter = 0; encounter < old_encounters_.size(); ++encounter)
            if (old_encounters_[encounter] != none && is_unfinished(encounter))
                unfinished_[old_encounters_[encounter]] = encounter;
        for (const Record& old : old_records_.span())
            if (unfinished_[old.encounter] != none)
                keep(old, unfinished_[old.encounter]);
    }
    /// Begins a query: the contacts so far become the old ones. What is open in the list is gone. The encounters,
    /// ordered by their bodies' ids, must stay until the next one begins; contacts are confirmed of these.
    void begin(std::size_t max_contacts, std::span<const ContactEncounter> encounters);

    /// Adds decided pairs, or adds to what is known about them. Where a pair comes up for several triangles, what it
    /// says does not depend on their order. Those that are new have not been given in this query, but for features that
    /// cross, and come up once as near. Gives how many found no room.
    std::uint32_t
    confirm(const ContactEncounter& encounter, std::span<const DecidedContact> decided, bool are_new = false);
    /// Adds the contacts of vertices of one body that lie inside the other, or of passages of a shaft, by their
    /// numbers, each once; those that are known already, and that the caller refuses, are left out.
    /// write(k, contact) writes all but the name into the contact of numbers[k]. Workers share that, if there are some.
    /// Gives how many found no room.
    template <class Write>
    std::uint32_t confirm_inside(
        const ContactEncounter& encounter, ContactKind kind, std::span<const std::uint32_t> numbers, Workers* workers,
        Write write);
    /// Only the first so many contacts have been confirmed after all.
    void take_back(std::size_t count);
    /// A confirmed contact has got other triangles, or another point, since.
    void note_place(std::uint32_t contact);

    /// From now on contacts that carry no old one's id on wait for theirs, until all have been confirmed that are
    /// there.
    void hold_births();
    /// What old contacts nobody has carried on are lost; those that waited may be what has become of them.
    void release_births();

    /// Meshes were edited since the last query: contacts whose features are still there keep their ids.
    void rename(const MovedFeatures& moved);

    std::size_t old_count() const { return old_count_; }
    Old old(std::size_t index) const;
    /// The first so many old contacts have been looked for. Of those that are no more, one that begins beside it may be
    /// what has become of it.
    void lose_unclaimed(std::size_t count) { lost_count_ = count; }

    ContactList& list() { return list_; }
    const ContactList& list() const { return list_; }
    std::size_t bytes() const;

private:
    /// What has become of an old contact.
    enum class Fate : std::uint8_t {
        unknown,
        carried_on, ///< It is still there, and known.
        passed_on,  ///< A contact beside it has its id: it is lost, or a query that was cut has not come to it.
        left_out,   ///< It is still there, and there was no room for it.
    };
    /// Which features a contact is of, and all that the next query needs of it: one cache line.
    struct alignas(64) Record {
        ElementaryPair pair;
        std::uint32_t encounter;             ///< of its query
        std::array<std::uint32_t, 3> beside; ///< vertices of the feature that it may leave for one beside it
        std::uint32_t age;
        std::uint64_t id;
        TrianglePair triangles;
        Vec3 point;
        Fate fate; ///< in the query after its own
        /// Between open surfaces: the sign of side_of_contact when they were last known to be apart, or 0.
        std::int8_t side;
        bool has_learned_side; ///< in its own query
        std::uint8_t missed;   ///< by how many queries that were cut, since
    };
    static_assert(sizeof(Record) == 64);
    struct BodyPair {
        BodyId a;
        BodyId b;

        friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
    };
    /// A contact of what lies inside, before it is added.
    struct Inside {
        ContactHash hash;
        std::uint32_t which; ///< of the numbers that were given
        std::uint32_t old;   ///< the contact of the query before, or none
        bool is_known;
    };
    /// A contact that waits for its id.
    struct Birth {
        std::uint64_t place; ///< of its hash
        std::uint32_t contact;
    };

    std::uint32_t index_of(const ContactEncounter& encounter) const;
    std::uint64_t place_of(std::uint32_t contact) const;
    std::uint32_t
    known_or_next(const ElementaryContact& decided, bool are_new, std::uint32_t encounter, std::uint64_t place);
    bool is_old(std::uint32_t index, const ElementaryPair& pair, std::uint32_t old_encounter) const;
    std::uint32_t find_old(const ElementaryPair& pair, std::uint32_t old_encounter, std::uint64_t place) const;
    std::uint32_t guess_or_find_old(
        const ElementaryPair& pair, std::uint32_t old_encounter, std::uint64_t place, std::uint32_t& next_old) const;
    std::uint32_t find_old_outside(const ContactEncounter& encounter, const Contact& contact) const;
    void
    name(const ElementaryPair& pair, std::uint32_t encounter, ContactHash hash, std::uint32_t old, std::size_t index);
    void look_up_inside(
        const ContactEncounter& encounter, ContactKind kind, std::span<const std::uint32_t> numbers,
        Inside* inside) const;
    void name_inside(
        const ContactEncounter& encounter, ContactKind kind, std::uint32_t number, const Inside& inside,
        std::size_t index);
    void insert_inside(std::size_t first);
    static void write_beside(const Contact& contact, Record& record);
    bool goes_on(std::uint32_t old) const;
    void leave_out(std::uint32_t old);
    void carry_on(std::uint32_t old, Record& record, Contact& contact);
    static void carry_side(const Record& before, Record& record);
    void take_side(const ContactEncounter& encounter, std::uint32_t index);
    void keep(const Record& old, std::uint32_t encounter);
    void take_kept();
    void write_again(const ContactEncounter& encounter, const DecidedContact& decided, std::uint32_t known);
    std::uint32_t predecessor(std::uint32_t contact, std::uint64_t place) const;

    std::uint64_t query_ = 0;
    std::uint64_t hash_of_query_ = 0;
    ContactList list_;
    Buffer<Record> records_;           ///< per confirmed contact
    Buffer<Record> old_records_;       ///< first those that were confirmed, then others that are kept
    std::size_t old_count_ = 0;        ///< of the first
    Buffer<std::uint32_t> unfinished_; ///< per old encounter, which one that is not finished it became, or none
    bool has_sides_ = false;           ///< contacts have ever had some
    bool has_left_out_ = false;        ///< in this query
    Buffer<Record> kept_;              ///< until the query begins
    bool has_renamed_ = false;         ///< since the last query: old records have other numbers
    std::span<const ContactEncounter> encounters_;
    Buffer<BodyPair> bodies_; ///< per encounter
    Buffer<BodyPair> old_bodies_;
    Buffer<std::uint32_t> old_encounters_; ///< per encounter, which of the old ones it was, or none
    Buffer<Inside> inside_;
    Buffer<Birth> births_;
    bool holds_births_ = false;
    HashedNumbers table_;
    /// For most features of which no contact was given as crossing, a bit that is not set says so.
    std::array<std::uint64_t, 64> maybe_crossed_ = {};
    HashedNumbers old_table_;
    std::uint32_t next_old_ = 0; ///< after the old one of the contact of features that was confirmed last
    std::size_t lost_count_ = 0; ///< of the old ones, those of the first so many that are not claimed are lost
};

template <class Write>
std::uint32_t ConfirmedContacts::confirm_inside(
    const ContactEncounter& encounter, ContactKind kind, std::span<const std::uint32_t> numbers, Workers* workers,
    Write write)
{
    constexpr std::size_t at_once = 64;
    const auto share = [&](std::size_t count, auto work) {
        if (workers == nullptr)
            return work(std::size_t{0}, count);
        workers->for_each_chunk(
            count, at_once, price::named_inside,
            [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) { work(begin, end); });
    };
    inside_.resize_uninitialised(numbers.size());
    share(numbers.size(), [&](std::size_t begin, std::size_t end) {
        look_up_inside(encounter, kind, numbers.subspan(begin, end - begin), inside_.data() + begin);
    });
    std::size_t count = 0;
    std::uint32_t without_room = 0;
    for (std::uint32_t k = 0; k < numbers.size(); ++k) {
        bool is_left_out = inside_[k].is_known;
        if (encounter.filter != nullptr && !is_left_out) {
            Contact contact;
            write(k, contact);
            is_left_out = encounter.refuses(contact);
        }
        if (is_left_out)
            continue;
        if (count == list_.room()) {
            ++without_room;
            continue;
        }
        inside_[count] = inside_[k];
        inside_[count++].which = k;
    }
    const std::size_t first = list_.confirmed_count();
    list_.add_confirmed(count);
    records_.resize_uninitialised(first + count);
    share(count, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            write(inside_[k].which, list_.confirmed(first + k));
            name_inside(encounter, kind, numbers[inside_[k].which], inside_[k], first + k);
        }
    });
    inside_.resize_uninitialised(count);
    insert_inside(first);
    return without_room;
}

} // namespace tactus
