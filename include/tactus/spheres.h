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
    medial, ///< balls of the medial axis that cover the surface's pieces, moved until the worst stands out least
    /// The construction of Bradshaw and O'Sullivan (2004): an adaptive medial axis, reduced to a few spheres by
    merge,  ///< joining the two neighbours that fit best into one,
    burst,  ///< giving up the sphere that its neighbours replace best,
    expand, ///< or growing all by the same amount and selecting those that make most others redundant.
    octree, ///< the smallest sphere around the surface inside each cell of an octree
};

enum class SphereQuality { fast, best };

struct SphereTreeOptions {
    std::uint32_t levels = 3; ///< below the root, which is one sphere
    std::uint32_t branch = 8; ///< children of a node at the most, 2 to 8
    double max_error = 0.0;   ///< metres: a node that stands out no farther has no children; 0 for none
    SphereMethod method = SphereMethod::medial;
    SphereQuality quality = SphereQuality::fast;
    bool layered =
        false;          ///< children lie inside their parents' spheres; otherwise every sphere is as small as it can be
    bool inner = false; ///< look for spheres inside the body too
    std::uint32_t worker_count = 1; ///< 1 to 1024; the spheres do not depend on it
    /// Called now and then with what is done, from 0 to 1, by the calling thread. Answers false to give up.
    std::function<bool(double done)> progress = {};
};

/// A sphere around a piece of the surface.
struct SphereNode {
    Sphere sphere;
    /// No point of the sphere is farther than this from the surface, unless it is inside a body that is closed. Metres,
    /// certified: rounded upwards, and never an estimate.
    float error = 0.0f;
    Sphere inner = {{}, -1.0f}; ///< wholly inside the closed body; a radius below 0: none was found or asked for
    std::uint32_t parent = UINT32_MAX;
    std::uint32_t first_child = 0; ///< children follow each other
    std::uint32_t child_count = 0;
    std::uint32_t first_triangle = 0; ///< of a node without children, in SphereTree::triangles
    std::uint32_t triangle_count = 0;
};

/// Spheres around a surface, level by level from the root. The spheres of the nodes of a level, with those of nodes
/// above it that have no children, cover the whole surface.
struct SphereTree {
    std::vector<SphereNode> nodes;
    std::vector<std::uint32_t> first_of_level; ///< one more than there are levels, the last one the number of nodes
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
    double surface_area = 0.0; ///< square metres
    double body_volume = 0.0;  ///< cubic metres; 0 where the mesh is not closed
    /// Square metres of surface in none of the spheres. Where `upper` is 0, every point of the surface is in a sphere.
    /// A sphere that only just touches a corner of what it covers, to the last bits of a double, may leave a tiny one.
    Interval uncovered_area;
    /// Metres: how far the worst point of the surface is from the nearest sphere. Infinite where there are no spheres.
    Interval largest_gap;
    Interval largest_protrusion; ///< metres: how far the worst point of a sphere, outside the body, is from the surface
    double mean_protrusion = 0.0; ///< metres: the mean over spheres of how far each stands out
    /// Cubic metres of the spheres' union outside the body, measured along a hundred thousand lines and not certified:
    /// to about a thousandth of it where the body is not thinner than a hundredth of the spheres' box.
    double outside_volume = 0.0;
    std::uint32_t worst_sphere = 0; ///< the one that stands out farthest
    bool closed = false;            ///< the mesh has an inside
};

struct SphereCheckOptions {
    std::uint32_t worker_count = 1; ///< 1 to 1024; the answer does not depend on it
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
    double surfaces_at_least = 0.0; ///< no point of one surface is nearer to the other; 0 where spheres overlap
    /// The bodies are no farther apart, the inside of a closed one counting as its own; 0 where they certainly overlap.
    double bodies_at_most = 0.0;
    /// A sphere inside one body and one inside the other overlap so far, which takes trees with `inner` spheres of
    /// closed bodies. 0: nothing is certain.
    double overlap_at_least = 0.0;
    std::size_t pairs_compared = 0;
    bool complete = true; ///< the trees have no more to say

    bool certainly_apart() const { return surfaces_at_least > 0.0; } ///< or one wholly inside the other
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
