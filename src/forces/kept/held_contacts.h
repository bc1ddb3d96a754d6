// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/number_map.h"
#include "forces/kept/open_pairs.h"
#include "forces/pushes/force_bodies.h"
#include "geometry/double_vector.h"

namespace tactus {

/// Contacts that go on pushing while the answer between their two bodies is unfinished.
///
/// What pushed stays until the depths between the two bodies are final again, or the bodies meet no more. A vertex
/// inside a closed body is followed along its surface, and let go when it comes out. Two edges fade as their points
/// move, until they have moved as far as they were deep. Other contacts are springs between their two points: their
/// depth changes by what these move along the normal, and fades as they slide apart by the length of a feature. What
/// the unfinished answer confirms joins them, in place of what is held of the same contact or the same features; a
/// vertex pushes once, or, where it pushed on several faces of an open body, once on each.
class HeldContacts {
public:
    /// Goes on from the last call to a report that is unfinished here. Both must stay until the next one. Only where
    /// it looks further, vertices come in that are beside those inside, or that have no depth yet.
    void begin(const OpenPairs& open, const ForceBodies& bodies, bool looks_further);
    /// A contact of the report is the one by which a vertex pushes, with its final depth. To be called before any
    /// others of that vertex are taken.
    void claim(const Contact& contact);
    /// What a contact of the report pushes with: itself if its depth is final, or the one that it is held by. Nothing
    /// pushes at a separation that is not negative.
    Contact take(const Contact& contact);
    /// The same for a contact that has no depth yet: its vertex may be inside nevertheless, since only the whole
    /// overlap tells. Looks at some of them after each call of begin that looks further.
    Contact take_near(const Contact& contact);
    /// A contact of the report does not push, and that is final: what is held of it goes no further.
    void let_go(const Contact& contact);
    /// Calls push(contact) for all that go on and that nobody has taken.
    template <class Push>
    void for_each_other(Push push) const
    {
        for (const Held& held : held_.span().first(going_on_))
            if (held.state == State::waiting)
                push(pushing(held));
    }

    /// A body is gone.
    void forget(BodyId body);
    void clear() { held_.clear(); }

    /// Bytes held.
    std::size_t bytes() const { return held_.bytes() + places_.bytes() + places_of_ids_.bytes() + around_.bytes(); }

private:
    /// Whether the report's contacts have come to one that goes on.
    enum class State : std::uint8_t {
        waiting,
        taken,    ///< by one that it pushes for
        replaced, ///< by one that pushes in its place
        let_go,   ///< pushes no more, and nothing pushes in its place yet
    };
    struct Held {
        Contact contact;
        std::array<DoubleVector, 2> sides; ///< where the points on a and on b were
        double range = 0.0;                ///< metres: as far as they may move
        double left = 0.0;                 ///< of that
        State state = State::waiting;
    };
    std::uint64_t feature_of(const Contact& contact) const;
    bool goes_on(std::uint32_t place) const { return place < going_on_ && held_[place].state == State::waiting; }
    void stop_waiting(std::uint32_t place, State next);
    std::array<DoubleVector, 2> sides_of(const Contact& contact) const;
    void look_around();
    void move(Held& held) const;
    Contact pushing(const Held& held) const;
    double range_of(const Contact& contact) const;
    template <class Condition>
    void keep_if(Condition condition);

    const ForceBodies* bodies_ = nullptr;
    Buffer<Held> held_; ///< first those that go on, then those of this report
    std::size_t going_on_ = 0;
    std::size_t next_to_look_around_ = 0;
    std::size_t near_left_ = 0; ///< how many may be looked at until the next begin
    Buffer<std::uint32_t> around_;
    const OpenPairs* open_ = nullptr;
    NumberMap places_;        ///< where contacts of such bodies are held, by their features
    NumberMap places_of_ids_; ///< where contacts go on, by their ids
};

} // namespace tactus
