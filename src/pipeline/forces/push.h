// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include <tactus/contact.h>

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

/// What the weights of a contact's side add up to: 1 up to rounding, or 0 for parts.
inline double weight_sum(const std::array<float, 3>& weights)
{
    return static_cast<double>(weights[0]) + static_cast<double>(weights[1]) + static_cast<double>(weights[2]);
}

} // namespace tactus
