// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// How the spheres of a node's children are found. Every method's spheres cover the surface.
enum class SphereMethod {
    medial, ///< Balls of the medial axis that cover the surface's pieces, moved until the worst stands out least.
    /// Balls of the medial axis at points that are chosen once, reduced to a few spheres by joining the two neighbours
    /// that fit best into one (a reduction of Bradshaw and O'Sullivan 2004).
    merge,
    /// Balls of the medial axis at points that are chosen once, reduced to a few spheres by giving up the sphere that
    /// its neighbours replace best (a reduction of Bradshaw and O'Sullivan 2004).
    burst,
    /// Balls of the medial axis at points that are chosen once, reduced to a few spheres by growing all by the same
    /// amount and selecting those that make most others redundant (a reduction of Bradshaw and O'Sullivan 2004).
    expand,
    octree, ///< The smallest sphere around the surface inside each cell of an octree.
    /// The adaptive medial axis of Bradshaw and O'Sullivan 2004: balls at the corners of a Voronoi diagram of points of
    /// the surface. For every node, points are added where its balls reach beyond the surface or leave it uncovered.
    /// The balls are reduced to a few spheres by whichever of merge, burst and expand does best, and those are moved
    /// until the worst stands out less. An open mesh has no medial axis: spheres then begin at points of the surface.
    adaptive,
};

/// How much time is spent on better spheres.
enum class SphereQuality { fast, best };

/// How a tree of spheres is made.
struct SphereTreeOptions {
    std::uint32_t levels = 3; ///< The number of levels below the root, which is one sphere.
    std::uint32_t branch = 8; ///< The largest number of children of a node, 2 to 8.
    double max_error = 0.0;   ///< A node that stands out by at most this many metres has no children; 0 for no limit.
    SphereMethod method = SphereMethod::medial;
    SphereQuality quality = SphereQuality::fast;
    /// Makes children lie inside their parents' spheres. Otherwise every sphere is as small as it can be.
    bool layered = false;
    bool inner = false; ///< Looks for spheres inside the body too.
    std::uint32_t worker_count =
        1; ///< The number of threads, or 0 for as many as can run at once; the spheres do not depend on it.
    /// Called now and then with what is done, from 0 to 1, by the calling thread. Answers false to give up.
    std::function<bool(double done)> progress = {};
};

/// A sphere around a piece of the surface.
struct SphereNode {
    Sphere sphere;
    /// No point of the sphere is farther than this from the surface, unless it is inside a body that is closed. Metres,
    /// certified: rounded upwards, and never an estimate.
    float error = 0.0f;
    /// A sphere wholly inside the closed body. A radius below 0 means that none was found or asked for.
    Sphere inner = {{}, -1.0f};
    std::uint32_t parent = UINT32_MAX; ///< The number of the parent; the largest number for the root.
    std::uint32_t first_child = 0;     ///< The number of the first child; the others follow it.
    std::uint32_t child_count = 0;     ///< The number of children.
    std::uint32_t first_triangle = 0;  ///< Where a node without children begins in SphereTree::triangles.
    std::uint32_t triangle_count = 0;  ///< The number of entries of a node without children in SphereTree::triangles.
};

/// Spheres around a surface, level by level from the root. The spheres of the nodes of a level, with those of nodes
/// above it that have no children, cover the whole surface.
struct SphereTree {
    std::vector<SphereNode> nodes;
    /// The number of the first node of each level, and after them the number of nodes.
    std::vector<std::uint32_t> first_of_level;
    /// The triangles whose pieces a leaf covers. One that is cut into pieces can stand in several leaves.
    std::vector<std::uint32_t> triangles;
    /// The mesh is closed, so that its inside counts. Otherwise spheres stand out to both sides of the surface, and
    /// errors are larger.
    bool closed = false;
};

/// Makes a tree of spheres around a mesh: open, closed or dirty, with every sphere covering its piece of the surface
/// beyond doubt. The same mesh and options make the same tree on every machine and any number of workers. Refused for a
/// mesh without triangles, and as ErrorCode::cancelled where `progress` says so.
///
///     const SphereTree tree = make_sphere_tree({triangles, positions}, {.levels = 3}).value();
///     for (const SphereNode& node : spheres_of_level(tree, 3))
///         draw(node.sphere);
Result<SphereTree> make_sphere_tree(const MeshView& mesh, const SphereTreeOptions& options = {});

/// One set of at most `count` spheres that cover the mesh: the leaves of a tree without levels in between.
Result<SphereTree> make_sphere_set(const MeshView& mesh, std::uint32_t count, const SphereTreeOptions& options = {});

