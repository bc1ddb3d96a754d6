// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "base/work_meter.h"
#include "contacts/covers/depth_covers.h"
#include "contacts/covers/leaf_sift.h"
#include "contacts/decided/confirmed_contacts.h"
#include "contacts/decided/final_depths.h"
#include "contacts/decided/pair_decider.h"
#include "contacts/encounters/encounter.h"
#include "contacts/encounters/encounter_preparer.h"
#include "contacts/front/bounded_opener.h"
#include "contacts/front/deep_descent.h"
#include "contacts/front/front.h"
#include "search/pairs/pair_search.h"

namespace tactus {

/// Finds contacts for as long as there is time, and can be stopped after any work unit.
///
/// At every moment every contact there is is covered: by the contact itself if it is confirmed, or by open parts. First
/// the triangles of the contacts of the query before are looked at again. Then open parts are taken from the front, by
/// default those with the largest error, and one of the two is opened: children that may touch the other part take
/// their parent's place, until there are only few triangles on either side. Then exact tests decide which features
/// touch, for many triangles at a time. When an encounter has no open parts left, depths are measured. Where an answer
/// need only be good to some error, it is found before the exact tests which triangles intersect; when all that do are
/// known, bounds on depths follow, which may be good enough. While queries are cut that are long enough to get down to
/// triangles, every second part is taken on a way straight down in one of the encounters (front/deep_descent.h).
class ContactSearch {
public:
    /// Work units that a step may be given, by a deadline that is not near.
    static constexpr std::uint64_t units_at_once = 32;

    /// One that takes another's place goes on with its number of queries, so that no id is used again.
    explicit ContactSearch(std::uint64_t queries_before = 0) : confirmed_(queries_before) {}
    std::uint64_t queries() const { return confirmed_.queries(); }

    /// Takes the memory now that queries about so many triangles are likely to need, or more: bodies come one by one.
    void make_room(const ContactSettings& settings, std::size_t triangles);
    /// Lets the next queries do so before anything else, a piece at a time.
    void plan_room(const ContactSettings& settings, std::size_t triangles);
    /// What queries before took says nothing of the next one: it is like the first.
    void expect_anything() { expects_anything_ = true; }
    /// Begins with the bodies as a whole, whose parts have begun their query. The encounters, ordered by their bodies'
    /// indices, must stay until the next call, and so must the positions and the preparer, which may change what
    /// encounters say of bodies that it prepares.
    void
    begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters, EncounterPreparer& preparer);
    /// Goes on until the budget ends or nothing is left to do. Without a limit, it searches by the tools that find
    /// triangle pairs.
    void go_on(const Budget& budget, PairSearch& search, Workers& workers);
    /// A body has been removed, and its index may be used again.
    void forget_bodies() { opener_.forget_bodies(); }
    /// Meshes were edited: what is known of contacts whose features are still there stays, and nothing else.
    void rename(const MovedFeatures& moved)
    {
        forget_bodies();
        confirmed_.rename(moved);
    }

    /// As it stands. Lives until the next call.
    ContactReport report() const;
    /// Lets the unrefined contacts of the report name what their forces act on. The bodies must be as they were.
    void name_parts();

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// While queries are cut, and parts come first, one in so many goes straight to the triangles.
    static constexpr std::uint64_t turns_to_try_again = 16;
    static constexpr std::size_t pairs_of_a_listed_part = 256;

    /// Which of the listed triangles are an encounter's: from the first on, and from the next on they are not decided.
    struct OwnListed {
        std::size_t first = 0;
        std::size_t next = 0;
    };
    /// Two leaves whose triangles are decided together with those of others.
    struct DecidedPart {
        std::uint32_t handle = 0;
        std::size_t end = 0; ///< of its triangles in the list of all
    };
    /// The triangles of some pairs of leaves, and what is left to do about them.
    struct Deciding {
        std::uint32_t encounter = 0;
        std::size_t next = 0;      ///< of the pairs
        std::size_t next_part = 0; ///< whose triangles are not all decided
        std::uint32_t merged = 0;  ///< contacts of this part that found no room
        Buffer<DecidedPart> parts;
        Buffer<TrianglePair> pairs;

        std::size_t left() const { return pairs.size() - next; }
    };
    /// What is known of an encounter.
    struct Progress {
        std::uint32_t open_parts = 0;     ///< whose features may touch
        std::uint32_t unsifted_parts = 0; ///< of them
        std::uint32_t whole = none;       ///< the part that is both bodies, until it is opened
        std::uint32_t last_sifted = none; ///< of the sifted parts that wait for the encounter's sketch
        std::uint32_t rank = 0;           ///< in the order in which leaves are decided
        bool is_prepared = false;         ///< All is known of both bodies that their search needs.
    };
    struct Sifted {
        std::uint32_t handle = 0;
        std::uint32_t before = none;
    };

    /// A part whose contacts did not all find room, or what lies inside an encounter that has no open parts.
    struct Merged {
        std::uint32_t encounter = 0;
        std::uint32_t handle = none; ///< of the part
        std::uint32_t contacts = 0;
    };

