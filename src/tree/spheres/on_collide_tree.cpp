// SPDX-License-Identifier: MIT
#include "tree/spheres/on_collide_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/planted_fault.h"
#include "geometry/orientation.h"
#include "tree/spheres/cell_octants.h"

namespace tactus {
namespace {

/// Whether a view along an axis sees nothing of a triangle, since its plane holds the direction.
bool is_edge_on(const Triangle& triangle, int axis)
{
    return projected_orientation(triangle.a, triangle.b, triangle.c, axis) == 0;
}

} // namespace

OnCollideTree::OnCollideTree(std::vector<TriangleIndices> triangles, std::vector<Vec3> positions)
    : triangles_(std::move(triangles)), positions_(std::move(positions))
{
    root_.faces.resize(triangles_.size());
    std::iota(root_.faces.begin(), root_.faces.end(), 0u);
    for (const std::uint32_t face : root_.faces)
        root_.cell = include(root_.cell, box_of(triangle(face)));
}

Triangle OnCollideTree::triangle(std::uint32_t face) const
{
    const auto [a, b, c] = triangles_[face];
    return {positions_[a], positions_[b], positions_[c]};
}

/// How many views, along x, y and z, until one shows a face; three if none does.
std::uint32_t OnCollideTree::views_of(std::span<const std::uint32_t> faces) const
{
    for (int axis = 0; axis < 3; ++axis)
        if (std::any_of(
                faces.begin(), faces.end(), [&](std::uint32_t face) { return !is_edge_on(triangle(face), axis); }))
            return static_cast<std::uint32_t>(axis) + 1;
    return TACTUS_FAULT(102) ? 1 : 3;
}

void OnCollideTree::divide(Node& node, std::vector<Asked>& asked) const
{
    auto children = std::make_unique<std::array<Node, 8>>();
    for (unsigned octant = 0; octant < 8; ++octant)
        (*children)[octant].cell = octant_of(node.cell, octant);
    const CellOctants cell(node.cell);
    for (const std::uint32_t face : node.faces) {
        const Triangle corners = triangle(face);
        for (unsigned met = cell.met(box_of(corners), [&] { return corners; }); met != 0; met &= met - 1)
            (*children)[static_cast<unsigned>(std::countr_zero(met))].faces.push_back(face);
    }
    for (const Node& child : *children)
        asked.push_back({child.cell, child.is_grey(), views_of(child.faces)});
    node.children = std::move(children);
}

std::size_t OnCollideTree::drop_unused(Node& node, std::uint64_t since, std::uint64_t now)
{
    if (!node.children)
        return 0;
    std::size_t dropped = 0;
    bool is_deepest = true;
    for (Node& child : *node.children) {
        if (!child.children)
            continue;
        is_deepest = false;
        dropped += drop_unused(child, since, now);
        if (!child.children)
            node.used_at = now;
    }
    if (is_deepest && node.used_at < since) {
        dropped += static_cast<std::size_t>(
            std::count_if(node.children->begin(), node.children->end(), [](const Node& c) { return c.is_grey(); }));
        node.children.reset();
    }
    return dropped;
}

} // namespace tactus
