// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Drops the pairs of a vertex and a face whose boxes are further apart than the distance along some axis. Gives how
/// many are left, in the same order. Points are four floats each; the last one means nothing.
std::size_t keep_near_vertices(const float* points, FeaturePoints* tests, std::size_t count, float distance);

/// The same for pairs of edges.
std::size_t keep_near_edges(const float* points, FeaturePoints* tests, std::size_t count, float distance);

} // namespace tactus::contact_batch
