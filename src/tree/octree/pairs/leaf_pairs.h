// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <tactus/body.h>
#include <tactus/papers.h>

#include "base/buffer.h"
#include "base/work_meter.h"
#include "tree/octree/made/spherical_octree.h"
#include "tree/octree/refit/octree_refit.h"
#include "tree/rigid_pose.h"

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

/// Their spheres, each in its own body's coordinates.
struct LeafSpheres {
    NodeSphere a;
    NodeSphere b;
};

using OctreeOrder = papers::OctreeTraversal;

/// Finds the pairs of leaves that may hold pairs of features within a distance of each other, at one go or as far as a
/// budget reaches. Keeps its memory.
class LeafPairSearch {
public:
    /// Both orders find every pair of leaves whose cells hold surface points at most that far apart.
    void find(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order);

    /// Begins the same search; the bodies must stay as they are until it has come to its end.
    void start(const OctreeBody& a, const OctreeBody& b, double contact_distance, OctreeOrder order);
    /// Goes on. True at the end, false if the budget ended before.
    bool advance(WorkMeter& meter);
    /// Nodes and pairs of nodes that were not yet opened: none only at the end.
    std::uint64_t open_count() const;

    /// Found so far, each pair once.
    std::span<const LeafPair> pairs() const { return pairs_.span(); }
    /// The spheres of these pairs, as they are now.
    std::span<const LeafSpheres> spheres() const { return spheres_.span(); }
    /// How many spheres were compared with a sphere since the search began.
    std::uint64_t node_tests() const { return node_tests_; }
    std::size_t bytes() const
    {
        return pairs_.bytes() + spheres_.bytes() + stack_.bytes() + leaves_.bytes() + open_.bytes();
    }

private:
    enum class Stage { roots, leaves, reverse, both, end };
    struct Visit {
        std::uint32_t node = 0;
        NodeSphere sphere;
    };
    struct VisitPair {
        Visit a;
        Visit b;
    };

    void reset();
    bool pay(std::uint64_t tests, WorkMeter& meter);
    template <class OnChild>
    void open(const OctreeBody& body, std::uint32_t node, const SphereQuery& query, OnChild on_child);
    bool compare_roots(WorkMeter& meter);
    bool list_leaves(WorkMeter& meter);
    bool reverse(WorkMeter& meter);
    bool open_both(WorkMeter& meter);

    OctreeBody a_;
    OctreeBody b_;
    std::optional<SeenFrom> a_in_b_;
    std::optional<SeenFrom> b_in_a_;
    OctreeOrder order_ = OctreeOrder::both_at_once;
    Stage stage_ = Stage::end;
    std::uint64_t paid_tests_ = 0; ///< that were not done yet

    Buffer<LeafPair> pairs_;
    Buffer<LeafSpheres> spheres_; ///< of these pairs
    Buffer<Visit> stack_;
    Buffer<Visit> leaves_; ///< of b, by their own numbers
    std::size_t leaves_done_ = 0;
    Buffer<VisitPair> open_;
    std::uint64_t node_tests_ = 0;
};

} // namespace tactus
