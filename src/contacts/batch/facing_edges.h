// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Drops pairs of edges that have not crossed and are in no local contact (contacts/encounters/local_contacts.h), as
/// far as the two triangles alone show it: the way from one edge to the other does not lead away from both faces. Gives
/// how many are left, in the same order. Points are four floats each, six of them a pair of triangles.
std::size_t keep_facing_edges(const float* points, FeaturePoints* tests, std::size_t count);

/// The third corners of the triangles beside the edges of tests, other than those of their pair of triangles.
struct OtherThirds {
    const float* points; ///< two to a test, four floats each; the pair's own where there is no other
    bool are_all_of_a;   ///< no edge of a has more triangles than the pair's own and this one
    bool are_all_of_b;
};

/// The same by the third corners of other triangles as well. An edge is dropped too if all its triangles certainly lie
/// in one plane along both edges.
std::size_t keep_facing_edges(const float* points, const OtherThirds& others, FeaturePoints* tests, std::size_t count);

} // namespace tactus::contact_batch
