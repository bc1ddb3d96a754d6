// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "forces/pushes/force_bodies.h"
#include "forces/pushes/push.h"
#include "geometry/double_vector.h"

namespace tactus {

/// Where the point of a side is that has these weights; a side without any is where its body is as a whole.
inline DoubleVector point_of_side(
    BodyId body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights,
    const ForceBodies& bodies)
{
    if (!(weight_sum(weights) > 0.0))
        return to_double(bodies.whole_position(body));
    return weighted_mean(vertices, weights, [&](std::uint32_t vertex) { return bodies.position(body, vertex); });
}

/// How that point moves.
inline DoubleVector velocity_of_side(
    BodyId body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights,
    const ForceBodies& bodies)
{
    if (!(weight_sum(weights) > 0.0))
        return to_double(bodies.whole_velocity(body));
    return weighted_mean(vertices, weights, [&](std::uint32_t vertex) { return bodies.velocity(body, vertex); });
}

} // namespace tactus
