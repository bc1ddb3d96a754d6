// SPDX-License-Identifier: MIT
#include "mesh/edge_sides.h"

#include <algorithm>

#include "base/work_prices.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// Calls visit(lower vertex, side) for the sides of some triangles.
template <class Visit>
void for_each_side(std::span<const TriangleIndices> triangles, std::size_t begin, std::size_t end, Visit visit)
{
    for (auto t = static_cast<std::uint32_t>(begin); t < end; ++t)
        for (std::uint32_t k = 0; k < 3 && !is_removed(triangles[t]); ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][k == 2 ? 0 : k + 1];
            visit(std::min(a, b), EdgeSide{std::max(a, b), 3 * t + k});
        }
}

} // namespace

/// They are sorted by the upper vertex, and then by the lower one. Each time every side is counted two places further
/// on, so that placing them moves each beginning to where it belongs.
void EdgeSides::find(std::span<const TriangleIndices> triangles, std::size_t vertex_count, Stages& stages)
{
    sides_.clear();
    by_upper_.clear();
    for (Buffer<std::uint32_t>* begins : {&begin_, &begin_of_upper_}) {
        begins->clear();
        add_copies(stages, price::table_entry, *begins, vertex_count + 2, 0u);
    }
    const auto all = [triangles] { return triangles.size(); };
    stages.add(price::counted_sides, all, [this, triangles](std::size_t first, std::size_t last) {
        for_each_side(triangles, first, last, [&](std::uint32_t lower, const EdgeSide& side) {
            ++begin_[lower + 2];
            ++begin_of_upper_[side.upper_vertex + 2];
        });
    });
    stages.add(
        price::table_entry, [vertex_count] { return vertex_count; },
        [this](std::size_t first, std::size_t last) {
            for (std::size_t v = first + 2; v < last + 2; ++v) {
                begin_[v] += begin_[v - 1];
                begin_of_upper_[v] += begin_of_upper_[v - 1];
            }
        });
    stages.add(price::placed_sides, all, [this, triangles](std::size_t first, std::size_t last) {
        if (first == 0) {
            by_upper_.resize_uninitialised(begin_.back());
            sides_.resize_uninitialised(begin_.back());
        }
        for_each_side(triangles, first, last, [&](std::uint32_t, const EdgeSide& side) {
            by_upper_[begin_of_upper_[side.upper_vertex + 1]++] = side;
        });
    });
    stages.add(
        price::placed_side, [this] { return by_upper_.size(); },
        [this, triangles](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k) {
                const EdgeSide& side = by_upper_[k];
                const TriangleIndices& corners = triangles[side.triangle()];
                const std::uint32_t lower = std::min(corners[side.k()], corners[side.k() == 2 ? 0 : side.k() + 1]);
                sides_[begin_[lower + 1]++] = side;
            }
        });
    stages.add(
        1, [] { return 1; }, [this](std::size_t, std::size_t) { begin_.pop_back(); });
}

} // namespace tactus
