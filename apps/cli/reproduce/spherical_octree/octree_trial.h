// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "cli/reproduce/spherical_octree/check_counts.h"

namespace tactus::cli {

/// What a trial asks for in each pose.
enum class OctreeQuery {
    pairs_paper, ///< intersecting triangles, in the paper's order: leaves of one tree, then the reverse
    pairs_ours,  ///< intersecting triangles, both trees at once
    contacts,    ///< vertex-face and edge-edge contacts and their forces, in the paper's order: what the paper does
};
inline constexpr std::array<OctreeQuery, 3> all_octree_queries = {
    OctreeQuery::pairs_paper, OctreeQuery::pairs_ours, OctreeQuery::contacts};

/// A value for each query.
template <class T>
struct PerQuery {
    std::array<T, all_octree_queries.size()> values = {};

    T& operator[](OctreeQuery query) { return values[static_cast<std::size_t>(query)]; }
    const T& operator[](OctreeQuery query) const { return values[static_cast<std::size_t>(query)]; }
};

/// As it stands in tables and legends, and as a key of JSON.
const char* query_words(OctreeQuery query);
const char* query_key(OctreeQuery query);

/// How deep the octrees of a trial are.
struct OctreeShape {
    std::optional<std::uint32_t> levels = {}; ///< 0 leaves each body in one sphere; what the library chooses if absent.
    bool uniform = true;                      ///< All leaves are on the last level.
};

/// What the paper's Proposition 1 says of contacts: a vertex is in contact with one face of a convex body at the most.
struct PropositionCounts {
    std::uint64_t vertices = 0;        ///< Pushed by a face, over all poses.
    std::uint64_t with_more_faces = 0; ///< Of these, pushed by more than one.
    std::uint64_t checks = 0;          ///< Vertex-face and edge-edge pairs that leaves list.
    /// Of these, pairs of a vertex in contact with faces other than its own: what Proposition 1 would save if the
    /// contacts of the step before were all still there.
    std::uint64_t saved_checks = 0;
};

/// Two bodies with spherical octrees, one of which is put into one pose after another.
/// The poses must outlive it.
class OctreeTrial {
public:
    static Result<OctreeTrial> create(
        const papers::GridMesh& a, const papers::GridMesh& b, const OctreeShape& shape,
        papers::OctreeTraversal traversal, std::span<const Pose> poses);

    struct Pass {
        double microseconds = 0.0; ///< of the thread's CPU time for one pose, in the mean
        std::size_t found = 0;     ///< pairs or contacts in all poses
    };

    /// Moves b and asks, for every pose.
    Result<Pass> ask(OctreeQuery query);
    /// Moves b, and asks nothing.
    Result<Pass> only_move();

    /// Counts what the paper's own leaf test would test in each pose. Only for the paper's order.
    Result<CheckCounts> count_checks();
    /// Adds what Proposition 1 would do in each pose. Only for the paper's order.
    Result<void> add_to(PropositionCounts& counts);

    /// Of each body's tree.
    const std::array<std::uint32_t, 2>& levels() const { return levels_; }

private:
    OctreeTrial(World world, std::span<const Pose> poses) : world_(std::move(world)), poses_(poses) {}

    World world_;
    BodyId standing_;
    BodyId moving_;
    std::span<const Pose> poses_;
    std::array<std::uint32_t, 2> levels_ = {};
};

} // namespace tactus::cli
