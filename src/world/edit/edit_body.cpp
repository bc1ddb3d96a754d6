// SPDX-License-Identifier: MIT
#include "mesh/removed_triangle.h"
#include "world/body.h"

namespace tactus {

bool Body::can_edit(std::span<const Vec3> new_vertices) const
{
    if (const auto* octree = std::get_if<PosedOctree>(&structure))
        return octree->mesh().can_pose(new_vertices);
    if (const auto* spheres = std::get_if<SphereTreeBody>(&structure))
        return spheres->can_edit() && spheres->mesh().can_pose(new_vertices);
    const auto* tree = std::get_if<RefitBvh>(&structure);
    const bool is_tree = tree != nullptr && tree->can_edit() && !self_tables;
    return (is_tree || std::holds_alternative<BucketBody>(structure)) && !posed.pose;
}

StructureEdit Body::edit(
    std::span<const std::uint32_t> removed, std::span<const Vec3> new_vertices, std::span<const TriangleIndices> added)
{
    keep_given_triangles();
    StructureEdit done{added.size(), 0};
    if (auto* buckets = std::get_if<BucketBody>(&structure))
        buckets->edit(removed, new_vertices, added, triangle_count);
    else if (auto* octree = std::get_if<PosedOctree>(&structure))
        done = octree->edit(removed, new_vertices, added);
    else if (auto* spheres = std::get_if<SphereTreeBody>(&structure))
        done = spheres->edit(removed, new_vertices, added);
    else
        done.triangles = std::get<RefitBvh>(structure).edit(removed, new_vertices, added, triangle_count);
    for (const std::uint32_t triangle : removed)
        given_triangles[triangle] = removed_triangle;
    given_triangles.insert(given_triangles.end(), added.begin(), added.end());
    triangle_count += static_cast<std::uint32_t>(added.size());
    removed_count += static_cast<std::uint32_t>(removed.size());
    vertex_count += static_cast<std::uint32_t>(new_vertices.size());
    velocities.clear();
    return done;
}

std::size_t Body::octree_nodes() const
{
    const auto* octree = std::get_if<PosedOctree>(&structure);
    const auto* spheres = std::get_if<SphereTreeBody>(&structure);
    return octree != nullptr ? octree->tree().node_count() : spheres != nullptr ? spheres->nodes().counts().nodes : 0;
}

} // namespace tactus
