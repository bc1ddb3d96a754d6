// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad_phase/broad_phase.h"

namespace tactus {

struct Body;

/// Which bodies are near each other, by their indices. The broad phase sees each by its box, wider by half its contact
/// distance (pair_thickness.h). Half-spaces, which have no box, are not among them.
class BodyPlaces {
public:
    /// The boxes of bodies that are there stay as they are until they are moved.
    void set_contact_distance(float metres) { contact_distance_ = metres; }
    /// How far around a body others are near it.
    double reach_around(const Body& body) const;
    /// A box around a body, or around part of it, wider by that.
    Box widened(const Body& body, const Box& box) const;

    /// Takes the memory for so many bodies that the broad phase does not take itself.
    void make_room(std::size_t bodies) { body_of_proxy_.reserve(bodies); }
    void add(Body& body, std::uint32_t index);
    void remove(const Body& body);
    void move(const Body& body);
    /// Calls f with the indices of every two bodies that are near each other.
    template <class F>
    void for_each_two_near(Workers& workers, F&& f)
    {
        for (const ProxyPair& pair : broad_phase_.pairs(&workers))
            f(body_of_proxy_[pair.a], body_of_proxy_[pair.b]);
    }

    /// Memory has ended, and what the broad phase says is nothing to go by until all bodies are added anew.
    void lose() noexcept { are_known_ = false; }
    bool are_known() const { return are_known_; }
    /// Calls f, which adds all bodies, to an empty broad phase.
    template <class F>
    void make_anew(F&& f)
    {
        clear();
        f();
        are_known_ = true;
    }

private:
    void clear();

    BroadPhase broad_phase_;
    std::vector<std::uint32_t> body_of_proxy_;
    float contact_distance_ = 0.0f; ///< of bodies that have none of their own
    bool are_known_ = true;
};

} // namespace tactus
