// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <tactus/geometry.h>
#include <tactus/spheres.h>

namespace tactus {

namespace papers {
struct Options;
}

/// Names a body of one world. Stays valid until the body is removed, and is recognised as stale after that.
struct BodyId {
    std::uint32_t index = UINT32_MAX;
    std::uint32_t generation = 0;

    friend constexpr bool operator==(const BodyId&, const BodyId&) = default;
    friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// How a body's triangles are searched. Every structure gives the same pairs.
enum class Structure {
    refit_bvh,             ///< An eight-way tree over the triangles, brought up to date where a query visits it.
    brute_force,           ///< Every triangle against every triangle, in exact arithmetic: the reference.
    spherical_octree,      ///< An octree of spheres; see structures::SphericalOctree.
    bucket_octree,         ///< An octree made anew at every update; see structures::BucketOctree.
    on_demand_sphere_tree, ///< An octree of spheres made where it is needed; see structures::OnDemandSphereTree.
    medial_sphere_tree,    ///< A tree of certified medial spheres; see structures::MedialSphereTree.
};

/// How the primitives of a bucket octree come into their buckets. The tree is the same.
enum class BucketAlgorithm {
    direct,       ///< Each primitive's bucket is computed: the first algorithm of the paper.
    sorted_lists, ///< Three sorted lists are kept from update to update: the second algorithm of the paper.
};

/// Which of two nodes of bucket octrees that overlap is opened. The pairs found are the same.
enum class BucketOrder {
    /// The children of the node with the smaller volume are tested with the larger one, as in the paper.
    smaller_first,
    larger_first, ///< The children of the larger node are tested with the smaller one: fewer nodes are tested.
};

/// The structures and their options, for BodyDesc::structure.
///
///     BodyDesc desc = {.triangles = triangles, .positions = positions};
///     desc.structure = structures::SphericalOctree{.levels = 5};
namespace structures {

/// The default: an eight-way tree over the triangles, brought up to date where a query visits it.
struct RefitBvh {};

/// Every triangle against every triangle, in exact arithmetic: the reference.
struct BruteForce {};

/// An octree of spheres in the body's own coordinates (Tzafestas and Coiffet 1996), which goes where set_pose puts the
/// body without being touched. Where set_positions deforms the body, a query brings up to date what it visits.
struct SphericalOctree {
    /// The number of levels below the root, 12 at the most. With 0 the best number for this body is found by trying and
    /// counting, never by a clock; World::info says what was chosen.
    std::uint32_t levels = 0;
    /// Puts all leaves on the last level. Otherwise cells with few features are not divided further.
    bool uniform = false;
};

/// An octree that is made anew from buckets whenever the body has moved (Ganovelli, Dingliana and O'Sullivan 2000). It
/// does not need to know which triangles share vertices.
struct BucketOctree {
    /// The number of levels, 1 to 7, or 0 to choose it from the number of primitives. The last level has 8^levels
    /// cells.
    std::uint32_t levels = 0;
    BucketAlgorithm algorithm = BucketAlgorithm::direct;
    /// Which of two overlapping nodes a search of two BucketOctree objects opens. Bodies open the larger one.
    BucketOrder order = BucketOrder::larger_first;
};

/// An octree of spheres that has only its root at first (Rodríguez and Franquesa 2005). Branches are made where a query
/// opens them, and dropped when none has for a while, when memory runs short, or when World::release_branches says so.
/// Unlike everything else in the library, which keeps its memory at the peak, they give it back. World::info says how
/// large the tree is.
struct OnDemandSphereTree {
    std::uint32_t levels = 8;   ///< The number of levels below the root, 12 at the most.
    float smallest_cell = 0.0f; ///< Cells whose side is at most this many metres are not divided.
    float error = 0.0f; ///< Cells whose sphere stands out from the surface by at most this many metres are not divided.
    std::uint32_t enough_triangles = 96; ///< Cells with at most this many triangles of their own are not divided.
    /// The number of queries of the world after which branches go that none of them has opened, also while nothing is
    /// near: the deepest level first, and each level above when as many queries more have passed, or a few later.
    std::uint32_t drop_after = 120;
    /// Makes the root a cube. Otherwise it is the box around the body, as in the paper, and so are its parts.
    bool cubic_root = false;
    /// The largest number of bytes that cells and their lists may take; 0 for no limit. Cells that were opened least
    /// recently are dropped first, and where that is not enough, triangles are compared without cells.
    std::size_t max_bytes = 0;
};

/// A tree of certified medial spheres, made when the body is added or before (Bradshaw and O'Sullivan 2004 made the
/// first ones). Making one takes seconds; searching and posing it takes no longer than for the other sphere trees.
struct MedialSphereTree {
    /// A tree of this mesh that was made or read before; it is copied when the body is added. Any tree of spheres gives
    /// the same pairs and contacts, but one that was made for another mesh takes longer to search. Without a tree the
    /// body makes its own.
    const SphereTree* tree = nullptr;
    /// How the body makes its own tree. 0 levels stand for as many as leave some four triangles for a leaf, and three
    /// at the most.
    SphereTreeOptions make = {.levels = 0};
};

} // namespace structures

/// One structure with its options. A Structure stands for that structure with default options.
class StructureChoice {
public:
    StructureChoice() = default;
    StructureChoice(Structure kind)
    {
        switch (kind) {
        case Structure::refit_bvh:
            break;
        case Structure::brute_force:
            chosen_ = structures::BruteForce{};
            break;
        case Structure::spherical_octree:
            chosen_ = structures::SphericalOctree{};
            break;
        case Structure::bucket_octree:
            chosen_ = structures::BucketOctree{};
            break;
        case Structure::on_demand_sphere_tree:
            chosen_ = structures::OnDemandSphereTree{};
            break;
        case Structure::medial_sphere_tree:
            chosen_ = structures::MedialSphereTree{};
            break;
        }
    }
    StructureChoice(structures::RefitBvh options) : chosen_(options) {}
    StructureChoice(structures::BruteForce options) : chosen_(options) {}
    StructureChoice(structures::SphericalOctree options) : chosen_(options) {}
    StructureChoice(structures::BucketOctree options) : chosen_(options) {}
    StructureChoice(structures::OnDemandSphereTree options) : chosen_(options) {}
    StructureChoice(structures::MedialSphereTree options) : chosen_(std::move(options)) {}

