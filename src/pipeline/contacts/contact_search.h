// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <tactus/budget.h>
#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "pipeline/contacts/confirmed_contacts.h"
#include "pipeline/contacts/encounter.h"
#include "pipeline/contacts/final_depths.h"
#include "pipeline/contacts/front/deep_descent.h"
#include "pipeline/contacts/front/front.h"
#include "pipeline/contacts/inside_query.h"
#include "pipeline/contacts/near_search.h"
#include "pipeline/contacts/pair_decider.h"
#include "pipeline/contacts/front/part_opener.h"

namespace tactus {

/// Finds contacts for as long as there is time, and can be stopped after any work unit.
///
/// At every moment its list covers every contact there is: by the contact itself if it is confirmed, or by open parts.
/// First the triangles of the contacts of the query before are looked at again. Then open parts are taken from the
/// front, by default those with the largest error, and one of the two is opened: children that may touch the other part
/// take their parent's place, until there are only few triangles on either side, and exact tests decide. When an
/// encounter has no open parts left, depths are measured. While queries are cut that are long enough to get down to
/// triangles, every second part is taken on a way straight down in one of the encounters (front/deep_descent.h).
class ContactSearch {
public:
    /// Takes the memory now that queries about so many triangles are likely to need, or more: bodies come one by one.
    void make_room(const ContactSettings& settings, std::size_t triangles);
    /// Begins with the bodies as a whole, whose parts have begun their query. The encounters, ordered by their bodies'
    /// indices, must stay until the next call, and so must the positions.
    void begin(const ContactSettings& settings, std::span<const ContactEncounter> encounters);
    /// Goes on until the budget ends or nothing is left to do. Without a limit, it searches by the tools that find
    /// triangle pairs.
    void go_on(const Budget& budget, const NearSearch& search);
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

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The triangles of two leaves, and what is left to do about them.
    struct Deciding {
        std::uint32_t handle = 0;
        std::uint32_t encounter = 0;
        std::uint32_t count = 0;
        std::uint32_t next = 0;
        std::uint32_t merged = 0; ///< contacts that found no room
        std::array<TrianglePair, 64> pairs;
    };
    /// What is known of an encounter.
    struct Progress {
        std::uint32_t open_parts = 0;
        std::uint32_t whole = none; ///< the part that is both bodies, until it is opened
        bool has_inside = false;    ///< one body's first vertex is inside the other
    };

    float weight_of(std::uint32_t encounter) const;
    void add_whole_bodies(std::uint32_t encounter);
    bool has_work() const;
    void step();
    void verify_next();
    void wake_next();
    bool is_good_enough(std::uint32_t handle) const;
    void look_into(std::uint32_t handle);
    void follow_ray(std::uint32_t handle, bool is_new);
    void open(std::uint32_t handle);
    void replace(std::uint32_t handle, std::span<const OpenPart> parts);
    void dig();
    void begin_deciding(std::uint32_t handle, const OpenPart& part);
    void decide_next();
    void finish_next();
    std::uint32_t add_part(const OpenPart& part, std::uint32_t parent = none);
    void remove_part(std::uint32_t handle) { replace(handle, {}); }
    void search_at_once(const NearSearch& search);
    bool search_at_once(std::uint32_t encounter, const NearSearch& search);

    std::size_t roomy_for_ = 0; ///< triangles
    std::uint64_t turn_ = 0;    ///< how many queries in a row were cut
    ContactSettings settings_;
    std::span<const ContactEncounter> encounters_;
    ConfirmedContacts confirmed_;
    PairDecider decider_{confirmed_};
    Front front_{confirmed_.list()};
    DeepDescent descent_;
    PartOpener opener_;
    InsideQuery inside_;
    FinalDepths final_depths_;

    Buffer<Progress> progress_;              ///< per encounter
    std::size_t verified_ = 0;               ///< of the old contacts
    std::optional<std::uint32_t> busy_with_; ///< a part that is being prepared or asked about
    Deciding deciding_;
    bool is_deciding_ = false;
    std::optional<std::uint32_t> digging_in_; ///< a part that had no room for its parts
    Buffer<OpenPart> dug_;                    ///< what is left of them
    std::uint32_t dug_merged_ = 0;            ///< their contacts that found no room
    Buffer<std::uint32_t> to_finish_;         ///< encounters without open parts
    std::size_t finished_ = 0;                ///< of them
    Buffer<TrianglePair> finishing_pairs_;
    float error_goal_ = 0.0f;
    Buffer<std::uint32_t> resting_; ///< parts that are good enough for now
    std::size_t waking_ = 0;        ///< how many of them go back into the queue
    Buffer<TrianglePair> near_;
    std::uint64_t units_ = 0; ///< of the last call
    std::uint64_t units_of_query_ = 0;
    std::uint64_t contacts_merged_ = 0;
    std::uint64_t depths_dropped_ = 0; ///< vertices inside another body that found no room
};

} // namespace tactus
