// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/geometry.h>

#include "base/check.h"
#include "base/threads/parallel.h"
#include "geometry/box.h"
#include "geometry/half_spaces/plane.h"
#include "geometry/sphere.h"
#include "mesh/edits/structure_edit.h"
#include "tree/tree_nodes.h"
#include "tree/triangle_list.h"

namespace tactus {

struct RigidPose;
struct ToolVolume;
class RefitBvh;
class PosedOctree;
class SphereTreeBody;

/// A change of a body's mesh. All of it has been checked.
struct TreeEdit {
    std::span<const std::uint32_t> removed; ///< Numbers of triangles that go.
    std::span<const Vec3> own;              ///< The new vertices, in the body's own coordinates.
    std::span<const Vec3> placed;           ///< The same where the body lies.
    std::span<const TriangleIndices> added; ///< The new triangles, numbered after all that there ever were.
    std::uint32_t first_number = 0;         ///< The number of the first new triangle.
    const float* all_positions = nullptr;   ///< Of all vertices, the new ones last, where they are read in place.
};

/// What a tree has come to. A count is 0 where it means nothing.
struct TreeCounts {
    std::uint32_t levels = 0; ///< Levels below the root.
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0;
    std::uint64_t rebuilt = 0;  ///< How often a decayed part was made anew.
    std::uint64_t asked = 0;    ///< Cells that were asked whether they hold surface.
    std::uint64_t made = 0;     ///< Nodes that queries have made.
    std::uint64_t dropped = 0;  ///< Nodes that were dropped again.
    std::size_t node_bytes = 0; ///< What the nodes that there are take.
};

/// The one face of every structure: what the world and the searches know of it. It holds a body's triangles and their
/// positions, and keeps a tree over them up to date.
class Tree {
public:
    virtual ~Tree() = default;

    /// In the tree's own order. A triangle's place in it is its name within a query; number() gives the caller's.
    virtual TriangleList triangles() const = 0;
    /// Per vertex as the list has them, the caller's number; none if these are the same.
    virtual std::span<const std::uint32_t> vertex_order() const { return {}; }
    /// Whether triangles that follow each other there lie together, in patches that are connected.
    virtual bool has_patches() const { return false; }
    virtual const Box& box() const = 0;
    /// The vertices before the last update or pose, in the same order; none if they were not kept.
    virtual const float* previous_positions() const = 0;
    /// From now on they are always kept.
    virtual void keep_previous() {}

    /// Whether updates leave positions where they are, and read them there.
    virtual bool reads_in_place() const { return false; }
    /// Takes new positions, as many as there are vertices. False, and nothing is changed, if one is not finite.
    virtual bool update(const PositionsView& positions, Workers& workers) = 0;
    /// Whether workers share an update of many vertices.
    virtual bool shares_updates() const { return false; }
    /// Whether it goes where a pose puts it, without being brought up to date. The vertices of one that does not are
    /// posed and taken as an update.
    virtual bool follows_poses() const { return false; }
    /// Poses the reference. False, and nothing is changed, if a vertex is not finite there.
    virtual bool set_pose(const RigidPose&) { return TACTUS_CHECK(follows_poses()), false; }
    /// The vertices unposed.
    virtual std::span<const Vec3> reference() const { return {}; }

    /// Whether it can take new vertices, and triangles can come and go; it is made anew otherwise. The second is none
    /// where the pose leaves no room for one of them.
    virtual bool can_edit(std::span<const Vec3> own, bool can_place) const = 0;
    virtual StructureEdit edit(const TreeEdit& edit) = 0;

    /// What searches open. Made when first asked for.
    virtual TreeNodes& nodes() = 0;
    /// What contacts and closest points are found by: the tree itself, or one over the surface of a set whose pairs are
    /// those of its volume. None where the body takes no part in them.
    virtual Tree* contact_tree() { return this; }
    /// Drops what queries have made, for want of memory. It is made anew when it is asked for.
    virtual void forget_nodes() noexcept = 0;
    /// Whether it must be told of every query of the world, of which there were so many: what none has used for a while
    /// goes.
    virtual bool counts_queries() const { return false; }
    virtual void begin_query(std::uint64_t /*query*/) {}
    /// Drops what was made on demand and gives its memory back; false if there is nothing to drop. What queries know of
    /// its nodes counts no more.
    virtual bool release_branches() { return false; }

    virtual TreeCounts counts() const { return {}; }
    virtual std::size_t bytes() const = 0;

    // Roads of their own, which lead to the same answers.

    /// Whether it has no tree to speak of: two such bodies are compared triangle by triangle, by the exact test alone.
    virtual bool is_plain() const { return false; }
    /// Where a body is a ball, and its one triangle stands for it.
    virtual const Sphere* ball() const { return nullptr; }
    /// Where a body is the half-space below a plane, and its one triangle stands for it.
    virtual const Plane* half_space() const { return nullptr; }
    /// Whether it is such a shape, and no mesh.
    bool is_shape() const { return ball() != nullptr || half_space() != nullptr; }
    /// Where a body is a tool: its vertices are its ends, and its one triangle the axis between them.
    virtual const ToolVolume* tool() const { return nullptr; }
    /// Where a body is a convex set, the half-spaces that it is the common part of. Its triangles are those of its
    /// surface.
    virtual std::span<const Plane> convex() const { return {}; }
    /// Whether pairs are those of a volume, and not of triangles alone.
    bool is_volume() const { return is_shape() || tool() != nullptr || !convex().empty(); }
    /// The default tree: two of them are searched by search/clusters, and one with itself by search/self.
    virtual RefitBvh* clusters() { return nullptr; }
    /// A tree that was asked to be searched as its paper does, by search/octree.
    virtual PosedOctree* as_in_paper() { return nullptr; }
    /// A tree of spheres, made beforehand or on demand: search/spheres compares two of them as their paper does.
    virtual SphereTreeBody* sphere_tree() { return nullptr; }
};

} // namespace tactus
