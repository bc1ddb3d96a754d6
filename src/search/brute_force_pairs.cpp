// SPDX-License-Identifier: MIT
#include "search/brute_force_pairs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/work_prices.h"
#include "geometry/triangle_pairs/triangle_neighbours.h"
#include "geometry/triangle_pairs/triangle_triangle.h"
#include "tree/triangle_list.h"

namespace tactus {
namespace {

/// Whether two triangles of one body count as a pair, by their places. Those that share a vertex count only if
/// `neighbours` are asked for, and if they meet in more than what they share.
inline bool own_triangles_meet(const TriangleList& list, std::size_t i, std::size_t j, bool neighbours)
{
    const TriangleIndices& a = list.indices[i];
    const TriangleIndices& b = list.indices[j];
    return share_vertex(a, b) ? neighbours && neighbours_intersect(list[i], list[j], a, b)
                              : triangles_intersect(list[i], list[j]);
}

/// Runs test(i, j) over rows of pairs until the budget or, if that is all that is asked for, the first hit ends it.
template <class RowBegin, class Test>
RefinementOutcome for_each_pair(
    std::size_t rows, std::size_t columns, RowBegin row_begin, WorkMeter& meter, bool first_hit_only,
    Buffer<TrianglePair>& pairs, Test test)
{
    const std::size_t old_count = pairs.size();
    std::uint64_t done = 0, total = 0;
    for (std::size_t i = 0; i < rows; ++i)
        total += columns - row_begin(i);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = row_begin(i); j < columns; ++j, ++done) {
            if (done % per_unit::tried_pairs == 0 && !meter.spend())
                return {false, total - done};
            test(i, j);
            if (first_hit_only && pairs.size() > old_count)
                return {done + 1 == total, total - done - 1};
        }
    return {};
}

} // namespace

RefinementOutcome brute_force_pairs(
    const TriangleList& a, const TriangleList& b, WorkMeter& meter, bool first_hit_only, Buffer<TrianglePair>& pairs)
{
    return for_each_pair(
        a.size(), b.size(), [](std::size_t) { return std::size_t{0}; }, meter, first_hit_only, pairs,
        [&](std::size_t i, std::size_t j) {
            if (a.number(i) == TriangleList::no_triangle || b.number(j) == TriangleList::no_triangle)
                return;
            if (triangles_intersect(a[i], b[j]))
                pairs.push_back({a.number(i), b.number(j)});
        });
}

RefinementOutcome brute_force_self_pairs(
    const TriangleList& triangles, WorkMeter& meter, bool first_hit_only, bool neighbours, Buffer<TrianglePair>& pairs)
{
    return for_each_pair(
        triangles.size(), triangles.size(), [](std::size_t i) { return i + 1; }, meter, first_hit_only, pairs,
        [&](std::size_t i, std::size_t j) {
            const std::uint32_t a = triangles.number(i), b = triangles.number(j);
            if (a == TriangleList::no_triangle || b == TriangleList::no_triangle)
                return;
            if (own_triangles_meet(triangles, i, j, neighbours))
                pairs.push_back({std::min(a, b), std::max(a, b)});
        });
}

} // namespace tactus
