// SPDX-License-Identifier: MIT
// A rigid cube that impulses move, for examples.
#pragma once

#include <cmath>

#include <tactus/geometry.h>

#include "small_vectors.h"

struct Box {
    DoubleVec3 centre = {};
    tactus::Quaternion turn = {};
    DoubleVec3 velocity = {};
    DoubleVec3 spin = {};      ///< Radians a second, along the world's axes.
    double inverse_mass = 0.0; ///< 0 for what nothing moves, such as the ground.
    double inverse_inertia = 0.0;

    /// The velocity of the point at the end of an arm from the centre.
    DoubleVec3 velocity_at(DoubleVec3 arm) const { return velocity + cross(spin, arm); }

    void push(DoubleVec3 impulse, DoubleVec3 arm)
    {
        velocity += impulse * inverse_mass;
        spin += cross(arm, impulse) * inverse_inertia;
    }

    /// How much faster a push of one newton second makes the point that it pushes, with this lever about the centre.
    double mobility(DoubleVec3 lever) const { return inverse_mass + inverse_inertia * dot(lever, lever); }

    void move(double step)
    {
        centre += velocity * step;
        const auto [x, y, z, w] = turn; // The world takes quaternions of any length.
        const DoubleVec3 s = spin * (0.5 * step);
        turn.x += s.x * w + s.y * z - s.z * y;
        turn.y += s.y * w + s.z * x - s.x * z;
        turn.z += s.z * w + s.x * y - s.y * x;
        turn.w -= s.x * x + s.y * y + s.z * z;
    }
};

/// A cube of one kilogram at rest, turned about the vertical by an angle.
inline Box cube_at(DoubleVec3 centre, double angle, double half_side)
{
    Box box;
    box.centre = centre;
    box.turn = {0.0, 0.0, std::sin(0.5 * angle), std::cos(0.5 * angle)};
    box.inverse_mass = 1.0;
    box.inverse_inertia = 1.5 / (half_side * half_side); // about any axis
    return box;
}
