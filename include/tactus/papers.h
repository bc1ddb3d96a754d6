// SPDX-License-Identifier: MIT
// What only the reproductions of papers need. tactus.h does not include it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

class OnCollideTree;
class World;

namespace papers {

/// In which order the nodes of two spherical octrees are compared. The pairs and contacts found are the same. A contact
/// query with a budget opens both trees at once, the most important nodes first, whatever this says; so does a search
/// of one body against itself.
enum class OctreeTraversal {
    both_at_once, ///< From the pair of roots down; of two nodes the larger one is opened.
    /// The order of Tzafestas and Coiffet (1996): the leaves of one tree that the other's root reaches, each against
    /// the whole other tree.
    leaves_then_reverse,
};

/// What a body does as a paper has it where the library has a faster way. BodyDesc::papers takes it.
///
///     const papers::Options paper = {.traversal = papers::OctreeTraversal::leaves_then_reverse};
///     desc.papers = &paper;
struct Options {
    /// The order in which spherical octrees are compared. Where two bodies differ, that of the one added first counts.
    OctreeTraversal traversal = OctreeTraversal::both_at_once;
    /// Leaves a spherical octree without levels, whatever its description asks for: the body is in one sphere, as with
    /// the paper's octree of level 0.
    bool one_sphere = false;
    /// Makes a bucket octree with sorted lists use insertion sort however long it takes (Ganovelli, Dingliana and
    /// O'Sullivan 2000). Otherwise lists that are far from sorted are sorted at once.
    bool always_insert = false;
};

/// What queries have made and dropped of a sphere tree on demand so far.
struct CellCounts {
    std::uint64_t cells_asked = 0;   ///< How many cells were looked at: eight for every node that was divided.
    std::uint64_t nodes_made = 0;    ///< How many nodes were made, the root included.
    std::uint64_t nodes_dropped = 0; ///< How many nodes were dropped again.
};

/// The counts of a sphere tree on demand; all 0 for other structures.
Result<CellCounts> cell_counts(const World& world, BodyId body);

/// How the trees of Rodríguez and Franquesa (2005) come and go.
struct OnCollideOptions {
    std::uint32_t levels = 5; ///< The depth: the number of levels below the root, 12 at the most.
    /// The number of frames after which a level goes that none of them has looked at, the deepest first. The level
    /// above goes when as many more have passed.
    std::uint32_t drop_after = 60;
};

/// A cell of one of these trees that was asked whether it holds surface: a box, faces included, in the body's own
/// coordinates.
struct CellQuestion {
    std::uint32_t body = 0; ///< The number of the body.
    Vec3 lower;
    Vec3 upper;
    bool holds_surface = false; ///< The exact answer.
    /// How many occlusion queries the paper takes to know: it looks along x, y and z until it sees some, so that an
    /// empty cell takes three.
    std::uint32_t views = 0;
};

/// Two spheres of the last level that overlap, as they lie where their bodies do: the paper's answer.
struct LeafSpherePair {
    std::uint32_t body_a = 0; ///< The number of the first sphere's body, which is smaller than that of the second.
    std::uint32_t body_b = 0;
    Sphere a;
    Sphere b;
};

/// What a frame of OnCollideTrees has found and done. It lives until the next one.
struct OnCollideReport {
    std::span<const LeafSpherePair> pairs; ///< Every two overlapping spheres of the last level.
    std::span<const CellQuestion> asked;   ///< The cells that had to be asked, in order.
    std::uint64_t views = 0;               ///< The sum of their views: what the paper counts as occlusion queries.
    std::size_t nodes_made = 0;            ///< How many nodes were made.
    std::size_t nodes_dropped = 0;         ///< How many nodes were dropped, because no frame had used them for long.
};

/// The sphere trees of Rodríguez and Franquesa (2005) as they are printed, for their answer and their counts: octrees
/// of boxes, the first of which is the box around a body, with a sphere around each box that holds surface. A tree is a
/// level deeper wherever spheres of two bodies overlap, and loses it again when they have not for a while.
/// Structure::on_demand_sphere_tree is what is faster and answers with triangles.
///
/// A pair of triangles that intersects is in the cells of a pair of spheres that is found: spheres are widened by what
/// rounding can do, and whether a cell holds surface is asked exactly.
///
///     papers::OnCollideTrees trees = papers::OnCollideTrees::create({.levels = 3}).value();
///     trees.add_body(triangles, positions).value();
///     trees.add_body(triangles, positions).value();
///     const Pose poses[] = {Pose{}, {.position = {0.1, 0.0, 0.0}, .rotation = {}}};
///     std::printf("%zu pairs of spheres\n", trees.collide(poses).value().pairs.size());
class OnCollideTrees {
public:
    /// Refused only where memory ends.
    static Result<OnCollideTrees> create(const OnCollideOptions& options = {});
    ~OnCollideTrees();
    OnCollideTrees(OnCollideTrees&& other) noexcept;
    OnCollideTrees& operator=(OnCollideTrees&& other) noexcept;

