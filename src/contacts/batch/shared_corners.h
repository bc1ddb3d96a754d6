// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/queries.h>

namespace tactus::contact_batch {

/// The bits of a code (contacts/batch/pair_codes.h) for features of two triangles of one surface that have a vertex in
/// common: corners of one that are corners of the other, and edges that end at the same vertex.
///
/// Of `count` pairs, not zero, of which the lower numbered triangle comes first. There is room for a multiple of
/// sixteen. Triangles are three vertices each.
void find_shared_corners(
    const std::uint32_t* triangles, const TrianglePair* pairs, std::size_t count, std::uint32_t* shared);

} // namespace tactus::contact_batch
