// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "contacts/decided/contact_list.h"
#include "contacts/encounters/encounter.h"
#include "contacts/features/region_bounds.h"
#include "search/nodes/node_pair.h"

namespace tactus {

/// Two parts that nobody has looked into.
struct OpenPair {
    std::uint32_t encounter = 0; ///< whose parts
    NodePair nodes;
    RegionBounds bounds;
    bool is_sifted = false; ///< two leaves of which is known which triangles intersect
};

/// The open parts, each with its entry in the list of contacts, and the order in which to look into them.
class Front {
public:
    /// The list must outlive this.
    explicit Front(ContactList& list) : list_(&list) {}

    /// The encounters, whose parts these will be, must stay until the next call.
    void clear(RefinementOrder order, std::span<const ContactEncounter> encounters);
    /// Takes the memory for so many open parts now.
    void make_room(std::size_t expected);

    /// Takes an entry of the list, which must have room, with the direction in which b would be pushed. Gives the
    /// part's handle.
    std::uint32_t add(const OpenPair& part, BodyId body_a, BodyId body_b, Vec3 normal);
    /// By the boxes of the part, b would be pushed along an axis.
    std::uint32_t add(const OpenPair& part, BodyId body_a, BodyId body_b)
    {
        return add(part, body_a, body_b, way_apart(part.nodes.box_a, part.nodes.box_b));
    }
    /// The part waits in the queue; its error counts `weight` times.
    void queue(std::uint32_t handle, float weight);
    /// More is known of two leaves: which triangles intersect, and these bounds.
    void narrow(std::uint32_t handle, const RegionBounds& bounds);
    /// The part that is next in the queue, which it leaves; it stays open. None if nobody waits.
    std::optional<std::uint32_t> take_next();
    /// A part leaves the queue before its turn, and stays open.
    void take(std::uint32_t handle) { parts_[handle].sequence = 0; }
    /// The number of a part's place in the queue, which no other place ever has. 0 if the part is not there.
    std::uint32_t sequence_of(std::uint32_t handle) const { return parts_[handle].sequence; }
    /// It is dealt with, whether it waits in the queue or not.
    void remove(std::uint32_t handle);

    const OpenPair& operator[](std::uint32_t handle) const { return parts_[handle].part; }
    float error_of(std::uint32_t handle) const { return errors_[parts_[handle].entry]; }
    /// True also if all who waited have been dealt with: the queue is not empty.
    bool has_waiting() const { return !queue_.empty(); }
    std::size_t open_count() const { return list_->open_count(); }
    float worst_error() const;
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

    void write_bounds(std::uint32_t handle);

    ContactList* list_;
    RefinementOrder order_ = RefinementOrder::worst_error_first;
    std::span<const ContactEncounter> encounters_;
    std::uint32_t sequence_ = 1; ///< 0 is nobody's
    Buffer<Held> parts_;
    Buffer<std::uint32_t> free_;
    Buffer<std::uint32_t> handle_of_; ///< per open contact of the list
    Buffer<float> errors_;            ///< the same
    Buffer<Waiting> queue_;           ///< a heap
};

} // namespace tactus
