// SPDX-License-Identifier: MIT
// Memory ends in the functions that need no world, at every allocation, or at a sample of them where there are many.
#include <optional>
#include <vector>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "allocation/shortage.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

struct Ball {
    explicit Ball(std::uint32_t count, float x = 0.0f)
    {
        const scenes::Shape shape = scenes::icosphere(count);
        triangles = shape.triangles;
        for (const scenes::Point& p : shape.points)
            positions.push_back({float(p.x) + x, float(p.y), float(p.z)});
    }
    MeshView view() const { return {triangles, positions}; }

    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// Calls f, which gives a Result, with memory that ends, and compares what it gives otherwise with the right value.
template <class F, class Compare>
void expect_refusals(F f, Compare is_right, std::size_t step = 1)
{
    const auto right = f();
    ASSERT_TRUE(right.ok()) << right.error().message;
    const std::size_t times = end_memory_after_each(
        [&](std::size_t pieces, Shortage shortage) {
            std::optional<decltype(f())> result;
            bool has_ended = false;
            {
                const MemoryEnds ends(pieces, shortage);
                result.emplace(f());
                has_ended = ends.has_ended();
            }
            if (is_done(*result, has_ended)) {
                EXPECT_TRUE(is_right(right.value(), result->value()));
            }
            return has_ended;
        },
        step);
    EXPECT_GT(times, 0u);
}

TEST(FunctionsOutOfMemory, MakeNoWorldOrAWholeOne)
{
    for (const std::uint32_t workers : {1u, 4u})
        expect_refusals(
            [&] { return World::create({.worker_count = workers}); },
            [](const World&, World& made) { return made.find_pairs().complete; });
}

TEST(FunctionsOutOfMemory, RefuseQuestionsAboutMeshes)
{
    const Ball a(80), b(80, 0.7f);
    const auto equal = [](const auto& right, const auto& given) { return right == given; };
    expect_refusals([&] { return intersecting_pairs(a.triangles, a.positions, b.triangles, b.positions); }, equal);
    expect_refusals([&] { return meshes_intersect(a.triangles, a.positions, b.triangles, b.positions); }, equal);
    Ball crossed = a;
    for (const TriangleIndices& t : b.triangles)
        crossed.triangles.push_back({t[0] + 42, t[1] + 42, t[2] + 42});
    crossed.positions.insert(crossed.positions.end(), b.positions.begin(), b.positions.end());
    expect_refusals([&] { return self_intersecting_pairs(crossed.triangles, crossed.positions); }, equal);
    expect_refusals(
        [&] { return papers::mesh_from_grid(a.positions, 6, 7); },
        [](const papers::GridMesh& right, const papers::GridMesh& given) {
            return right.triangles == given.triangles && right.positions == given.positions;
        });
}

TEST(FunctionsOutOfMemory, RefuseToMakeAndToCheckSpheresAtASampleOfAllocations)
{
    const Ball ball(80);
    const auto same_nodes = [](const SphereTree& right, const SphereTree& given) {
        return right.nodes.size() == given.nodes.size()
               && right.nodes.back().sphere.radius == given.nodes.back().sphere.radius;
    };
    for (const std::uint32_t workers : {1u, 3u}) {
        const SphereTreeOptions options = {
            .levels = 1, .branch = 4, .method = SphereMethod::octree, .worker_count = workers};
        expect_refusals([&] { return make_sphere_tree(ball.view(), options); }, same_nodes, 97);
        expect_refusals([&] { return make_sphere_set(ball.view(), 6, options); }, same_nodes, 97);
        const std::vector<Sphere> spheres = {{{}, 0.95f}, {{0.5f, 0, 0}, 0.6f}};
        expect_refusals(
            [&] { return check_spheres(ball.view(), spheres, {.worker_count = workers}); },
            [](const SphereCheck& right, const SphereCheck& given) {
                return right.uncovered_area.upper == given.uncovered_area.upper
                       && right.outside_volume == given.outside_volume;
            },
            97);
    }
    const SphereTree tree = make_sphere_tree(ball.view(), {.levels = 1, .method = SphereMethod::octree}).value();
    expect_refusals(
        [&] {
            return bounds_by_spheres(tree, {}, tree, {.position = {3, 0, 0}, .rotation = {}});
        },
        [](const SphereBounds& right, const SphereBounds& given) {
            return right.surfaces_at_least == given.surfaces_at_least;
        });
    const MemoryEnds ends(0, Shortage::for_good);
    EXPECT_TRUE(spheres_of_level(tree, 1).empty());
}

} // namespace
} // namespace tactus
