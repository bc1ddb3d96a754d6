// SPDX-License-Identifier: MIT
// O. Rodríguez, M. Franquesa, "A new sphere-tree generation method to speed up the collision detection
// pipeline", 2005: the tree of one body, as the paper has it. The root is the box around the body, a node is cut in
// eight boxes, and those that hold surface (the grey ones) have a sphere around them.
//
// Where we differ: whether a box holds surface is asked exactly. The paper looks along x, then y, then z, until it sees
// some; here a view sees what is not edge-on in it, however thin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "geometry/box.h"
#include "geometry/triangle.h"

namespace tactus {

/// The boxes of one body's octree that were asked for, in its own coordinates.
class OnCollideTree {
public:
    struct Node {
        Box cell;
        std::vector<std::uint32_t> faces; ///< All faces that have a point in the cell.
        std::uint64_t used_at = 0;        ///< The frame in which its children were last looked at.
        std::unique_ptr<std::array<Node, 8>> children;

        bool is_grey() const { return !faces.empty(); }
    };
    /// A cell that was asked whether it holds surface.
    struct Asked {
        Box cell;
        bool is_grey = false;
        std::uint32_t views = 0; ///< How many views it took to know, as the paper counts them: one to three.
    };

    OnCollideTree(std::vector<TriangleIndices> triangles, std::vector<Vec3> positions);

    Node& root() { return root_; }
    const Node& root() const { return root_; }
    /// Makes the children of a node that has none, and lists the eight cells that were asked.
    void divide(Node& node, std::vector<Asked>& asked) const;
    /// Drops children of the deepest level that no frame since `since` has looked at. What they hung on counts as used
    /// now, so that it has its own time. Gives how many grey nodes went.
    std::size_t drop_unused(std::uint64_t since, std::uint64_t now) { return drop_unused(root_, since, now); }

    /// Calls visit(node, level) for all grey nodes.
    template <class Visit>
    void for_each(const Visit& visit) const
    {
        visit_below(root_, 0, visit);
    }

private:
    template <class Visit>
    static void visit_below(const Node& node, std::uint32_t level, const Visit& visit)
    {
        if (!node.is_grey())
            return;
        visit(node, level);
        if (node.children)
            for (const Node& child : *node.children)
                visit_below(child, level + 1, visit);
    }
    static std::size_t drop_unused(Node& node, std::uint64_t since, std::uint64_t now);
    std::uint32_t views_of(std::span<const std::uint32_t> faces) const;
    Triangle triangle(std::uint32_t face) const;

    std::vector<TriangleIndices> triangles_;
    std::vector<Vec3> positions_;
    Node root_;
};

} // namespace tactus
