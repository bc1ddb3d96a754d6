// SPDX-License-Identifier: MIT
#include "mesh/feature_owners.h"

#include <algorithm>

#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

/// The lower vertex of a side, and the upper one.
std::array<std::uint32_t, 2> ends_of(std::span<const TriangleIndices> triangles, const EdgeSide& side)
{
    const TriangleIndices& corners = triangles[side.triangle()];
    const std::uint32_t from = corners[side.k()];
    return {from ^ corners[side.k() == 2 ? 0 : side.k() + 1] ^ side.upper_vertex, side.upper_vertex};
}

constexpr std::uint32_t no_owner = UINT32_MAX;

/// The bit of the first corner of a triangle that is the vertex.
std::uint8_t corner_bit(const TriangleIndices& corners, std::uint32_t vertex)
{
    return static_cast<std::uint8_t>(corners[0] == vertex ? 1 : corners[1] == vertex ? 2 : 4);
}

std::uint8_t edge_bit(const EdgeSide& side) { return static_cast<std::uint8_t>(8u << side.k()); }

} // namespace

FeatureOwners::FeatureOwners(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const EdgeSides sides(triangles, vertex_count);
    FeatureOwnerSearch search;
    Stages stages;
    search.find(triangles, vertex_count, sides, stages);
    stages.finish();
    *this = search.take();
}

void FeatureOwnerSearch::find(
    std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides, Stages& stages)
{
    owners_ = {};
    edge_count_ = 0;
    stages.add(
        1, [] { return 1; },
        [this, triangles, vertex_count](std::size_t, std::size_t) {
            owners_.edges_of_triangle_.reserve(triangles.size());
            owners_.across_.reserve(triangles.size());
            owners_.owned_.reserve(triangles.size());
            owner_of_vertex_.assign(vertex_count, no_owner);
        });
    stages.add(
        price::owned_corners, [triangles] { return triangles.size(); },
        [this, triangles](std::size_t first, std::size_t last) {
            for (std::size_t t = first; t < last; ++t)
                add_triangle(triangles, static_cast<std::uint32_t>(t));
        });
    const auto all_sides = [&sides] { return sides.size(); };
    stages.add(price::table_entry, all_sides, [this, triangles, &sides](std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) {
            const auto [from, to] = ends_of(triangles, sides[k]);
            edge_count_ += from != to && (k == 0 || ends_of(triangles, sides[k - 1]) != std::array{from, to}) ? 1 : 0;
        }
    });
    stages.add(price::owned_side, all_sides, [this, triangles, &sides](std::size_t first, std::size_t last) {
        if (first == 0)
            owners_.edges_.reserve(edge_count_);
        for (std::size_t k = first; k < last; ++k)
            add_side(triangles, sides[k]);
    });
}

void FeatureOwnerSearch::add_triangle(std::span<const TriangleIndices> triangles, std::uint32_t triangle)
{
    owners_.edges_of_triangle_.push_back({FeatureOwners::no_edge, FeatureOwners::no_edge, FeatureOwners::no_edge});
    owners_.across_.push_back({FeatureOwners::no_vertex, FeatureOwners::no_vertex, FeatureOwners::no_vertex});
    owners_.owned_.push_back(0);
    const TriangleIndices& corners = triangles[triangle];
    for (std::uint32_t k = 0; k < 3 && !is_removed(corners); ++k) {
        std::uint32_t& owner = owner_of_vertex_[corners[k]];
        if (owner != no_owner && !FeatureOwners::goes_before(triangle, owner))
            continue;
        if (owner != no_owner)
            owners_.owned_[owner] &= static_cast<std::uint8_t>(~corner_bit(triangles[owner], corners[k]));
        if (!(TACTUS_FAULT(43) && triangle == 0))
            owners_.owned_[triangle] |= static_cast<std::uint8_t>(1u << k);
        owner = triangle;
    }
}

void FeatureOwnerSearch::add_side(std::span<const TriangleIndices> triangles, const EdgeSide& side)
{
    const std::array<std::uint32_t, 2> ends = ends_of(triangles, side);
    if (ends[0] == ends[1]) {
        owners_.names_twice_ = true;
        return;
    }
    const auto third_corner = [&](const EdgeSide& of) { return triangles[of.triangle()][(of.k() + 2) % 3]; };
    if (owners_.edges_.empty() || owners_.edges_.back() != ends) {
        owners_.edges_.push_back(ends);
        owners_.owned_[side.triangle()] |= edge_bit(side);
        first_ = owner_ = side;
        has_one_side_ = true;
    } else {
        if (FeatureOwners::goes_before(side.triangle(), owner_.triangle())) {
            owners_.owned_[owner_.triangle()] &= static_cast<std::uint8_t>(~edge_bit(owner_));
            owners_.owned_[side.triangle()] |= edge_bit(side);
            owner_ = side;
        }
        owners_.across_[side.triangle()][side.k()] = third_corner(first_);
        if (std::exchange(has_one_side_, false))
            owners_.across_[first_.triangle()][first_.k()] = third_corner(side);
        else
            owners_.has_crowded_edges_ = true;
    }
    owners_.edges_of_triangle_[side.triangle()][side.k()] = static_cast<std::uint32_t>(owners_.edges_.size() - 1);
}

std::size_t FeatureOwners::bytes() const
{
    return edges_.capacity() * sizeof(edges_[0]) + edges_of_triangle_.capacity() * sizeof(edges_of_triangle_[0])
           + across_.capacity() * sizeof(across_[0]) + owned_.capacity();
}

} // namespace tactus
