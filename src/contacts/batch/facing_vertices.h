// SPDX-License-Identifier: MIT
// Which vertices are in no local contact with a face (contacts/encounters/local_contacts.h), as far as float shows it:
// those that are nearest to it at an edge or a corner, beside which the surface comes nearer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Where a vertex is nearest to a face, as far as weights tell it that are those of a nearest point up to rounding.
struct NearestPlace {
    enum class Kind : std::uint8_t { inside, edge, corner };

    Kind kind;
    std::uint8_t k; ///< of the edge or corner
};

/// By the weights of the second and the third corner.
inline NearestPlace nearest_place(float u, float v)
{
    using Kind = NearestPlace::Kind;
    // By the edges that the point is on.
    static constexpr NearestPlace places[8] = {{Kind::inside, 0}, {Kind::edge, 0},  {Kind::edge, 1},
                                               {Kind::corner, 1}, {Kind::edge, 2},  {Kind::corner, 0},
                                               {Kind::corner, 2}, {Kind::corner, 0}};
    return places[(v <= 0.0f ? 1 : 0) | (u + v >= 1.0f ? 2 : 0) | (u <= 0.0f ? 4 : 0)];
}

/// For `count` tests of a vertex and a face, whether the vertex is certainly nearest to the face at an inner point of
/// the edge from its first corner to its second, and certainly nearer to inner points of another triangle that has this
/// edge. Each test has a point of `thirds`: the third corner of the other triangle, or of the face where there is none.
/// Points are four floats each, the last one without a meaning.
void are_nearer_across_edge(
    const float* points, const FeaturePoints* tests, const float* thirds, std::size_t count, bool* are_nearer);

/// For `count` tests of a vertex and a face, whether the vertex is certainly nearest to the face at its first corner,
/// and certainly nearer to another triangle that has an edge of the face there: the one to the second corner, or the
/// one to the third. Each test has two points of `thirds`, in this order; where there is no triangle, the second
/// corner, or the third.
void are_nearer_around_corner(
    const float* points, const FeaturePoints* tests, const float* thirds, std::size_t count, bool* are_nearer);

} // namespace tactus::contact_batch
