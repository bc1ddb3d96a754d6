// SPDX-License-Identifier: MIT
#include "tree/octree/box_rehearsal.h"

#include "mesh/removed_triangle.h"

namespace tactus {
namespace {

constexpr std::uint64_t boxes_per_leaf_pair = 8;

Box box_around(const NodeSphere& sphere, Vec3 centre)
{
    const Vec3 reach = {sphere.radius, sphere.radius, sphere.radius};
    return {centre - reach, centre + reach};
}

std::uint64_t reaching(std::span<const std::uint32_t> faces, std::span<const Box> boxes, const Box& window)
{
    std::uint64_t count = 0;
    for (const std::uint32_t face : faces)
        count += overlap(boxes[face], window) ? 1 : 0;
    return count;
}

} // namespace

BoxRehearsal::BoxRehearsal(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const RigidPose& pose)
    : pose_(pose)
{
    std::vector<Vec3> posed(positions.size());
    pose_vertices(pose, positions, posed.data());
    Box all_own, all_posed;
    for (const TriangleIndices& corners : triangles) {
        Box own, its; // of a removed triangle empty
        for (const std::uint32_t vertex : is_removed(corners) ? std::span<const std::uint32_t>{} : std::span(corners)) {
            own = include(own, positions[vertex]);
            its = include(its, posed[vertex]);
        }
        own_.push_back(own);
        posed_.push_back(its);
        all_own = include(all_own, own);
        all_posed = include(all_posed, its);
    }
    region_ = intersection(all_own, all_posed);
}

std::uint64_t BoxRehearsal::count_boxes(
    const SphericalOctree& tree, std::span<const LeafPair> leaves, std::span<const LeafSpheres> spheres) const
{
    std::uint64_t count = boxes_per_leaf_pair * leaves.size();
    for (std::size_t k = 0; k < leaves.size(); ++k) {
        const Box around_a = box_around(spheres[k].a, spheres[k].a.centre);
        const Box around_b = box_around(spheres[k].b, to_float(pose_(to_double(spheres[k].b.centre))));
        const Box window = intersection(region_, intersection(around_a, around_b));
        if (is_empty(window))
            continue;
        const std::span<const std::uint32_t> faces_a = tree.features(leaves[k].a).faces;
        const std::span<const std::uint32_t> faces_b = tree.features(leaves[k].b).faces;
        const std::uint64_t near_b = reaching(faces_b, posed_, window);
        count += faces_b.size();
        if (near_b > 0)
            count += faces_a.size() + near_b * reaching(faces_a, own_, window);
    }
    return count;
}

} // namespace tactus
