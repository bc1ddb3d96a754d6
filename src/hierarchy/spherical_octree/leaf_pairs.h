// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "hierarchy/spherical_octree/octree_refit.h"
#include "hierarchy/spherical_octree/rigid_pose.h"
#include "hierarchy/spherical_octree/spherical_octree.h"

namespace tactus {

/// A body as a search sees it: a tree, where it lies, and, for a body that deforms, what keeps its spheres up to date.
/// Only what a search visits is brought up to date.
struct OctreeBody {
    const SphericalOctree* tree = nullptr;
    RigidPose pose;
    OctreeRefit* refit = nullptr; ///< of the same tree; none for a rigid body
};

/// A leaf of each of two trees whose spheres come within the contact distance of each other.
struct LeafPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend constexpr bool operator==(const LeafPair&, const LeafPair&) = default;
    friend constexpr auto operator<=>(const LeafPair&, const LeafPair&) = default;
};

enum class OctreeOrder {
    /// The paper's: the leaves of b that the root of a reaches, then each of them against all of a, from its root down.
    leaves_then_reverse,
    /// Both trees at once, from the pair of roots down; of two nodes the one with the larger sphere is opened.
    both_at_once,
};

/// Finds the pairs of leaves that may hold pairs of features within a distance of each other. Keeps its memory.
class LeafPairSearch {
public:
    /// Both orders find every pair of leaves whose cells hold surface points at most that far apart.
    void find(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order);

    /// Of the last search, each pair once.
    std::span<const LeafPair> pairs() const { return pairs_.span(); }
    /// How many spheres were compared with a sphere in the last search.
    std::uint64_t node_tests() const { return node_tests_; }
    std::size_t bytes() const
    {
        return pairs_.bytes() + stack_.bytes() + leaves_.bytes() + met_.bytes() + open_.bytes();
    }

private:
    struct Visit {
        std::uint32_t node = 0;
        NodeSphere sphere;
    };
    struct VisitPair {
        Visit a;
        Visit b;
    };

    template <class OnChild>
    void open(const OctreeBody& body, std::uint32_t node, const SphereQuery& query, OnChild on_child);
    void descend(const OctreeBody& body, const SphereQuery& query, Buffer<Visit>& leaves);
    void leaves_then_reverse(const OctreeBody& a, const OctreeBody& b, const SeenFrom& a_in_b, const SeenFrom& b_in_a);
    void both_at_once(const OctreeBody& a, const OctreeBody& b, const SeenFrom& a_in_b, const SeenFrom& b_in_a);

    Buffer<LeafPair> pairs_;
    Buffer<Visit> stack_;
    Buffer<Visit> leaves_;
    Buffer<Visit> met_;
    Buffer<VisitPair> open_;
    std::uint64_t node_tests_ = 0;
};

} // namespace tactus
