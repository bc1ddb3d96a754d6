// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "base/number_map.h"
#include "forces/kept/open_pairs.h"
#include "forces/pushes/force_bodies.h"
#include "geometry/double_vector.h"

namespace tactus {

/// Remembers where contacts stick: the point on each side with which a contact first pushed, or from which it slid
/// last. A spring across the normal holds the two together, whichever features the contact has come to since.
///
/// Contacts are known by their ids. One of a vertex that comes with another id, or with none, as while it is followed
/// in an unfinished answer, goes on with what its vertex had in the call before.
class StickAnchors {
public:
    /// Begins a call about these contacts and others.
    void begin(std::span<const Contact> contacts);
    /// Where the contact is remembered. If it is not, it is from now on, at its two points, without any stretch.
    std::uint32_t find(const Contact& contact, const ForceBodies& bodies);
    /// How far the point of b is from that of a, across the contact's normal, and from where they stuck.
    DoubleVector stretch(std::uint32_t place, const Contact& contact, const ForceBodies& bodies) const;
    /// The contact slides: from here on it sticks where its points are now, with so much of the stretch left.
    void slide(std::uint32_t place, const Contact& contact, DoubleVector left, const ForceBodies& bodies);
    /// Ends the call. What was not asked for is forgotten, but between bodies with an unfinished answer not at once.
    void end(const OpenPairs& open);

    /// A body is gone, or has other vertices.
    void forget(BodyId body);
    void clear() { anchors_.clear(); }

    /// Bytes held.
    std::size_t bytes() const { return anchors_.bytes() + places_of_ids_.bytes() + places_of_vertices_.bytes(); }

private:
    struct Anchor {
        std::uint64_t id = 0;
        std::uint64_t vertex = 0; ///< a number for the vertex of one body on the other; 0 if it is of two edges
        BodyId body_a;
        BodyId body_b;
        std::array<std::uint32_t, 3> vertices_a = {};
        std::array<std::uint32_t, 3> vertices_b = {};
        std::array<float, 3> weights_a = {};
        std::array<float, 3> weights_b = {};
        DoubleVector rest; ///< from the point of a to that of b, across the normal: where the spring is not stretched
        std::uint32_t unseen = 0; ///< calls since it was last asked for
        bool is_awaited = false;  ///< by the contact with its id, which pushes in this call
    };
    static constexpr std::uint32_t max_unseen = 16;

    bool can_take(std::uint32_t place, const Contact& contact) const;
    template <class Condition>
    void drop_if(Condition condition);

    Buffer<Anchor> anchors_;
    NumberMap places_of_ids_;
    NumberMap places_of_vertices_;
};

} // namespace tactus
