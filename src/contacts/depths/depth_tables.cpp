// SPDX-License-Identifier: MIT
#include "contacts/depths/depth_tables.h"

#include <utility>

#include "base/work_prices.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// Calls visit(vertex) for the corners of a triangle, each vertex once.
template <class Visit>
void for_each_corner(const TriangleIndices& triangle, Visit visit)
{
    const auto [a, b, c] = triangle;
    if (is_removed(triangle))
        return;
    visit(a);
    if (b != a)
        visit(b);
    if (c != a && c != b)
        visit(c);
}

} // namespace

void ShellSearch::begin(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables)
{
    triangles_ = triangles;
    vertex_count_ = vertex_count;
    tables_ = &tables;
    next_start_ = 0;
    looked_around_ = next_in_star_ = 0;
    met_.clear();
    met_.reserve(vertex_count);
}

void ShellSearch::meet(std::uint32_t vertex)
{
    tables_->shell_of_vertex[vertex] = static_cast<std::uint32_t>(tables_->shells.size() - 1);
    met_.push_back(vertex);
}

/// Looks at a triangle, or goes on to the next vertex.
void ShellSearch::step()
{
    if (looked_around_ < met_.size()) {
        const std::span<const std::uint32_t> star = tables_->stars[met_[looked_around_]];
        if (next_in_star_ == star.size()) {
            ++looked_around_;
            next_in_star_ = 0;
            return;
        }
        for (const std::uint32_t corner : triangles_[star[next_in_star_++]])
            if (tables_->shell_of_vertex[corner] == UINT32_MAX)
                meet(corner);
        return;
    }
    if (next_start_ == vertex_count_)
        return;
    const std::uint32_t start = next_start_++;
    if (tables_->stars[start].empty() || tables_->shell_of_vertex[start] != UINT32_MAX)
        return;
    met_.clear();
    looked_around_ = 0;
    tables_->shells.push_back(start);
    meet(start);
}

void find_shells(std::span<const TriangleIndices> triangles, std::size_t vertex_count, DepthTables& tables)
{
    tables.shells.clear();
    tables.shell_of_vertex.assign(vertex_count, UINT32_MAX);
    ShellSearch search;
    search.begin(triangles, vertex_count, tables);
    for (std::size_t steps = search.max_steps(); steps > 0; --steps)
        search.step();
}

void DepthTableSearch::find(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides, Stages& stages)
{
    tables_ = {};
    uneven_ = {};
    has_triangles_ = false;
    begin_.clear();
    stages.add(
        price::table_entry, [&sides] { return sides.size(); },
        [this, triangles, &sides](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k)
                uneven_.add(triangles[sides[k].triangle()], sides[k]);
        });
    // As with the sides, corners are counted two places further on.
    const auto all = [triangles] { return triangles.size(); };
    const auto vertices = [vertex_count] { return vertex_count; };
    add_copies(stages, price::table_entry, begin_, vertex_count + 2, 0u);
    stages.add(price::counted_sides, all, [this, triangles](std::size_t first, std::size_t last) {
        for (std::size_t t = first; t < last; ++t) {
            has_triangles_ = has_triangles_ || !is_removed(triangles[t]);
            for_each_corner(triangles[t], [&](std::uint32_t vertex) { ++begin_[vertex + 2]; });
        }
    });
    stages.add(price::table_entry, vertices, [this](std::size_t first, std::size_t last) {
        for (std::size_t v = first + 2; v < last + 2; ++v)
            begin_[v] += begin_[v - 1];
    });
    stages.add(price::placed_sides, all, [this, triangles](std::size_t first, std::size_t last) {
        if (first == 0)
            in_stars_ = Buffer<std::uint32_t>(begin_.back());
        for (std::size_t t = first; t < last; ++t)
            for_each_corner(triangles[t], [&](std::uint32_t vertex) {
                in_stars_[begin_[vertex + 1]++] = static_cast<std::uint32_t>(t);
            });
    });
    stages.add(price::entry, vertices, [this, vertex_count](std::size_t first, std::size_t last) {
        if (first == 0) {
            stars_ = PackedLists(std::move(in_stars_), vertex_count);
            tables_.shell_of_vertex.reserve(vertex_count);
        }
        for (std::size_t v = first; v < last; ++v) {
            const std::uint32_t count = begin_[v + 1] - begin_[v];
            stars_.append(count);
            tables_.used_vertices += count > 0 ? 1 : 0;
            tables_.shell_of_vertex.push_back(UINT32_MAX);
        }
    });
    stages.add(
        1, [] { return 1; },
        [this, triangles, vertex_count](std::size_t, std::size_t) {
            tables_.stars = VertexStars(std::move(stars_));
            tables_.uneven_edges = uneven_.count();
            tables_.is_closed = tables_.uneven_edges == 0 && has_triangles_;
            shells_.begin(triangles, vertex_count, tables_);
        });
    stages.add(
        price::shell_step, [this] { return shells_.max_steps(); },
        [this](std::size_t first, std::size_t last) {
            for (std::size_t k = first; k < last; ++k)
                shells_.step();
        });
}

DepthTables make_depth_tables(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const EdgeSides sides(triangles, vertex_count);
    DepthTableSearch search;
    Stages stages;
    search.find(triangles, vertex_count, sides, stages);
    stages.finish();
    return std::move(search.tables());
}

} // namespace tactus
