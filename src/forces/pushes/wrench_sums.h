// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "forces/pushes/force_bodies.h"
#include "forces/pushes/push.h"
#include "geometry/double_vector.h"

namespace tactus {

/// Adds up what pushes do to each body, and remembers it for limiting the change from call to call.
///
/// Both bodies of a push take it at the contact's point, so forces and torques of all bodies balance, and what is left
/// of their sums is rounding. A limit cuts each body's wrench by itself: then they need not balance.
class WrenchSums {
public:
    /// Numbers the bodies of these pushes, in the order of their ids, and adds up their forces and torques.
    void add_up(std::span<Push> pushes, const ForceBodies& bodies);
    /// By the numbers that add_up gave.
    BodyId body_of(std::uint32_t number) const { return ids_[number]; }

    /// Moves each body's force and torque from what they were after the last call to their sums, by at most this much,
    /// each by itself; no limit if negative. Where there was no wrench it was zero, and a body that is not pushed any
    /// more is on its way to zero, and in the list until it is there. Says whether anything was held back.
    bool limit(float max_force_change, float max_torque_change, const ForceBodies& bodies);
    /// The bodies that are pushed, by id. Lives until the next call.
    std::span<const Wrench> wrenches() const { return wrenches_.span(); }

    /// A body's next wrench starts from zero.
    void forget(BodyId body);
    void clear() { last_.clear(); }

    /// Bytes held.
    std::size_t bytes() const
    {
        return ids_.bytes() + sums_.bytes() + last_.bytes() + next_.bytes() + wrenches_.bytes();
    }

private:
    // In double, so that a limit far below the last digit of a large float still leads somewhere.
    struct Sum {
        BodyId body;
        Vec3 centroid;
        DoubleVector force;
        DoubleVector torque;
    };

    void number_bodies(std::span<Push> pushes);
    std::uint32_t number_of(BodyId body) const;

    Buffer<BodyId> ids_; ///< ascending
    Buffer<Sum> sums_;   ///< by body
    Buffer<Sum> last_;   ///< by body: the wrenches of the call before
    Buffer<Sum> next_;
    Buffer<Wrench> wrenches_;
};

} // namespace tactus