/// The spheres that stand for the surface on one level: the nodes of that level, and those above it without children.
/// None where memory ends.
std::vector<SphereNode> spheres_of_level(const SphereTree& tree, std::uint32_t level);

/// A number that is known to lie between two.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;
};

/// How well a set of spheres covers a surface, and how far it stands out from it.
///
/// The mesh is closed where every edge is used as often in one direction as in the other; vertices at the same place
/// count as one. Then a point is inside where the surface winds around it, and spheres stand out only where they are
/// outside. Where the mesh is open there is no inside, and a sphere stands out to both sides.
///
/// The intervals are certified: they hold whatever rounding does, for the spheres and the mesh as they are given.
struct SphereCheck {
    double surface_area = 0.0; ///< The area of the surface in square metres.
    double body_volume = 0.0;  ///< The volume of the body in cubic metres; 0 where the mesh is not closed.
    /// Square metres of surface in none of the spheres. Where `upper` is 0, every point of the surface is in a sphere.
    /// A sphere that only just touches a corner of what it covers, to the last bits of a double, may leave a tiny one.
    Interval uncovered_area;
    /// How far the worst point of the surface is from the nearest sphere, in metres. Infinite where there are no
    /// spheres.
    Interval largest_gap;
    /// How far the worst point of a sphere, outside the body, is from the surface, in metres.
    Interval largest_protrusion;
    double mean_protrusion = 0.0; ///< The mean over all spheres of how far each stands out, in metres.
    /// Cubic metres of the spheres' union outside the body, measured along a hundred thousand lines and not certified:
    /// to about a thousandth of it where the body is not thinner than a hundredth of the spheres' box.
    double outside_volume = 0.0;
    std::uint32_t worst_sphere = 0; ///< The number of the sphere that stands out farthest.
    bool closed = false;            ///< True if the mesh has an inside.
};

/// How spheres are judged.
struct SphereCheckOptions {
    std::uint32_t worker_count =
        1; ///< The number of threads, or 0 for as many as can run at once; the answer does not depend on it.
    /// Called now and then with what is done, from 0 to 1, by the calling thread. Answers false to give up.
    std::function<bool(double done)> progress = {};
};

/// Judges any set of spheres, wherever it comes from. Refused for a mesh without triangles, for spheres that are not
/// finite or have a radius below 0, and as ErrorCode::cancelled where `progress` says so.
///
/// The interval of the uncovered area is far narrower than a millionth of the surface: by straight cuts every piece of
/// a triangle becomes the business of one sphere, for which the area has a closed form. Those of the gap and the
/// protrusion come from branch and bound, and are a millionth of the box's diagonal wide unless that takes too many
/// pieces.
///
///     const SphereCheck check = check_spheres({triangles, positions}, spheres).value();
///     if (check.uncovered_area.upper == 0.0)
///         std::puts("every point of the surface is in a sphere");
Result<SphereCheck>
check_spheres(const MeshView& mesh, std::span<const Sphere> spheres, const SphereCheckOptions& options = {});

/// What two trees of spheres say of how their bodies lie, in metres. Certain: rounded to the safe side, also for
/// vertices that a pose rounds to float.
struct SphereBounds {
    /// No point of one surface is nearer to the other than this; 0 where spheres overlap.
    double surfaces_at_least = 0.0;
    /// The bodies are at most this far apart, the inside of a closed one counting as its own; 0 where they certainly
    /// overlap.
    double bodies_at_most = 0.0;
    /// A sphere inside one body and one inside the other overlap by this much, which takes trees with `inner` spheres
    /// of closed bodies. With 0 nothing is certain.
    double overlap_at_least = 0.0;
    std::size_t pairs_compared = 0; ///< The number of pairs of spheres that were compared.
    bool complete = true;           ///< True if the trees have no more to say.

    /// Whether the surfaces certainly do not meet: the bodies are apart, or one is wholly inside the other.
    bool certainly_apart() const { return surfaces_at_least > 0.0; }
    bool certainly_overlap() const { return overlap_at_least > 0.0; }
};

/// Compares spheres, the nearest first, until at most so many pairs have been looked at, and never looks at a triangle.
/// The bounds only become better with the number of pairs. Refused for trees without spheres and poses that are none.
///
///     const SphereBounds bounds = bounds_by_spheres(gripper, pose, obstacle, {}, 1000).value();
///     if (!bounds.certainly_apart())
///         look_closer();
Result<SphereBounds> bounds_by_spheres(
    const SphereTree& a, const Pose& pose_a, const SphereTree& b, const Pose& pose_b, std::size_t max_pairs = SIZE_MAX);

} // namespace tactus
