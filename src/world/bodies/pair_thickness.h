// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include <tactus/body.h>

namespace tactus {

/// What counts between two bodies, or of one with itself.
struct PairThickness {
    float contact_distance = 0.0f;
    float rest_offset = 0.0f;
    bool a_is_one_sided = false;
    bool b_is_one_sided = false;
};

/// Half of what each of two bodies says, added up, unless something is said of the two. A body that says nothing has
/// the default.
inline float combined(
    const std::optional<float>& a, const std::optional<float>& b, const std::optional<float>& of_both, float by_default)
{
    if (of_both)
        return *of_both;
    // Halves of the smallest floats are none.
    if (!a && !b)
        return by_default;
    return static_cast<float>(0.5 * double(a.value_or(by_default)) + 0.5 * double(b.value_or(by_default)));
}

/// The world's contact distance is that of bodies which say nothing.
inline PairThickness combined(const Thickness& a, const Thickness& b, const Thickness& of_both, float world_distance)
{
    const float rest = combined(a.rest_offset, b.rest_offset, of_both.rest_offset, 0.0f);
    const float distance = combined(a.contact_distance, b.contact_distance, of_both.contact_distance, world_distance);
    return {
        std::max(distance, rest), rest, of_both.one_sided.value_or(a.one_sided.value_or(false)),
        of_both.one_sided.value_or(b.one_sided.value_or(false))};
}

/// Metres around a body within which the broad phase sees others: for any two of them, both add up to at least the
/// contact distance that they have. `of_pairs` is the largest that is said of it and another.
inline double reach_of(const Thickness& body, float of_pairs, float world_distance)
{
    const float own = std::max(body.contact_distance.value_or(world_distance), body.rest_offset.value_or(0.0f));
    const double half = 0.5 * double(std::max(own, of_pairs));
    // What two bodies come to is rounded.
    return body.contact_distance || body.rest_offset || of_pairs > 0.0f ? half * (1.0 + 0x1p-20) : half;
}

} // namespace tactus
