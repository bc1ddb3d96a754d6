// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/stages/room_stages.h"
#include "contacts/decided/contact_list.h"
#include "contacts/encounters/encounter.h"
#include "contacts/features/region_bounds.h"
#include "search/nodes/node_pair.h"

namespace tactus {

/// Two parts that nobody has looked into.
struct OpenPair {
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Whose bounds it has: most parts are opened before anybody asks for theirs.
    enum class Bounds : std::uint8_t { none, of_parent, own };

    /// Places in a list of near triangles.
    struct Listed {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    std::uint32_t encounter = 0; ///< whose parts
    NodePair nodes;              ///< of listed triangles, only the boxes count
    Listed listed;               ///< the triangles, if the part is a piece of a list
    float likely_error = 0.0f;   ///< metres, an estimate
    bool are_leaves = false;     ///< both: what is in contact is decided next
    bool is_sifted = false;      ///< two leaves of which is known which triangles intersect
    bool covers_depths = false;  ///< it stands for vertices inside, and others for what touches there
    bool covers_a = false;       ///< if these are a group: whether they are vertices of a
    /// If these are a group, the number of a triangle that has one of them as a corner; none otherwise.
    std::uint32_t group = none;
    float likely_separation = 0.0f; ///< metres, an estimate: minus how deep they are
    Bounds known = Bounds::none;
    RegionBounds bounds;

    bool is_listed() const { return listed.begin < listed.end; }
    bool covers_group() const { return group != none; }
};

/// The open parts, each with a place in the list of contacts, and the order in which to look into them.
class Front {
public:
    /// The list must outlive this.
    explicit Front(ContactList& list) : list_(&list) {}

    /// The encounters, whose parts these will be, must stay until the next call.
    void clear(RefinementOrder order, std::span<const ContactEncounter> encounters);
    /// Takes the memory for so many open parts in stages.
    void make_room(std::size_t expected, RoomStages& stages);

    /// Takes a place in the list, which must have room. Gives the part's handle.
    std::uint32_t add(const OpenPair& part);
    /// The part waits in the queue; its error counts `weight` times. Leaves of encounters with lower ranks come first.
    void queue(std::uint32_t handle, float weight, std::uint32_t rank);
    /// More is known of two leaves: which triangles intersect, and these bounds.
    void narrow(std::uint32_t handle, const RegionBounds& bounds);
    /// The part that is next in the queue, which it leaves; it stays open. None if nobody waits. Leaves come after all
    /// other parts, but for depth first.
    std::optional<std::uint32_t> take_next();
    /// The same, if it is two leaves of an encounter: one whose triangles can be decided together with those of others.
    std::optional<std::uint32_t> take_leaves_of(std::uint32_t encounter);
    /// A part leaves the queue before its turn, and stays open.
    void take(std::uint32_t handle) { parts_[handle].sequence = 0; }
    /// The number of a part's place in the queue, which no other place ever has. 0 if the part is not there.
    std::uint32_t sequence_of(std::uint32_t handle) const { return parts_[handle].sequence; }
    /// It is dealt with, whether it waits in the queue or not.
    void remove(std::uint32_t handle);

    const OpenPair& operator[](std::uint32_t handle) const { return parts_[handle].part; }
    /// What is known of contacts in the part.
    const RegionBounds& bounds_of_part(std::uint32_t handle);
    /// Metres: how wrong an answer can be that says no more than that the part is open.
    float error_of(std::uint32_t handle);
    /// True also if all who waited have been dealt with: the queue is not empty.
    bool has_waiting() const { return !queue_.empty(); }
    std::size_t open_count() const { return list_->open_count(); }

    /// Writes what is known of all open parts into their places in the list. The largest error of all is then known.
    void write();
    /// Calls f(part, contact) for each open part and its place in the list, which is written.
    template <class F>
    void for_each_written(F f)
    {
        for (std::size_t entry = 0; entry < handle_of_.size(); ++entry)
            f(std::as_const(parts_[handle_of_[entry]].part), list_->open(entry));
    }
    float worst_error() const { return worst_error_; }
    std::size_t bytes() const
    {
        return parts_.bytes() + free_.bytes() + handle_of_.bytes() + errors_.bytes() + queue_.bytes();
    }

private:
    struct Held {
        OpenPair part;
        std::uint32_t entry = 0;    ///< in the list's open contacts
        std::uint32_t sequence = 0; ///< of its place in the queue; another one there is not its own any more
    };
    /// Larger keys come first.
    struct Waiting {
        std::uint64_t key = 0;
        std::uint32_t handle = 0;
        std::uint32_t sequence = 0;

        friend bool operator<(const Waiting& a, const Waiting& b) { return a.key < b.key; }
    };

    std::uint64_t key_of(std::uint32_t handle, float weight, std::uint32_t rank);
    void drop_taken();
    std::uint32_t take_first();

    ContactList* list_;
    RefinementOrder order_ = RefinementOrder::worst_error_first;
    std::span<const ContactEncounter> encounters_;
    std::uint32_t sequence_ = 1; ///< 0 is nobody's
    float worst_error_ = 0.0f;
    Buffer<Held> parts_;
    Buffer<std::uint32_t> free_;
    Buffer<std::uint32_t> handle_of_; ///< per open contact of the list
    Buffer<float> errors_;            ///< the same; below 0 if it is not written yet
    Buffer<Waiting> queue_;           ///< a heap
};

} // namespace tactus
