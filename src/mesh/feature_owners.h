// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tactus/geometry.h>

#include "base/stages/stages.h"
#include "mesh/edge_sides.h"
#include "mesh/vertex_star.h"

namespace tactus {

/// The edges of a mesh, and for each vertex and edge the one triangle that answers for it: the first of those that hold
/// it, in an order that mixes their numbers. A search that goes by triangles so meets every vertex and every edge once.
///
/// In a mixed order some triangles own all that they hold, and a third of them own nothing. So more than a third of all
/// pairs of triangles have no two features to compare that they own, and need not be looked at.
///
/// Removed triangles hold nothing. Vertices are told apart by their numbers alone. An edge with one vertex at both
/// ends, of a triangle that names it twice, is none.
class FeatureOwners {
public:
    static constexpr std::uint32_t no_edge = UINT32_MAX;
    static constexpr std::uint32_t no_vertex = UINT32_MAX;

    /// Whether of two triangles that hold a vertex or an edge the first one owns it.
    static constexpr bool goes_before(std::uint32_t first, std::uint32_t second)
    {
        // By the golden ratio, as in Fibonacci hashing: an odd factor gives every number a place of its own.
        constexpr std::uint32_t golden = 0x9e3779b1;
        return first * golden < second * golden;
    }

    FeatureOwners() = default;
    FeatureOwners(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

    /// The mesh was edited. Triangles are as they are now, stars too, and those that were removed come with what they
    /// were; those from first_added on are new. Edges keep their numbers: new ones come last, and those that are gone
    /// are nobody's.
    void edit(
        std::span<const TriangleIndices> triangles, const VertexStars& stars, std::span<const TriangleIndices> removed,
        std::span<const std::uint32_t> removed_numbers, std::uint32_t first_added);

    std::size_t edge_count() const { return edges_.size(); }
    /// The two vertices of each edge, the lower numbered first; of a mesh that was not edited, in the order of their
    /// vertices.
    std::span<const std::array<std::uint32_t, 2>> edges() const { return edges_; }
    /// The number of the edge from corner k of a triangle to the next one, or no_edge.
    std::uint32_t edge(std::size_t triangle, int k) const { return edges_of_triangle_[triangle][k]; }

    /// The third corner of another triangle that has this edge, the first or the second of all, or no_vertex.
    std::uint32_t across(std::size_t triangle, int k) const { return across_[triangle][k]; }

    /// Whether there is, or was, a triangle with one vertex at two of its corners.
    bool names_twice() const { return names_twice_; }
    /// Whether there is, or was, an edge of more than two triangles.
    bool has_crowded_edges() const { return has_crowded_edges_; }

    /// What each triangle owns: bits 0 to 2 for its corners, 3 to 5 for its edges.
    static constexpr std::uint8_t corner_bits = 0b000111;
    static constexpr std::uint8_t edge_bits = 0b111000;
    std::span<const std::uint8_t> owned() const { return owned_; }
    bool owns_corner(std::size_t triangle, int k) const { return (owned_[triangle] >> k & 1) != 0; }
    bool owns_edge(std::size_t triangle, int k) const { return (owned_[triangle] >> (3 + k) & 1) != 0; }

    std::size_t bytes() const;

private:
    friend class FeatureOwnerSearch;

    void
    find_owner(std::span<const TriangleIndices> triangles, std::span<const std::uint32_t> star, std::uint32_t vertex);
    void find_owner_of_edge(
        std::span<const TriangleIndices> triangles, std::span<const std::uint32_t> star, std::uint32_t from,
        std::uint32_t to);

    std::vector<std::array<std::uint32_t, 2>> edges_;
    std::vector<std::array<std::uint32_t, 3>> edges_of_triangle_;
    std::vector<std::array<std::uint32_t, 3>> across_;
    std::vector<std::uint8_t> owned_;
    bool names_twice_ = false;
    bool has_crowded_edges_ = false;
};

/// Finds the owners of a mesh a piece at a time.
class FeatureOwnerSearch {
public:
    /// Appends to the stages what finds them, by the sides of the triangles, which earlier stages may find. The mesh
    /// and the sides must stay, and this where it is, until the stages are done.
    void
    find(std::span<const TriangleIndices> triangles, std::size_t vertex_count, const EdgeSides& sides, Stages& stages);
    /// What was found.
    FeatureOwners take() { return std::move(owners_); }

private:
    void add_triangle(std::span<const TriangleIndices> triangles, std::uint32_t triangle);
    void add_side(std::span<const TriangleIndices> triangles, const EdgeSide& side);

    FeatureOwners owners_;
    std::vector<std::uint32_t> owner_of_vertex_; ///< So far, or FeatureOwners::no_vertex.
    std::size_t edge_count_ = 0;
    EdgeSide first_ = {};       ///< The first side of the edge that was added last.
    EdgeSide owner_ = {};       ///< The side of the triangle that owns that edge so far.
    bool has_one_side_ = false; ///< That edge has no other yet.
};

} // namespace tactus
