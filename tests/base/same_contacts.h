// SPDX-License-Identifier: MIT
// Whether two worlds say the same of contacts and forces, to the bit.
#pragma once

#include <algorithm>
#include <tuple>

#include <tactus/contact.h>

namespace tactus {

/// All that a contact says. Where a field is added, this does not compile before it is named here too.
inline auto fields_of(const Contact& contact)
{
    const auto& [id, body_a, body_b, kind, depth_state, crosses, silent, age, triangle_a, triangle_b, vertices_a, vertices_b, weights_a, weights_b, point, normal, previous_point, separation, separation_lower, separation_upper, point_bound, error_bound] =
        contact;
    return std::tie(
        id, body_a, body_b, kind, depth_state, crosses, silent, age, triangle_a, triangle_b, vertices_a, vertices_b,
        weights_a, weights_b, point, normal, previous_point, separation, separation_lower, separation_upper,
        point_bound, error_bound);
}

inline auto fields_of(const VertexForce& push)
{
    const auto& [body, vertex, force] = push;
    return std::tie(body, vertex, force);
}

inline auto fields_of(const Wrench& wrench)
{
    const auto& [body, centroid, force, torque] = wrench;
    return std::tie(body, centroid, force, torque);
}

/// Whether two lists have the same entries in the same order.
template <class List>
bool are_same(const List& a, const List& b)
{
    return std::ranges::equal(a, b, [](const auto& p, const auto& q) { return fields_of(p) == fields_of(q); });
}

inline bool are_same(const ContactReport& a, const ContactReport& b)
{
    return a.complete == b.complete && a.work_units_spent == b.work_units_spent && are_same(a.contacts, b.contacts)
           && are_same(a.unrefined, b.unrefined);
}

inline bool are_same(const ForceReport& a, const ForceReport& b)
{
    return are_same(a.bodies, b.bodies) && are_same(a.vertices, b.vertices);
}

} // namespace tactus