    float weight_of(std::uint32_t encounter) const;
    float goal_of(std::uint32_t encounter) const;
    void add_room(const ContactSettings& settings, std::size_t triangles, bool uses_memory);
    void take_room();
    void prepare(std::uint32_t encounter);
    bool knows_nothing() const;
    void rank_encounters();
    void queue(std::uint32_t handle);
    void add_whole_bodies(std::uint32_t encounter);
    bool has_work() const;
    std::uint64_t units_wanted() const;
    static std::uint64_t units_for_pairs(std::size_t pairs, std::uint64_t workers);
    void step(std::uint64_t units);
    void verify_next(std::uint64_t units);
    void wake_next();
    bool is_good_enough(std::uint32_t handle);
    bool is_pausing() const;
    void open_next();
    void look_into(std::uint32_t handle);
    void open(std::uint32_t handle);
    void replace(std::uint32_t handle, std::span<const OpenPair> parts);
    void dig();
    bool sifts(std::uint32_t encounter) const;
    void sift_next();
    void note_sifted(std::uint32_t encounter);
    void sketch_next();
    void release_sifted();
    void gather_leaves(std::uint32_t handle);
    void begin_deciding(std::uint32_t encounter);
    std::uint32_t append_triangles(const OpenPair& part, Buffer<TrianglePair>& pairs) const;
    std::uint32_t add_to_decide(std::uint32_t handle, const OpenPair& part);
    void decide_next(std::uint64_t units);
    void note_decided();
    bool has_open_depths(std::uint32_t encounter) const;
    bool has_good_depths(std::uint32_t encounter) const;
    void finish_next();
    std::uint32_t add_part(const OpenPair& part, std::uint32_t parent = none);
    void remove_part(std::uint32_t handle) { replace(handle, {}); }
    void search_at_once(PairSearch& search, Workers& workers);
    bool list_near(
        const ContactEncounter& encounter, PairSearch& search, Workers& workers, WorkMeter& meter,
        Buffer<TrianglePair>& pairs);
    bool may_go_straight() const;
    void go_straight(PairSearch& search, Workers& workers, WorkMeter& meter);
    bool go_straight(std::uint32_t encounter, PairSearch& search, Workers& workers, WorkMeter& meter);
    bool replace_by_listed(std::uint32_t encounter, std::uint32_t handle, const OwnListed& own, const WorkMeter& meter);
    bool keep_whole(std::uint32_t encounter, std::uint32_t handle);
    std::uint32_t decide(std::uint32_t encounter, std::span<const TrianglePair> pairs);
    bool search_at_once(std::uint32_t encounter, PairSearch& search, Workers& workers);
    void note_merged(std::uint32_t handle, std::uint32_t contacts);
    void fit_merged();
    bool fits(std::uint32_t encounter);
    bool confirm_all(std::uint32_t encounter);
    bool confirm_part(const OpenPair& part);
    bool confirm_inside(std::uint32_t encounter);

    std::size_t roomy_for_ = 0; ///< triangles
    RoomStages room_;           ///< What is left of taking memory.
    std::uint64_t turn_ = 0;    ///< how many queries in a row were cut
    ContactSettings settings_;
    std::span<const ContactEncounter> encounters_;
    EncounterPreparer* preparer_ = nullptr;
    ConfirmedContacts confirmed_;
    PairDecider decider_{confirmed_};
    Front front_{confirmed_.list()};
    DeepDescent descent_;
    BoundedOpener opener_;
    LeafSift sift_;
    DepthCovers covers_{front_};
    FinalDepths final_depths_;

    Buffer<Progress> progress_;              ///< per encounter
    std::size_t verified_ = 0;               ///< of the old contacts
    std::optional<std::uint32_t> busy_with_; ///< a part that is being prepared
    Deciding deciding_;
    bool is_deciding_ = false;
    std::optional<std::uint32_t> digging_in_; ///< a part that had no room for its parts
    Buffer<OpenPair> dug_;                    ///< what is left of them
    std::uint32_t dug_merged_ = 0;            ///< their contacts that found no room
    Buffer<Sifted> sifted_;
    Buffer<std::uint32_t> to_sketch_;          ///< encounters of which all parts are sifted
    std::size_t sketched_ = 0;                 ///< of them
    bool is_sketched_ = false;                 ///< the next of them: its sifted parts go back into the queue
    Buffer<std::uint32_t> to_finish_;          ///< encounters without open parts, where something may be inside
    std::size_t finished_ = 0;                 ///< of them
    Buffer<std::uint32_t> resting_encounters_; ///< whose depths are known well enough for now
    Buffer<IntersectingPair> sifted_pairs_;    ///< of a leaf that is sifted
    Buffer<IntersectingPair> intersecting_;    ///< of the encounter that is sketched or finished
    std::uint32_t depths_dropped_ = 0; ///< vertices of the encounter that is being finished for which there was no room
    float error_goal_ = 0.0f;
    bool is_unlimited_ = false;
    bool expects_anything_ = false;
    bool is_first_ = true;          ///< query in which bodies meet, or since the last one in which none did
    Buffer<std::uint32_t> resting_; ///< parts that are good enough for now
    std::size_t waking_ = 0;        ///< how many of them go back into the queue
    Buffer<TrianglePair> near_;
    bool goes_straight_ = false;       ///< to the triangles that are near, before anything else
    bool verifies_first_ = false;      ///< before that
    bool got_far_ = false;             ///< that way: most of the triangles that are near were decided
    bool got_through_ = false;         ///< that way: all of them were
    std::size_t decided_straight_ = 0; ///< that way, pairs of triangles
    Buffer<TrianglePair> listed_;      ///< near triangles of all encounters that were reached so
    std::uint64_t units_ = 0;          ///< of the last call
    std::uint64_t units_of_query_ = 0;
    std::uint64_t contacts_merged_ = 0;
    Buffer<Merged> merged_;
    Buffer<TrianglePair> asked_; ///< of the triangles that are decided or verified next, those that are not yet
    Buffer<std::uint32_t> ranking_;
};

} // namespace tactus