    /// Adds a body that has only its root, and gives its number, from 0 on. Triangles and positions are copied.
    Result<std::uint32_t> add_body(TrianglesView triangles, PositionsView positions);
    /// One frame, with a pose for each body.
    Result<OnCollideReport> collide(std::span<const Pose> poses);
    /// How many nodes of a body there are, its root included: cells that hold surface.
    Result<std::size_t> node_count(std::uint32_t body) const;
    /// The spheres of a body that have no others below them now, in its own coordinates.
    Result<std::vector<Sphere>> spheres(std::uint32_t body) const;

private:
    struct Parts;
    explicit OnCollideTrees(std::unique_ptr<Parts> parts);
    Result<const OnCollideTree*> find(std::uint32_t body) const;
    std::unique_ptr<Parts> parts_;
};

/// What Tzafestas and Coiffet (1996) test at the leaves: every vertex and face, and every two edges, that two leaves
/// list whose spheres overlap. Each pair is there once, however many leaves share it.
struct ElementaryChecks {
    /// A vertex of one body and a triangle of the other.
    struct VertexFace {
        std::uint32_t vertex = 0;
        std::uint32_t face = 0;
    };
    /// An edge of each body, by its vertices, lower number first.
    struct EdgeEdge {
        std::array<std::uint32_t, 2> edge_a = {};
        std::array<std::uint32_t, 2> edge_b = {};
    };
    std::vector<VertexFace> vertex_face; ///< Vertices of the first body and faces of the second.
    std::vector<VertexFace> face_vertex; ///< Faces of the first body and vertices of the second.
    std::vector<EdgeEdge> edge_edge;
    std::uint64_t count = 0;      ///< How many there are in all three lists.
    std::uint64_t node_tests = 0; ///< How many spheres were compared with a sphere to find the leaves.
    std::uint64_t leaf_pairs = 0; ///< How many pairs of leaves overlap.
};

/// What is asked of elementary_checks.
struct CheckOptions {
    float distance = 0.0f;   ///< Metres. No features of the two bodies that are at most so far apart are left out.
    bool only_count = false; ///< Leaves the lists empty.
};

/// The checks of two bodies with spherical octrees, by the paper's order of search. Refused unless both bodies were
/// added with OctreeTraversal::leaves_then_reverse.
///
///     const papers::ElementaryChecks checks = papers::elementary_checks(world, box, cone).value();
///     std::printf("%zu vertices and faces\n", checks.vertex_face.size() + checks.face_vertex.size());
Result<ElementaryChecks> elementary_checks(World& world, BodyId a, BodyId b, const CheckOptions& options = {});

/// The spheres of a spherical octree's leaves in the body's own coordinates, as they were when the tree was made; for
/// pictures. Refused unless the body was added with OctreeTraversal::leaves_then_reverse.
Result<std::vector<Sphere>> leaf_spheres(const World& world, BodyId body);

/// Where the traversal of interruptible_spheres stops.
struct InterruptibleLimits {
    std::uint64_t max_tests = UINT64_MAX; ///< The most pairs of spheres that are tested.
    /// The most time, counted from the call and asked for before every test; no limit if negative.
    std::chrono::nanoseconds max_time = std::chrono::nanoseconds(-1);
};

/// A sphere around a part of the first body that is asked about, and one around a part of the second, where they lie.
struct SpherePair {
    Sphere a;
    Sphere b;
};

/// What the traversal of interruptible_spheres has come to.
struct InterruptibleSpheres {
    std::vector<SpherePair> pairs;      ///< The paper's PAIRLIST: pairs that were not tested, in their order.
    std::vector<SpherePair> collisions; ///< The paper's COLLISIONLIST: leaf spheres that overlap.
    std::uint64_t tests = 0;            ///< How many pairs were tested.

    /// Whether the traversal came to its end.
    bool complete() const { return pairs.empty(); }
};

/// Compares two bodies by their spheres as Mendoza and O'Sullivan (2006) do in their Figure 7: a queue of pairs, of
/// which the first is tested, and if it overlaps the second sphere's children take its place, with the two sides
/// exchanged. It ends at the spheres of leaves and says nothing of triangles; find_contacts does. Refused unless both
/// bodies are sphere trees, made beforehand or on demand. Of a body that deforms the spheres are those around boxes.
///
///     const auto found = papers::interruptible_spheres(world, a, b, {.max_tests = 100}).value();
///     std::printf("%zu to test, %zu overlap\n", found.pairs.size(), found.collisions.size());
Result<InterruptibleSpheres>
interruptible_spheres(World& world, BodyId a, BodyId b, const InterruptibleLimits& limits = {});

/// A mesh made from a grid of points: its triangles, and the points that are left when those that coincide are joined.
struct GridMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> vertex_of_point; ///< The vertex of each point of the grid.
};

/// Makes a mesh from rows x columns points, row by row, of a surface of two parameters. Each square of four neighbours
/// is cut from its first point to the opposite one: two triangles, which face the side from which rows go right and
/// columns go up as x and y do.
///
/// Points of exactly the same coordinates become one vertex, and triangles that lose a corner by it are left out. So a
/// row whose points are all the same is a pole, and a last column that repeats the first closes the surface. Fewer than
/// two rows or columns make no triangles. Refused unless there are rows * columns points, all of them finite.
Result<GridMesh> mesh_from_grid(std::span<const Vec3> points, std::uint32_t rows, std::uint32_t columns);

} // namespace papers
} // namespace tactus
