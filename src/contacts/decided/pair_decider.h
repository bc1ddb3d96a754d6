// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/hashed_numbers.h"
#include "base/stages/room_stages.h"
#include "base/threads/parallel.h"
#include "contacts/decided/confirmed_contacts.h"
#include "contacts/decided/final_depths.h"
#include "contacts/decided/pair_features.h"
#include "contacts/encounters/encounter.h"

namespace tactus {

/// Decides what contacts pairs of triangles have, and confirms them. Keeps, of each encounter whose depths will be
/// measured, which contacts are its own, and which of its triangles intersect.
class PairDecider {
public:
    /// The contacts must outlive this.
    explicit PairDecider(ConfirmedContacts& confirmed) : confirmed_(&confirmed) {}

    void begin(std::span<const ContactEncounter> encounters, ContactSelection which);

    /// Takes the memory for so many contacts in stages.
    void make_room(std::size_t expected, RoomStages& stages);
    /// Gives how many contacts found no room.
    std::uint32_t decide(std::uint32_t encounter, std::span<const TrianglePair> pairs);
    /// Triangles of an encounter whose depths will be measured intersect. They may be noted again.
    void note_intersecting(std::uint32_t encounter, std::span<const IntersectingPair> pairs);
    /// The same as decide for triangles that had been in contact before, ahead of their turn. Takes those from the list
    /// that have been verified already.
    void verify(std::uint32_t encounter, Buffer<TrianglePair>& pairs);
    /// Whether two triangles have been verified, and their contacts found room: they need not be decided again.
    bool is_verified(std::uint32_t encounter, TrianglePair pair) const
    {
        const std::uint32_t bit = bit_of(pair);
        return (maybe_verified_[bit / 64] >> bit % 64 & 1) != 0 && has_verified(encounter, pair);
    }
    /// Takes pairs that have been verified off the end of a list, from a first one on.
    void drop_verified(std::uint32_t encounter, std::size_t first, Buffer<TrianglePair>& pairs) const;
    /// A list of pairs of an encounter begins, none of which comes twice.
    void begin_list(std::uint32_t encounter)
    {
        Lists& lists = lists_[encounter];
        lists.are_new =
            !lists.has_confirmed && !encounters_[encounter].has_sphere() && !encounters_[encounter].has_half_space();
    }
    /// Decides and confirms many pairs of the encounter's list at once, by all workers, each so many at a time:
    /// the order of contacts depends on that number. False, and nothing is confirmed, if there is not room for all.
    bool decide_all(
        std::uint32_t encounter, std::span<const TrianglePair> pairs, std::size_t pairs_per_piece, Workers& workers);

    /// The contacts of this encounter from a number on, which were noted last, are not confirmed after all.
    void take_back(std::uint32_t encounter, std::size_t count);
    FinalDepths::Chain contacts(std::uint32_t encounter) const
    {
        return {lists_[encounter].last_contact, &contact_before_};
    }
    /// Appends up to `most` of the encounter's intersecting triangles that come after those in the list, some of them
    /// more than once; true if none are left. The list must be of this encounter alone.
    bool list_intersecting(std::uint32_t encounter, std::size_t most, Buffer<IntersectingPair>& pairs);

    std::size_t bytes() const;

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Lists are chained from their last entry back.
    struct Lists {
        std::uint32_t last_contact = none;
        std::uint32_t last_pair = none;
        bool has_confirmed = false; ///< in this query
        bool are_new = false;       ///< Nothing was confirmed before the list of pairs that is decided now.
    };
    struct ChainedPair {
        IntersectingPair pair;
        std::uint32_t before = none;
    };

    struct VerifiedPair {
        std::uint32_t encounter = 0;
        TrianglePair pair;

        friend constexpr bool operator==(const VerifiedPair&, const VerifiedPair&) = default;
        std::uint64_t hash() const { return mixed(mixed(std::uint64_t(pair.a) << 32 | pair.b) + encounter); }
    };

    /// What one worker has found, by its place in what it has found.
    struct Piece {
        std::uint32_t worker = 0;
        std::size_t first_found = 0;
        std::size_t found_count = 0;
        std::size_t first_intersecting = 0;
        std::size_t intersecting_count = 0;
    };

    /// Of maybe_verified_; whichever way round the triangles come.
    static std::uint32_t bit_of(TrianglePair pair) { return (pair.a * 0x9e3779b1u ^ pair.b * 0x9e3779b1u) >> 20; }
    bool has_verified(std::uint32_t encounter, TrianglePair pair) const;
    bool note_verified(std::uint32_t encounter, TrianglePair pair);
    void insert_verified(std::uint32_t index);
    VerifiedPair named(std::uint32_t encounter, TrianglePair pair) const;
    PairFeatures& lane(std::uint32_t worker) { return worker == 0 ? own_ : others_[worker - 1]; }
    void find(std::uint32_t encounter, std::span<const TrianglePair> pairs);
    void note_contacts(std::uint32_t encounter, std::size_t first);
    std::uint32_t confirm(std::uint32_t encounter, std::span<const DecidedContact> found, bool are_new = false);

    ConfirmedContacts* confirmed_;
    std::span<const ContactEncounter> encounters_;
    ContactSelection which_ = ContactSelection::all;
    PairFeatures own_;                     ///< of the calling thread
    std::vector<PairFeatures> others_;     ///< of the other workers
    Buffer<Piece> pieces_;                 ///< of a long list, in its order
    Buffer<Lists> lists_;                  ///< per encounter
    Buffer<std::uint32_t> contact_before_; ///< per confirmed contact, the one before it of the same encounter
    Buffer<ChainedPair> chained_;          ///< intersecting pairs of all encounters
    std::uint32_t next_listed_ = none;     ///< of the chain that is being listed
    Buffer<VerifiedPair> verified_;
    HashedNumbers verified_table_;
    /// For most pairs that are not verified, a bit that is not set says so.
    std::array<std::uint64_t, 64> maybe_verified_ = {};
};

} // namespace tactus
