// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus::contact_batch {

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
