// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/buffer.h"
#include "mesh/vertex_star.h"

namespace tactus {

/// The fixed part of a body's eight-way tree: which triangle stands where, and which vertices it needs.
///
/// The tree is implicit. A slot holds one triangle; 8 slots are a leaf, 8 leaves a cluster, 8 clusters a node of
/// level 1, and so on: child = 8 * index + k on every level. A slot may be empty, so that a triangle is removed by
/// emptying its slot and added by filling one, or by rebuilding the cluster around it.
///
/// Vertices are numbered by their first use in slot order; such a number is a place. The vertices of a cluster are
/// therefore one run of places that nobody used before it, and a short list of earlier ones (its refs).
struct ClusterTree {
    static constexpr std::uint32_t leaf_size = 8;
    static constexpr std::uint32_t cluster_size = 64;
    static constexpr std::uint32_t no_triangle = UINT32_MAX;
    /// The local vertex number in an empty slot: beyond the 192 that 64 triangles can have.
    static constexpr std::uint8_t no_vertex = 192;

    /// Entries beyond the end of refs and vertex_order that may be read, to fetch their vertices ahead of time. They
    /// name vertex 0.
    static constexpr std::uint32_t look_ahead = 48;

    struct Cluster {
        std::uint32_t run_begin = 0; ///< first place of the run
        std::uint32_t ref_begin = 0; ///< first entry in refs
        std::uint16_t run_count = 0;
        std::uint16_t ref_count = 0;
    };

    std::uint32_t triangle_count = 0;
    std::uint32_t vertex_count = 0;      ///< all of the caller's, used or not
    std::uint32_t used_vertex_count = 0; ///< places that a triangle uses; the unused ones come after them
    Buffer<Cluster> clusters;
    Buffer<std::uint32_t> refs;
    Buffer<std::uint32_t> triangle_of_slot;       ///< the caller's triangle, or no_triangle
    Buffer<std::array<std::uint32_t, 3>> indices; ///< per slot, as places
    /// Per slot, as numbers in the cluster's run and refs. The fourth says how often the triangle was turned: its
    /// vertex k is vertex (k + turns) % 3 of the triangle as it was given.
    Buffer<std::array<std::uint8_t, 4>> local;
    Buffer<std::uint32_t> vertex_order; ///< per place, the caller's vertex

    std::uint32_t cluster_count() const { return static_cast<std::uint32_t>(clusters.size()); }
    std::size_t bytes() const;
};

enum class VertexPlaces {
    first_use, ///< renumbered in tree order: what the world's own copy of the positions uses
    as_given,  ///< the caller's numbers, for positions that are read where the caller keeps them
};

/// Makes the tree over those triangles that the order names (order[slot] = triangle).
/// Each triangle is turned so that its first vertex lies opposite its longest edge, which leaves fewer signs undecided.
ClusterTree make_cluster_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, std::span<const std::uint32_t> order,
    VertexPlaces places = VertexPlaces::first_use);

/// Puts the triangles of clusters [first, end) into another order: the i-th of them comes from slot slots[i]; all
/// triangles of these clusters are named. For trees whose vertices are as given.
void reorder_clusters(ClusterTree& tree, std::uint32_t first, std::uint32_t end, std::span<const std::uint32_t> slots);

/// Which number each vertex has in a cluster, one cluster after another. Keeps its memory.
class CornerNumbers {
public:
    void begin_cluster(std::uint32_t vertex_count);
    /// A vertex that has none gets the next one, and is put there into the list.
    std::uint8_t number(std::uint32_t vertex, std::uint32_t& count, std::uint32_t* list)
    {
        if (stamp_of_[vertex] != stamp_) {
            stamp_of_[vertex] = stamp_;
            number_of_[vertex] = static_cast<std::uint8_t>(count);
            list[count++] = vertex;
        }
        return number_of_[vertex];
    }
    std::size_t bytes() const { return stamp_of_.bytes() + number_of_.bytes(); }

private:
    std::uint32_t stamp_ = 0;
    Buffer<std::uint32_t> stamp_of_;
    Buffer<std::uint8_t> number_of_;
};

/// Gives the vertices of a tree that was made with places of first use the caller's numbers.
void number_as_given(ClusterTree& tree);

/// Lists the vertices of these clusters, which ascend, anew; for trees whose vertices are as given.
void renumber_clusters(ClusterTree& tree, std::span<const std::uint32_t> clusters, CornerNumbers& numbers);

/// Adds vertices that no triangle uses yet, after the others; for trees whose vertices are as given.
void add_vertices(ClusterTree& tree, std::uint32_t count);

/// How many triangles a cluster has.
std::size_t filled_slot_count(const ClusterTree& tree, std::uint32_t cluster);

/// The slots around each place.
VertexStars slot_stars(const ClusterTree& tree);

/// How often a triangle is turned, so that its first vertex lies opposite its longest edge.
std::uint8_t longest_edge_turns(Vec3 a, Vec3 b, Vec3 c);

} // namespace tactus
