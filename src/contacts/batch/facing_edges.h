// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Drops pairs of edges that have not crossed and are in no local contact (contacts/encounters/local_contacts.h), as
/// far as the two triangles alone show it: the way from one edge to the other does not lead away from both faces. Gives
/// how many are left, in the same order. Points are four floats each, six of them a pair of triangles.
std::size_t keep_facing_edges(const float* points, FeaturePoints* tests, std::size_t count);

/// The same by the third corners of two other triangles, one beside either edge: two points to a test.
std::size_t keep_facing_edges(const float* points, const float* thirds, FeaturePoints* tests, std::size_t count);

} // namespace tactus::contact_batch
