// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "contacts/batch/feature_tests.h"

namespace tactus::contact_batch {

/// Drops the pairs of a vertex and a face whose boxes are further apart than the distance along some axis. Gives how
/// many are left, in the same order. Points are four floats each; the last one means nothing.
std::size_t keep_near_vertices(const float* points, FeaturePoints* tests, std::size_t count, float distance);

/// The same for pairs of edges.
std::size_t keep_near_edges(const float* points, FeaturePoints* tests, std::size_t count, float distance);

/// A contact, by its place in a list, and the pair of triangles that it is of.
struct ContactOfPair {
    std::uint32_t contact;
    std::uint32_t pair;
};

/// Moves the points of contacts into the common parts of their triangles' boxes, each widened by half the distance.
/// `corners` has the six corners of each pair, four floats each. A contact's point is where its place times `stride`
/// floats lead to from `points`; one float more is read, and written back as it was.
void move_into_common_parts(
    const float* corners, float distance, const ContactOfPair* list, std::size_t count, float* points,
    std::size_t stride);

} // namespace tactus::contact_batch
