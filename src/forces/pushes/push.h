// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <tactus/contact.h>

#include "geometry/double_vector.h"

namespace tactus {

/// A contact that pushes, and the vertices that take the push.
struct Push {
    ContactForce contact;
    std::array<std::uint32_t, 3> vertices_a = {};
    std::array<std::uint32_t, 3> vertices_b = {};
    std::array<float, 3> weights_a = {}; ///< all 0: the body takes it as a whole
    std::array<float, 3> weights_b = {};
    std::uint32_t number_a = 0; ///< of the bodies, in the list of those that are pushed in this call
    std::uint32_t number_b = 0;
};

/// The part of a vector that is across a unit normal.
inline DoubleVector across(DoubleVector a, DoubleVector normal) { return a - normal * dot(a, normal); }

/// What the weights of a contact's side add up to: 1 up to rounding, or 0 for parts.
inline double weight_sum(const std::array<float, 3>& weights)
{
    return static_cast<double>(weights[0]) + static_cast<double>(weights[1]) + static_cast<double>(weights[2]);
}

/// The mean of what value(vertex) gives, by these weights; their sum is not 0.
template <class Value>
DoubleVector
weighted_mean(const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights, Value value)
{
    DoubleVector mean;
    const double sum = weight_sum(weights);
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f)
            mean = mean + to_double(value(vertices[k])) * (weights[k] / sum);
    return mean;
}

} // namespace tactus
