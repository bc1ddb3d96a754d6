// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <tactus/bucket_octree.h>

#include "geometry/triangle_batch.h"

namespace tactus {

/// The boxes of eight triangles side by side; inverted where there is none.
struct alignas(64) TriangleBlock {
    float lower[3][8];
    float upper[3][8];
    std::uint32_t place[8];
};

/// Two nodes, by their names, or two blocks.
using BucketNamePair = IndexPair;

/// Where opened nodes go.
struct OpenedBuckets {
    BucketNamePair* nodes;   ///< pairs that are to be opened still; room for 36 for each that was opened
    BucketNamePair* buckets; ///< pairs of buckets; the same
    std::size_t node_count = 0;
    std::size_t bucket_count = 0;
};

/// Opens one node of each pair, by the given order the larger or the smaller one, and writes down which of its children
/// come within `distance` metres of the other along every axis, and some that are a little farther away. Where both
/// trees are the same, a node with itself becomes its children with themselves and with each other, each pair once.
void open_bucket_nodes(
    const BucketNodes& a, const BucketNodes& b, BucketOrder order, float distance, const BucketNamePair* pairs,
    std::size_t count, OpenedBuckets& out);

/// The triangles of pairs of blocks whose boxes are at most as far apart, by their places. `out` has room for 64 a
/// pair. A block with itself gives each two of its triangles once.
std::size_t near_triangles(
    const TriangleBlock* a, const TriangleBlock* b, float distance, const BucketNamePair* pairs, std::size_t count,
    IndexPair* out);

/// A box that reaches this many metres further on every side, and a little more.
inline BucketLanes reaching(const BucketLanes& box, float distance)
{
    if (!(distance > 0.0f))
        return box;
    BucketLanes wider;
    const float reach = distance + distance * 0x1p-21f;
    for (int lane = 0; lane < 4; ++lane) {
        const float low = box.lower[lane], high = box.upper[lane];
        wider.lower[lane] = low - (reach + (low < 0.0f ? -low : low) * 0x1p-21f);
        wider.upper[lane] = high + (reach + (high < 0.0f ? -high : high) * 0x1p-21f);
    }
    return wider;
}

} // namespace tactus
