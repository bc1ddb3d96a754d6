// SPDX-License-Identifier: MIT
// About four candidates in five are rejected by a plane, so that comes first and has no branches. The rest goes on to
// tests that see fewer and fewer of them: the intervals on the planes' common line, coplanar triangles in a coordinate
// plane, and at last triangles_intersect for what float arithmetic cannot be sure of.
#include "geometry/triangle_pairs/triangle_batch.h"

#include <algorithm>

#include "geometry/triangle_pairs/coplanar_batch.h"
#include "geometry/triangle_pairs/crossing_batch.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {

namespace {

constexpr std::size_t chunk_size = 512;

bool pair_intersects(const TriangleSource& a, const TriangleSource& b, IndexPair pair)
{
    return triangles_intersect(triangle(a, pair.a), triangle(b, pair.b));
}

constexpr std::size_t rounded_up(std::size_t count) { return (count + 3) & ~std::size_t{3}; }

// Settles the verdicts that are open.
void close_open_verdicts(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count,
    std::uint32_t* verdicts)
{
    std::uint32_t open[chunk_size + 4];
    std::uint32_t closed[chunk_size];
    std::size_t open_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
        open[open_count] = static_cast<std::uint32_t>(i);
        open_count += verdicts[i] == batch::open ? 1 : 0;
    }
    if (open_count == 0)
        return;
    const std::size_t padded = rounded_up(open_count);
    for (std::size_t i = open_count; i < padded; ++i)
        open[i] = open[0];
    batch::decide_in_coordinate_planes(a, b, pairs, open, padded, closed);
    for (std::size_t i = 0; i < open_count; ++i)
        verdicts[open[i]] = closed[i] == batch::open ? pair_intersects(a, b, pairs[open[i]]) : closed[i];
}

// Calls f(0) to f(count - 1). Where f is a few instructions, counting would cost as much as f: four calls at a time.
template <class F>
void for_each_index(std::size_t count, F f)
{
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        f(i);
        f(i + 1);
        f(i + 2);
        f(i + 3);
    }
    for (; i < count; ++i)
        f(i);
}

// Writes the hits among at most chunk_size pairs, and where anybody asks for it how their triangles overlap.
std::size_t chunk_hits(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits,
    OverlapCode* overlaps)
{
    IndexPair survivors[chunk_size + batch::Survivors::slack];
    std::uint32_t codes[chunk_size + batch::Survivors::slack];
    batch::Survivors kept{survivors, codes};
    batch::drop_by_planes(a, b, pairs, count, kept);
    if (kept.count == 0)
        return 0;
    const std::size_t padded = rounded_up(kept.count);
    for (std::size_t i = kept.count; i < padded; ++i) {
        survivors[i] = survivors[0];
        codes[i] = codes[0];
    }
    std::uint32_t verdicts[chunk_size];
    batch::decide_by_intervals(a, b, survivors, codes, padded, overlaps != nullptr, verdicts);

    std::uint32_t seen = 0;
    for (std::size_t i = 0; i < padded; ++i)
        seen |= verdicts[i];
    if ((seen & batch::open) != 0) [[unlikely]]
        close_open_verdicts(a, b, survivors, kept.count, verdicts);

    std::size_t hit_count = 0;
    for_each_index(kept.count, [&](std::size_t i) {
        hits[hit_count] = survivors[i];
        if (overlaps != nullptr)
            overlaps[hit_count] = batch::overlap_code(codes[i], verdicts[i]);
        hit_count += verdicts[i] & batch::intersecting;
    });
    return hit_count;
}

} // namespace

std::size_t intersecting_pairs(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits)
{
    return intersecting_pairs_and_overlaps(a, b, pairs, count, hits, nullptr);
}

std::size_t intersecting_pairs_and_overlaps(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits,
    OverlapCode* overlaps)
{
    std::size_t hit_count = 0;
    for (std::size_t begin = 0; begin < count; begin += chunk_size)
        hit_count += chunk_hits(
            a, b, pairs + begin, std::min(chunk_size, count - begin), hits + hit_count,
            overlaps != nullptr ? overlaps + hit_count : nullptr);
    return hit_count;
}

std::size_t intersecting_pairs_scalar(
    const TriangleSource& a, const TriangleSource& b, const IndexPair* pairs, std::size_t count, IndexPair* hits)
{
    std::size_t hit_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const IndexPair pair = pairs[i];
        if (pair_intersects(a, b, pair))
            hits[hit_count++] = pair;
    }
    return hit_count;
}

} // namespace tactus
