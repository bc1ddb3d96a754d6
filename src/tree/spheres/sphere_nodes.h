// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/sphere.h"

namespace tactus {

/// A tree of spheres over the faces of a mesh, as those who search it see it: node 0 is the root and owns all faces,
/// and what a node owns is shared out among its children, eight at the most. All of it is about the positions that the
/// tree was made from.
class SphereNodes {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// They follow each other, and some may own nothing.
    struct Children {
        std::uint32_t first = none;
        std::uint32_t count = 0;
    };
    /// What there is now, and of a tree that grows what it took.
    struct Counts {
        std::uint32_t levels = 0; ///< below the root
        std::uint32_t nodes = 0;
        std::uint32_t leaves = 0;
        std::uint64_t asked = 0; ///< how often a cell was asked whether it holds surface
        std::uint64_t made = 0;
        std::uint64_t dropped = 0;
        std::size_t bytes = 0; ///< of the nodes below the root and their lists
    };

    virtual ~SphereNodes() = default;

    /// Another query begins. Names of nodes mean the same until the era changes, which happens here and in
    /// release_branches.
    virtual void begin_query(std::uint64_t /*query*/) {}
    /// Drops everything below the root of a tree that grows on demand; false if there is nothing to drop.
    virtual bool release_branches() { return false; }
    virtual std::uint64_t era() const { return 1; }

    virtual std::span<const std::uint32_t> own(std::uint32_t node) const = 0; ///< faces
    virtual Box own_box(std::uint32_t node) const = 0;                        ///< around the own faces
    /// Around the own faces too; infinite where nothing better than the box is known.
    virtual Sphere own_sphere(std::uint32_t /*node*/) const { return {{}, std::numeric_limits<float>::infinity()}; }
    virtual Children children(std::uint32_t node) const = 0;
    bool has_children(std::uint32_t node) const { return children(node).count > 0; }

    /// Whether a node without children can get some.
    virtual bool may_divide(std::uint32_t /*node*/) const { return false; }
    /// Does some of what it takes to divide a node, about so many faces' worth; true when it is done, and the node has
    /// children, or may not be divided after all.
    virtual bool divide(std::uint32_t /*node*/, std::size_t /*max_faces*/) { return true; }
    /// Puts the own faces of a node without children side by side where they are near each other; false if they are.
    virtual bool put_in_order(std::uint32_t /*node*/) { return false; }
    /// What it costs to make boxes around so many faces of a node without children, in the prices of
    /// base/work_prices.h.
    virtual std::uint64_t price_of_boxes(std::size_t /*faces*/) const { return 0; }
    /// Somebody wants a node's children: they stay in this query, and so does what it hangs on.
    virtual void use(std::uint32_t /*node*/) {}

    /// Whether edit can be asked for.
    virtual bool can_edit() const { return false; }
    /// Faces go, and others, from first_added on, come. Triangles and positions are all that there are now, of the
    /// positions that the tree is about. Only nodes that own or hold one of them are changed, and their names listed.
    /// False, and the tree is of no more use, if it cannot hold what came. An era begins.
    virtual bool edit(
        std::span<const TriangleIndices> /*triangles*/, std::span<const Vec3> /*positions*/,
        std::span<const std::uint32_t> /*removed*/, std::uint32_t /*first_added*/,
        std::vector<std::uint32_t>& /*changed*/)
    {
        return false;
    }

    virtual Counts counts() const = 0;
    /// Of what there is from the start.
    virtual std::size_t root_bytes() const = 0;
};

} // namespace tactus
