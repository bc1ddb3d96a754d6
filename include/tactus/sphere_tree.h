// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <tactus/result.h>
#include <tactus/sphere.h>
#include <tactus/views.h>

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

} // namespace tactus
