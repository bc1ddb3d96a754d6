// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/bucket_octree.h>
#include <tactus/geometry.h>

namespace tactus {

/// The most triangles that one call takes.
constexpr std::size_t max_bucket_keys = BucketNodes::chunk_size;

/// The boxes of triangles, and the keys of their middles in a grid; `count` is a multiple of four. Reads 4 bytes beyond
/// every vertex.
void box_and_key_triangles(
    const float* positions, const TriangleIndices* triangles, std::size_t count, const BucketGrid& grid,
    BucketLanes* boxes, std::uint32_t* keys);

/// A triangle's reference point, from its box: what the keys are made of.
inline Vec3 middle_of(const BucketLanes& box)
{
    return {
        (box.lower[0] + box.upper[0]) * 0.5f, (box.lower[1] + box.upper[1]) * 0.5f,
        (box.lower[2] + box.upper[2]) * 0.5f};
}

} // namespace tactus
