// SPDX-License-Identifier: MIT
#include <algorithm>

#include "mesh/removed_triangle.h"
#include "tree/refit/refit_bvh.h"
#include "tree/rigid_pose.h"
#include "world/bodies/body.h"

namespace tactus {

bool Body::can_edit(std::span<const Vec3> new_vertices) const
{
    return tree->can_edit(new_vertices, place(new_vertices).has_value());
}

std::optional<std::vector<Vec3>> Body::place(std::span<const Vec3> own) const
{
    std::vector<Vec3> placed(own.begin(), own.end());
    if (posed.pose && !pose_vertices(RigidPose(*posed.pose), own, placed.data()))
        return std::nullopt;
    return placed;
}

const float* Body::lengthened(const float* positions, std::span<const Vec3> placed)
{
    Buffer<Vec3>& own = posed.pose ? posed.posed[posed.half] : edited_positions;
    if (own.empty() || &own.data()->x != positions) {
        own.resize_uninitialised(vertex_count);
        if (vertex_count > 0)
            std::copy_n(positions, 3 * std::size_t(vertex_count), &own.data()->x);
    }
    for (const Vec3 p : placed)
        own.push_back(p);
    return own.empty() ? nullptr : &own.data()->x;
}

StructureEdit Body::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    keep_given_triangles();
    const std::vector<Vec3> placed = *place(new_vertices);
    if (self_tables && !tree->vertex_order().empty())
        renumber_places(tree->vertex_order(), *self_tables);
    const float* all_positions = tree->reads_in_place() ? lengthened(triangles().positions, placed) : nullptr;
    StructureEdit done = tree->edit({removed, new_vertices, placed, added, triangle_count, all_positions});
    if (self_tables) {
        const RefitBvh& clusters = *tree->clusters();
        done.triangles = edit_self_tables(clusters.tree(), clusters.positions(), clusters.edited_slots(), *self_tables);
    }
    for (std::size_t k = 0; posed.pose && !tree->follows_poses() && k < new_vertices.size(); ++k)
        posed.reference.push_back(new_vertices[k]);
    for (const std::uint32_t triangle : removed)
        given_triangles[triangle] = removed_triangle;
    given_triangles.insert(given_triangles.end(), added.begin(), added.end());
    triangle_count += static_cast<std::uint32_t>(added.size());
    removed_count += static_cast<std::uint32_t>(removed.size());
    vertex_count += static_cast<std::uint32_t>(new_vertices.size());
    return done;
}

} // namespace tactus