    /// Which structure it is.
    Structure kind() const { return static_cast<Structure>(chosen_.index()); }
    operator Structure() const { return kind(); }

    /// The options of the structure T, or null where it is another one.
    ///
    ///     if (auto* octree = desc.structure.get_if<structures::SphericalOctree>())
    ///         octree->levels = 5;
    template <class T>
    T* get_if()
    {
        return std::get_if<T>(&chosen_);
    }
    template <class T>
    const T* get_if() const
    {
        return std::get_if<T>(&chosen_);
    }
    /// What `visitor` returns for the options of the structure that it is. It takes those of every structure.
    template <class Visitor>
    auto visit(Visitor&& visitor) const
    {
        return std::visit(std::forward<Visitor>(visitor), chosen_);
    }

private:
    // In the order of the enumeration.
    std::variant<
        structures::RefitBvh, structures::BruteForce, structures::SphericalOctree, structures::BucketOctree,
        structures::OnDemandSphereTree, structures::MedialSphereTree>
        chosen_;
};

/// Where the current positions are kept.
enum class PositionStorage {
    copied, ///< set_positions copies the positions: the caller's array is free again when it returns.
    /// The world reads the caller's array, which holds packed floats, stays alive, and is not changed until the next
    /// set_positions of this body or its removal. Nothing after the last vertex need be readable.
    borrowed,
};

/// Which bodies are tested against each other: those where each one's group is in the other's mask.
struct CollisionFilter {
    std::uint32_t group = 1;
    std::uint32_t mask = 0xffffffffu;
};

/// How thick a surface is for contacts. A body says it of itself, and PairSettings of two bodies, or of one and itself.
///
/// Two bodies are in contact where they are at most so far apart as half of what each of them says, added up: a cloth
/// of 2 mm on one of 4 mm is so at 3 mm, and on itself at 2 mm. A body that says nothing has the world's
/// contact_distance, and a rest_offset of 0. What PairSettings say of two bodies counts in place of that. The distance
/// that comes of it is never less than the offset.
struct Thickness {
    /// Metres. Features of this body and of another that says the same are in contact if they are no farther apart.
    std::optional<float> contact_distance = {};
    /// Metres. Surfaces of this body and of another that says the same rest so far apart: contacts push as if each of
    /// them were so much deeper than it is. Beyond it nothing pushes.
    std::optional<float> rest_offset = {};
    /// Whether nothing belongs behind this body, on the side of its triangles from which their corners go round
    /// clockwise. It counts for contacts of two open meshes: what is behind is pulled back to the front.
    std::optional<bool> one_sided = {};
};

/// What a body is made from. Only triangles and positions are needed.
/// Degenerate, duplicate, non-manifold, flipped and unwelded triangles are accepted as they are.
struct BodyDesc {
    TrianglesView triangles = {};
    PositionsView positions = {};
    /// How the body is searched: a Structure, or one of `structures` with its options.
    StructureChoice structure = {};
    PositionStorage storage = PositionStorage::copied;
    /// Reports pairs of this body's own triangles as well. Pairs that share a vertex are left out.
    bool self_collision = false;
    /// With self_collision, also reports pairs that share a vertex and meet in more than what they share.
    bool neighbours = false;
    CollisionFilter filter = {};
    Thickness thickness = {};
    /// A value of the caller's own, which World::user_data gives back: an index, or a pointer. Pieces that come off the
    /// body have it too.
    std::uint64_t user_data = 0;
    /// What a reproduction of a paper asks for (tactus/papers.h), read when the body is added. Others leave it null.
    const papers::Options* papers = nullptr;
};

/// What a sphere is made from: a body with a centre and a radius in place of a mesh.
struct SphereDesc {
    Vec3 centre = {};
    float radius = 0.0f; ///< The radius in metres; 0 for a point.
    CollisionFilter filter = {};
    Thickness thickness = {};
    std::uint64_t user_data = 0; ///< A value of the caller's own, which World::user_data gives back.
};

/// What a half-space is made from: a body of all points x with normal . x <= offset, such as the ground. The default is
/// all that lies below z = 0.
///
/// The plane that bounds it is taken as these floats say, without rounding: the normal need not be of unit length, and
/// contacts say it in unit length. A plane through a point has the offset normal . point; its distance from the origin
/// is the offset divided by the normal's length.
struct HalfSpaceDesc {
    Vec3 normal = {0.0f, 0.0f, 1.0f}; ///< The way out; finite, and not zero.
    float offset = 0.0f;              ///< Metres times the normal's length.
    CollisionFilter filter = {};
    Thickness thickness = {};
    std::uint64_t user_data = 0; ///< A value of the caller's own, which World::user_data gives back.
};

/// What a tool is made from: a body of all points within a radius of the segment from a pivot to a tip, such as a
/// surgical instrument that goes into a body through a fixed hole.
struct ToolDesc {
    Vec3 pivot = {};
    Vec3 tip = {};       ///< A tool whose tip is where its pivot is, is a ball.
    float radius = 0.0f; ///< The radius in metres; 0 for a segment.
    /// Whether pairs and touched triangles are those of all that the tool passed through on its way from where it was
    /// before the last set_tool or set_pose; the other bodies count as standing where they are now, and another tool
    /// that sweeps as all that it passed through. Contacts and forces are those of the tool where it is now.
    bool sweep = false;
    CollisionFilter filter = {};
    Thickness thickness = {};
    std::uint64_t user_data = 0; ///< A value of the caller's own, which World::user_data gives back.
};

/// What a convex set is made from: a body of all points that are in all of up to max_half_spaces half-spaces, such as a
/// blade, a box or a view. It need not have an end. It is in pairs with meshes, spheres and half-spaces, and
/// find_touched lists what it touches, both decided exactly on the half-spaces.
///
/// One that has an end and an inside has contacts as a closed mesh has: the polytope that its half-spaces leave, with
/// corners that are rounded to floats, of which those are one that an edge of at most 2^-18 of their largest coordinate
/// joins. Its corners are the vertices of contacts and forces, and set_pose turns them as it does those of a mesh. One
/// that has no end, or is empty, flat or thinner than that, takes no part in contacts.
struct ConvexDesc {
    std::span<const HalfSpace> half_spaces = {}; ///< At least one. They are copied.
    CollisionFilter filter = {};
    Thickness thickness = {};
    std::uint64_t user_data = 0; ///< A value of the caller's own, which World::user_data gives back.
};

/// What a body is and how much memory it takes.
struct BodyInfo {
    bool is_sphere = false; ///< The body is a sphere, without triangles and vertices.
    bool is_tool = false;   ///< The body is a tool, without triangles and vertices of its own.
    /// The body is a convex set. It has the vertices and triangles of its surface if it has contacts, and none
    /// otherwise.
    bool is_convex = false;
    float radius = 0.0f;               ///< The radius of a sphere or a tool in metres; 0 for others.
    bool is_half_space = false;        ///< The body is a half-space, without triangles and vertices.
    Vec3 normal = {};                  ///< The normal of a half-space as it lies now; zero for others.
    float offset = 0.0f;               ///< The offset of a half-space as it lies now; 0 for others.
    std::size_t triangles = 0;         ///< The number of triangles, without removed ones.
    std::size_t vertices = 0;          ///< The number of vertices.
    std::size_t removed_triangles = 0; ///< How many numbers belonged to triangles that were removed.
    std::size_t parts = 1;             ///< How many meshes it was made from: more than one only for a compound.
    /// The lower corner of the box around the current positions. Half-spaces have no box: theirs is as large as floats
    /// are.
    Vec3 lower_corner;
    Vec3 upper_corner; ///< The upper corner of the box around the current positions.
    /// Bytes kept for the body beside the caller's arrays: the tree, the copied positions, the tables.
    std::size_t structure_bytes = 0;
    double build_seconds = 0.0;         ///< The wall time that making the tree took.
    std::uint64_t rebuilt_subtrees = 0; ///< How often a decayed subtree was rebuilt.
    /// The number of levels below the root of an octree or a sphere tree, asked for or chosen; 0 for other structures.
    std::uint32_t octree_levels = 0;
    std::uint32_t octree_nodes = 0; ///< The number of nodes of an octree or a sphere tree now; 0 for other structures.
    std::uint32_t octree_leaves =
        0;                      ///< The number of leaves of an octree or a sphere tree now; 0 for other structures.
    std::size_t node_bytes = 0; ///< Bytes that the nodes of a sphere tree take now; 0 for other structures.
};

} // namespace tactus
