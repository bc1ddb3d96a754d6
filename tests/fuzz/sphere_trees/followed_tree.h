// SPDX-License-Identifier: MIT
// A tree of Rodríguez and Franquesa (2005), built again from the cells that were asked and the spheres that are there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tree_scene.h"

#include <tactus/papers.h>

namespace tactus::fuzz::sphere_trees {

/// Whether a cell, faces included, holds any surface, exactly; and how many views along x, y and z it takes to see
/// some. A triangle that is seen edge-on is not seen; one that only touches a cell may be or not.
struct SeenSurface {
    bool holds = false;
    std::uint32_t least_views = 3;
    std::uint32_t most_views = 3;
};
SeenSurface seen_surface(const FuzzMesh& mesh, const Vec3& lower, const Vec3& upper);

/// A box, and what is known of it.
struct FollowedNode {
    Vec3 lower, upper;
    std::uint32_t level = 0;
    std::size_t parent = SIZE_MAX;
    std::vector<std::size_t> below; ///< Those of the eight that hold surface; they need not be there now.
    bool is_there = false;

    Arrow centre() const { return 0.5 * (arrow(lower) + arrow(upper)); }
    double radius() const { return 0.5 * length(arrow(upper) - arrow(lower)); }
};

class FollowedTree {
public:
    explicit FollowedTree(const FuzzMesh& mesh);

    /// Takes the eight cells of a node that is divided. Gives a sentence if they are not the eight of a node that is
    /// there, has none below it, and is above the last level.
    std::string divide(std::span<const papers::CellQuestion> eight, std::uint32_t levels);
    /// Takes the spheres that have none below them now. Gives a sentence if they are not those of a part of the tree.
    std::string follow(const std::vector<Sphere>& lowest);
    std::size_t node_count() const;
    /// Whether cells of no width lie in the same place, so that spheres do not say which they are around.
    bool has_doubles() const { return has_doubles_; }

    const std::vector<FollowedNode>& nodes() const { return nodes_; }
    /// Whether what is below a node is there.
    bool is_divided(std::size_t node) const;

private:
    std::vector<FollowedNode> nodes_; ///< The root first. What was dropped stays, and comes back when asked again.
    bool has_doubles_ = false;
};

/// The pairs of spheres that Algorithm 2 finds between two trees that are as deep as it makes them.
class SpherePairs {
public:
    SpherePairs(
        const FollowedTree& a, const Pose& pose_a, const FollowedTree& b, const Pose& pose_b, double rounding,
        std::uint32_t levels);

    /// Compares with the pairs of the bodies a and b. Gives a sentence if one is missing or wrong.
    std::string judge(std::span<const papers::LeafSpherePair> told, std::uint32_t a, std::uint32_t b) const;

private:
    void compare(std::size_t a, std::size_t b, bool certain);
    /// Whether a sphere is around a node where that lies.
    bool is_around(const Sphere& sphere, const FollowedNode& node, const Pose& pose) const;

    struct Found {
        std::size_t a = 0, b = 0;
        bool certain = false; ///< Rounding cannot have brought it about.
    };
    const FollowedTree &a_, &b_;
    Pose pose_a_, pose_b_;
    double rounding_;
    std::uint32_t levels_;
    std::vector<Found> found_;
    std::string wrong_; ///< Set if a node that should be divided is not.
};

} // namespace tactus::fuzz::sphere_trees
