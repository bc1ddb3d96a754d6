// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <tactus/budget.h>
#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "hierarchy/parts/part_tree.h"
#include "pipeline/contacts/confirmed_contacts.h"
#include "pipeline/contacts/encounter.h"
#include "pipeline/contacts/final_depths.h"
#include "pipeline/contacts/front.h"
#include "pipeline/contacts/inside_query.h"
#include "pipeline/contacts/separation_memory.h"
#include "pipeline/refinement.h"

namespace tactus {

/// Finds contacts for as long as there is time, and can be stopped after any work unit.
///
/// At every moment its list covers every contact there is: by the contact itself if it is confirmed, or by open parts.
/// First the contacts of the query before are looked at again. Then open parts are taken from the front, by default
/// those with the largest error, and one of the two is opened: children that may touch the other part take their
/// parent's place, until there are only few triangles on either side, and exact tests decide.
class ContactSearch {
public:
    /// Begins with the bodies as a whole. The encounters, ordered by their bodies' indices, must stay until the next
    /// call, and so must the positions.
    void begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters);
    /// Goes on until the budget ends or nothing is left to do.
    /// Without a limit, it searches by the tools that find triangle pairs.
    void go_on(const Budget& budget, Refinement& refinement, Workers& workers);
    /// A body has been removed, and its index may be used again.
    void forget_bodies();

    /// As it stands. Lives until the next call.
    ContactReport report() const;

private:
    /// The triangles of two leaves, and what is left to do about them.
    struct Deciding {
        std::uint32_t handle = 0;
        std::uint32_t count = 0;
        std::uint32_t next = 0;
        std::uint32_t merged = 0; ///< contacts that found no room
        std::array<HoldingTriangles, 64> pairs;
    };
    /// What is known of an encounter. Lists are chained from their last entry back.
    struct Progress {
        std::uint32_t open_parts = 0;
        std::uint32_t whole = none; ///< the part that is both bodies, until it is opened
        std::uint32_t last_contact = none;
        std::uint32_t last_pair = none;
        bool has_inside = false; ///< one body's first vertex is inside the other
    };
    struct IntersectingPair {
        TrianglePair pair;
        std::uint32_t before = none;
    };
    struct MetTriangles {
        std::uint32_t encounter = 0;
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Two parts that come from opening another.
    struct NewParts {
        std::uint32_t count = 0;
        std::array<OpenPart, 36> parts;
    };

    void add_whole_bodies(std::uint32_t encounter);
    void do_unit();
    bool has_work() const;
    std::uint32_t step();
    void verify_next();
    bool verify(const ConfirmedContacts::Old& old);
    std::uint32_t look_into(std::uint32_t handle);
    std::uint32_t open(std::uint32_t handle);
    void open_self(const OpenPart& part);
    void open_one_side(const OpenPart& part, bool opens_a);
    void replace(std::uint32_t handle);
    void push_dug();
    void dig();
    bool are_leaves(const OpenPart& part) const;
    void open_into_new_parts(const OpenPart& part);
    void begin_deciding(std::uint32_t handle, const OpenPart& part);
    bool is_new(std::uint32_t encounter, std::uint32_t a, std::uint32_t b);
    void decide_next();
    std::uint32_t add_part(const OpenPart& part);
    void search_at_once(Refinement& refinement, Workers& workers);
    bool search_at_once(std::uint32_t encounter, Refinement& refinement, Workers& workers);
    void decide(std::uint32_t encounter, HoldingTriangles pair);
    void remove_part(std::uint32_t handle);
    bool confirm(std::uint32_t encounter, ElementaryContact decided, HoldingTriangles triangles);
    void note_contact(std::uint32_t encounter);
    bool begin_finishing();
    bool is_good_enough(std::uint32_t handle) const;

    ContactSettings settings_;
    std::span<const ContactEncounter> encounters_;
    ConfirmedContacts confirmed_;
    Front front_{confirmed_.list()};
    SeparationMemory memory_;
    InsideQuery inside_;

    std::size_t verified_ = 0;              ///< of the old contacts
    std::optional<std::uint32_t> busy_with_; ///< a part that is being prepared or asked about
    NewParts new_parts_;
    Deciding deciding_;
    bool is_deciding_ = false;
    std::optional<std::uint32_t> digging_in_; ///< a part that had no room for its parts
    Buffer<OpenPart> dug_;                    ///< what is left of them
    std::uint32_t dug_merged_ = 0;            ///< their contacts that found no room
    Buffer<Progress> progress_;             ///< per encounter
    Buffer<std::uint32_t> contact_before_;  ///< per confirmed contact, the one before it of the same encounter
    Buffer<IntersectingPair> intersecting_; ///< of encounters that may overlap
    HashedNumbers met_;                     ///< triangles that have met, where they come up in several leaves
    Buffer<MetTriangles> met_triangles_;
    Buffer<std::uint32_t> to_finish_;       ///< encounters without open parts
    std::size_t finished_ = 0;              ///< of them
    FinalDepths final_depths_;
    Buffer<TrianglePair> finishing_pairs_;
    float error_goal_ = 0.0f;
    Buffer<std::uint32_t> resting_;    ///< parts that are good enough for now
    std::size_t waking_ = 0;           ///< how many of them go back into the queue
    std::uint64_t units_ = 0;          ///< of the last call
    std::uint64_t node_tests_ = 0;
    std::uint64_t contacts_merged_ = 0;
    std::uint64_t depths_dropped_ = 0; ///< vertices inside another body that found no room
    Buffer<ElementaryContact> found_;
    Buffer<HoldingTriangles> holding_;
    Buffer<TrianglePair> near_;
};

} // namespace tactus
