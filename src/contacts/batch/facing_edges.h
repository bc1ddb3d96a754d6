// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Tests of edges that are to face each other are marked at their first point with the ways in which they may: along
/// their common normal from a to b, and against it. On the other way the two triangles alone show that they are in no
/// local contact (contacts/encounters/edge_ends.h).
constexpr std::uint16_t way_along = 1u << 14;
constexpr std::uint16_t way_against = 1u << 15;
constexpr FeaturePoints marked(FeaturePoints test, std::uint16_t ways)
{
    test.point[0] = static_cast<std::uint16_t>(test.point[0] | ways);
    return test;
}

/// Drops those whose boxes are further apart than the distance along some axis, and those of which one certainly does
/// not lie in a marked way from the other, and takes the marks off. Gives how many are left, in the same order. There
/// are tests up to the next multiple of results_at_once. Points are four floats each, six of them a pair of triangles.
std::size_t keep_near_facing_edges(const float* points, FeaturePoints* tests, std::size_t count, float distance);

/// The third corners of the triangles beside the edges of tests, other than those of their pair of triangles.
struct OtherThirds {
    const float* points; ///< two to a test, four floats each; the pair's own where there is no other
    bool are_all_of_a;   ///< no edge of a has more triangles than the pair's own and this one
    bool are_all_of_b;
};

/// Drops those that are in no local contact as far as the third corners of other triangles show it too: no way leads
/// away from these, or all triangles of an edge certainly lie in one plane along both edges.
std::size_t keep_facing_edges(const float* points, const OtherThirds& others, FeaturePoints* tests, std::size_t count);

} // namespace tactus::contact_batch
