// SPDX-License-Identifier: MIT
#include <tactus/world.h>

#include <algorithm>

#include "base/out_of_memory.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

/// A world for one question about two meshes.
struct TwoMeshes {
    World world;

    static Result<TwoMeshes> in_a_world(
        const TrianglesView& triangles_a, const PositionsView& positions_a, const TrianglesView& triangles_b,
        const PositionsView& positions_b)
    {
        auto world = World::create();
        if (!world)
            return world.error();
        TwoMeshes meshes{std::move(world.value())};
        const auto a = meshes.world.add_body({.triangles = triangles_a, .positions = positions_a});
        if (!a)
            return Error{a.error().code, "first mesh: " + a.error().message};
        const auto b = meshes.world.add_body({.triangles = triangles_b, .positions = positions_b});
        if (!b)
            return Error{b.error().code, "second mesh: " + b.error().message};
        return meshes;
    }
};

Result<std::vector<TrianglePair>> sorted_pairs(World& world)
{
    const PairReport& report = world.find_pairs();
    if (report.out_of_memory)
        return out_of_memory();
    std::vector<TrianglePair> pairs;
    for (const BodyPairs& bodies : report.bodies)
        pairs.insert(pairs.end(), bodies.pairs.begin(), bodies.pairs.end());
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

} // namespace

bool triangles_intersect(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b)
{
    return triangles_intersect(Triangle{a[0], a[1], a[2]}, Triangle{b[0], b[1], b[2]});
}

Result<std::vector<TrianglePair>> intersecting_pairs(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b)
{
    return refused_if_memory_ends([&]() -> Result<std::vector<TrianglePair>> {
        auto meshes = TwoMeshes::in_a_world(triangles_a, positions_a, triangles_b, positions_b);
        if (!meshes)
            return meshes.error();
        return sorted_pairs(meshes.value().world);
    });
}

Result<bool> meshes_intersect(
    TrianglesView triangles_a, PositionsView positions_a, TrianglesView triangles_b, PositionsView positions_b)
{
    return refused_if_memory_ends([&]() -> Result<bool> {
        auto meshes = TwoMeshes::in_a_world(triangles_a, positions_a, triangles_b, positions_b);
        if (!meshes)
            return meshes.error();
        const PairReport& report = meshes.value().world.find_pairs(PairOptions{.first_hit_only = true});
        if (report.out_of_memory)
            return out_of_memory();
        return report.pair_count > 0;
    });
}

Result<std::vector<TrianglePair>> self_intersecting_pairs(TrianglesView triangles, PositionsView positions)
{
    return refused_if_memory_ends([&]() -> Result<std::vector<TrianglePair>> {
        auto world = World::create();
        if (!world)
            return world.error();
        const auto body =
            world.value().add_body({.triangles = triangles, .positions = positions, .self_collision = true});
        if (!body)
            return body.error();
        return sorted_pairs(world.value());
    });
}

} // namespace tactus
