// SPDX-License-Identifier: MIT
#include <algorithm>

#include "mesh/removed_triangle.h"
#include "tree/rigid_pose.h"
#include "world/bodies/body.h"

namespace tactus {

bool Body::can_edit(std::span<const Vec3> new_vertices) const
{
    if (const auto* octree = std::get_if<PosedOctree>(&structure))
        return octree->mesh().can_pose(new_vertices);
    if (const auto* spheres = std::get_if<SphereTreeBody>(&structure))
        return spheres->can_edit() && spheres->mesh().can_pose(new_vertices);
    return !std::holds_alternative<BruteForce>(structure) && place(new_vertices);
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

std::size_t Body::edit_tree(
    RefitBvh& tree, std::span<const std::uint32_t> removed, std::span<const Vec3> placed,
    std::span<const TriangleIndices> added)
{
    if (self_tables && tree.is_renumbered())
        renumber_places(tree.tree().vertex_order.span(), *self_tables);
    const float* borrowed = storage == PositionStorage::borrowed ? lengthened(tree.positions(), placed) : nullptr;
    const std::size_t triangles = tree.edit(removed, placed, added, triangle_count, borrowed);
    return self_tables ? edit_self_tables(tree.tree(), tree.positions(), tree.edited_slots(), *self_tables) : triangles;
}

StructureEdit Body::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    keep_given_triangles();
    StructureEdit done{added.size(), 0};
    if (auto* octree = std::get_if<PosedOctree>(&structure)) {
        done = octree->edit(removed, new_vertices, added);
    } else if (auto* spheres = std::get_if<SphereTreeBody>(&structure)) {
        done = spheres->edit(removed, new_vertices, added);
    } else {
        const std::vector<Vec3> placed = *place(new_vertices);
        if (auto* buckets = std::get_if<BucketBody>(&structure))
            buckets->edit(removed, placed, added, triangle_count);
        else
            done.triangles = edit_tree(std::get<RefitBvh>(structure), removed, placed, added);
        for (std::size_t k = 0; posed.pose && k < new_vertices.size(); ++k)
            posed.reference.push_back(new_vertices[k]);
    }
    for (const std::uint32_t triangle : removed)
        given_triangles[triangle] = removed_triangle;
    given_triangles.insert(given_triangles.end(), added.begin(), added.end());
    triangle_count += static_cast<std::uint32_t>(added.size());
    removed_count += static_cast<std::uint32_t>(removed.size());
    vertex_count += static_cast<std::uint32_t>(new_vertices.size());
    return done;
}

std::size_t Body::octree_nodes() const
{
    const auto* octree = std::get_if<PosedOctree>(&structure);
    const auto* spheres = std::get_if<SphereTreeBody>(&structure);
    return octree != nullptr ? octree->tree().node_count() : spheres != nullptr ? spheres->nodes().counts().nodes : 0;
}

} // namespace tactus
