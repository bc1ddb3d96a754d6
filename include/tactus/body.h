// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tactus/bucket_octree/bucket_options.h>
#include <tactus/result.h>
#include <tactus/sphere_tree.h>
#include <tactus/views.h>

namespace tactus {

/// Names a body of one world. Stays valid until the body is removed, and is recognised as stale after that.
struct BodyId {
    std::uint32_t index = UINT32_MAX;
    std::uint32_t generation = 0;

    friend constexpr bool operator==(const BodyId&, const BodyId&) = default;
    friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// How a body's triangles are searched. Every structure gives the same pairs.
enum class Structure {
    refit_bvh,   ///< an eight-way tree over the triangles, brought up to date where a query visits it
    brute_force, ///< every triangle against every triangle, in exact arithmetic: the reference
    /// An octree of spheres in the body's own coordinates (Tzafestas and Coiffet 1996), which goes where set_pose puts
    /// the body without being touched. Where set_positions deforms the body, a query brings up to date what it visits.
    spherical_octree,
    /// An octree that is made anew from buckets whenever the body has moved (Ganovelli, Dingliana and O'Sullivan 2000).
    /// It knows nothing of how triangles hang together.
    bucket_octree,
    /// An octree of spheres that has only its root at first (Rodriguez and Franquesa 2005). Branches come to be where a
    /// query opens them, and go again when none has for a while, or when memory runs short.
    on_demand_sphere_tree,
    /// A tree of certified medial spheres, made when the body is added or before (Bradshaw and O'Sullivan 2004 made the
    /// first ones). To make one takes seconds; to search it, and to pose it, no longer than the other sphere trees.
    medial_sphere_tree,
};

/// In which order the nodes of two spherical octrees are compared. The pairs and contacts found are the same. A contact
/// query with a budget opens both at once, what matters most first, whatever this says; and so does one body with
/// itself.
enum class OctreeTraversal {
    both_at_once,        ///< from the pair of roots down; of two nodes the larger one is opened
    leaves_then_reverse, ///< the paper's: the leaves of one that the other's root reaches, each against all of the
                         ///< other
};

/// How a spherical octree is made and searched.
struct OctreeOptions {
    /// Below the root, 12 at the most; 0: the best number for this body is found by trying and counting, never by a
    /// clock. World::info says what was chosen.
    std::uint32_t levels = 0;
    bool uniform = false; ///< all leaves on the last level; otherwise cells with few features are cut no further
    /// Where two bodies differ, that of the one added first counts.
    OctreeTraversal traversal = OctreeTraversal::both_at_once;
};

/// How a sphere tree on demand grows, and when its branches are dropped. World::info says what it has come to.
struct OnDemandOptions {
    std::uint32_t levels = 8;           ///< below the root, 12 at the most
    float smallest_cell = 0.0f;         ///< metres: cells with a side as short are not divided
    float error = 0.0f;                 ///< metres: nor those whose sphere stands out from the surface no farther
    std::uint32_t enough_triangles = 8; ///< nor those with as few triangles of their own
    /// What none of so many queries of the world has opened is dropped, level by level, also while nothing is near.
    std::uint32_t drop_after = 120;
    /// The most that cells and their lists may take; 0 for no limit. Cells that were opened least recently go first,
    /// and where that is not enough, triangles are compared without them.
    std::size_t most_bytes = 0;
};

/// Where a medial sphere tree comes from.
struct MedialOptions {
    /// A tree of this mesh that was made or read before. It is copied when the body is added. Any tree of spheres gives
    /// the same pairs and contacts; one that was made for another mesh takes longer to search. None: the body makes its
    /// own.
    const SphereTree* tree = nullptr;
    /// How it does. 0 levels: as many as leave some four triangles for a leaf, and three at the most.
    SphereTreeOptions make = {.levels = 0};
};

/// Where the current positions are kept.
enum class PositionStorage {
    copied, ///< set_positions copies: the caller's array is free again when it returns
    /// The world reads the caller's array: packed floats, with at least 4 readable bytes after the last vertex, alive
    /// and unchanged until the next set_positions of this body or its removal.
    borrowed,
};

/// Which bodies are tested against each other: those where each one's group is in the other's mask.
struct CollisionFilter {
    std::uint32_t group = 1;
    std::uint32_t mask = 0xffffffffu;
};

/// A rotation: by the angle t about the unit vector u it is (u sin t/2, cos t/2). Any length but zero will do.
struct Quaternion {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    double w = 1.0;

    friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// Where a body lies: rotated about the origin of its own coordinates, then moved.
///
/// Vertices are computed in double and rounded to float once, each by itself, and the same on every machine: no step is
/// fused with another, and a sum of several goes from left to right. The quaternion is divided by the largest of
/// |x|, |y|, |z|, |w|, and then by sqrt(x x + y y + z z + w w). A vertex p, in the body's own coordinates, goes to
///
///     position + X p.x + Y p.y + Z p.z,
///
///     X = (1 - 2 (y y + z z), 2 (x y + z w), 2 (x z - y w))
///     Y = (2 (x y - z w), 1 - 2 (x x + z z), 2 (y z + x w))
///     Z = (2 (x z + y w), 2 (y z - x w), 1 - 2 (x x + y y)).
struct Pose {
    DoubleVec3 position = {}; ///< metres
    Quaternion rotation = {};

    friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

/// A mesh made from a grid of points: its triangles, and the points that are left when those that coincide are joined.
struct GridMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> vertex_of_point; ///< per point of the grid, its vertex
};

/// Makes a mesh from rows x columns points, row by row, of a surface of two parameters. Each square of four neighbours
/// is cut from its first point to the opposite one: two triangles, which face the side from which rows go right and
/// columns go up as x and y do.
///
/// Points of exactly the same coordinates become one vertex, and triangles that lose a corner by it are left out. So a
/// row whose points are all the same is a pole, and a last column that repeats the first closes the surface. Fewer than
/// two rows or columns make no triangles. Refused unless there are rows * columns points, all of them finite.
Result<GridMesh> mesh_from_grid(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns);

/// What a body is made from. Only triangles and positions are needed.
/// Degenerate, duplicate, non-manifold, flipped and unwelded triangles are accepted as they are.
struct BodyDesc {
    TrianglesView triangles = {};
    PositionsView positions = {};
    Structure structure = Structure::refit_bvh;
    PositionStorage storage = PositionStorage::copied;
    /// Also report pairs of this body's own triangles. Pairs that share a vertex are left out.
    bool self_collision = false;
    /// With self_collision: also report pairs that share a vertex and meet in more than what they share.
    bool neighbours = false;
    CollisionFilter filter = {};
    OctreeOptions octree = {};      ///< for Structure::spherical_octree
    BucketOptions buckets = {};     ///< for Structure::bucket_octree
    OnDemandOptions on_demand = {}; ///< for Structure::on_demand_sphere_tree
    MedialOptions medial = {};      ///< for Structure::medial_sphere_tree
};

/// What a sphere is made from: a body with a centre and a radius in place of a mesh.
struct SphereDesc {
    Vec3 centre = {};
    float radius = 0.0f; ///< metres; 0 for a point
    CollisionFilter filter = {};
};

/// What a body is and takes.
struct BodyInfo {
    bool is_sphere = false;    ///< without triangles and vertices
    float radius = 0.0f;       ///< of a sphere, metres
    std::size_t triangles = 0; ///< without removed ones
    std::size_t vertices = 0;
    std::size_t removed_triangles = 0; ///< numbers that are no triangle any more
    std::size_t parts = 1;             ///< meshes that it was made from; more than one only for a compound
    Vec3 lower_corner;                 ///< of the box of the current positions
    Vec3 upper_corner;
    /// Kept for the body beyond the caller's arrays: the tree, the copied positions, the tables.
    std::size_t structure_bytes = 0;
    double build_seconds = 0.0;         ///< wall time that making the tree took
    std::uint64_t rebuilt_subtrees = 0; ///< how often a decayed part of the tree was rebuilt
    /// The levels below the root of an octree or a sphere tree, asked for or chosen, and what it is made of now; 0 for
    /// other structures.
    std::uint32_t octree_levels = 0;
    std::uint32_t octree_nodes = 0;
    std::uint32_t octree_leaves = 0;
    /// Of a sphere tree on demand: what queries have made and dropped so far, and what the nodes that there are take.
    std::uint64_t cells_asked = 0; ///< whether they hold surface: eight for every node that was divided
    std::uint64_t nodes_made = 0;
    std::uint64_t nodes_dropped = 0;
    std::size_t node_bytes = 0;
};

} // namespace tactus
