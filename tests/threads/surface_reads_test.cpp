// SPDX-License-Identifier: MIT
// After prepare_reads several threads ask one world about its surfaces, and each gets what it would get alone.
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "base/cases.h"
#include "base/every_structure.h"
#include "queries/surface_model.h"
#include "scenes/random.h"

namespace tactus {
namespace {

constexpr std::size_t thread_count = 4;

using Mesh = SurfaceModel::Body;

Mesh cube_at(float size, Vec3 centre)
{
    Mesh mesh = closed_cube(static_cast<int>(sized(8)), size);
    for (Vec3& p : mesh.positions)
        p = p + centre;
    return mesh;
}

/// What one thread finds out about everything, from a seed of its own.
std::vector<double> answers(World& world, std::span<const BodyId> bodies, std::uint64_t seed, std::size_t count)
{
    scenes::Random random(seed);
    std::vector<double> all;
    const auto number = [&] { return static_cast<float>(random.between(-2.0, 2.0)); };
    const auto note = [&](auto... values) { (all.push_back(static_cast<double>(values)), ...); };
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3 p = {number(), number(), number()}, along = {number(), number(), number()};
        const RayHit first = world.cast_ray(p, along).value();
        note(first.hit, first.triangle, first.distance);
        for (const RayHit& hit : world.cast_ray_through(p, along).value().hits)
            note(hit.body.index, hit.triangle, hit.distance);
        for (const SurfaceTriangle& in : world.overlap_sphere({p, 0.3f}).value().triangles)
            note(in.body.index, in.triangle);
        for (const SurfaceTriangle& in : world.overlap_box(p, {p.x + 0.4f, p.y + 0.2f, p.z + 0.3f}).value().triangles)
            note(in.body.index, in.triangle);
        const HalfSpace spaces[] = {{along, 0.1f}, {p, -0.5f}};
        for (const SurfaceTriangle& in : world.overlap_convex(spaces).value().triangles)
            note(in.body.index, in.triangle);
        const NearestReport nearest = world.nearest_point(p).value();
        note(nearest.body.index, nearest.triangle, nearest.distance, nearest.point.x);
        const BodyId body = bodies[k % bodies.size()];
        const SignedDistanceReport apart = world.signed_distance(body, p).value();
        note(apart.signed_distance, apart.nearest.triangle, world.is_inside(body, p).value().winding);
    }
    return all;
}

class Reads : public testing::TestWithParam<Structure> {
public:
    Reads()
    {
        for (const Vec3 centre : {Vec3{-0.5f, 0.0f, 0.1f}, Vec3{0.6f, 0.2f, 0.0f}}) {
            meshes.push_back(cube_at(0.8f, centre));
            bodies.push_back(world
                                 .add_body(
                                     {.triangles = meshes.back().triangles,
                                      .positions = meshes.back().positions,
                                      .structure = GetParam()})
                                 .value());
        }
        bodies.push_back(world.add_sphere({.centre = {0.0f, 1.0f, 0.0f}, .radius = 0.5f}).value());
    }
    void expect_same_from_several_threads()
    {
        const std::size_t count = cases(30);
        std::vector<std::vector<double>> alone(thread_count), together(thread_count);
        for (std::size_t t = 0; t < thread_count; ++t)
            alone[t] = answers(world, bodies, t, count);
        ASSERT_TRUE(world.prepare_reads());
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < thread_count; ++t)
            threads.emplace_back([&, t] { together[t] = answers(world, bodies, t, count); });
        for (std::thread& thread : threads)
            thread.join();
        EXPECT_EQ(alone, together);
    }

    World world = World::create({.worker_count = 2}).value();
    std::vector<Mesh> meshes;
    std::vector<BodyId> bodies;
};

TEST_P(Reads, FromSeveralThreadsAreThoseOfOne)
{
    expect_same_from_several_threads();
    for (Vec3& p : meshes[0].positions)
        p.z *= 1.0f + 0.3f * p.x;
    ASSERT_TRUE(world.set_positions(bodies[0], meshes[0].positions));
    expect_same_from_several_threads();
    ASSERT_TRUE(world.set_pose(bodies[1], {.position = {0.1, 0.2, -0.3}, .rotation = {}}));
    expect_same_from_several_threads();
    const std::uint32_t gone[] = {5, 6, 7, 100};
    ASSERT_TRUE(world.edit(BodyEdit{.body = bodies[0], .remove_triangles = gone}));
    expect_same_from_several_threads();
    ASSERT_TRUE(world.remove_body(bodies[1]));
    bodies.erase(bodies.begin() + 1);
    expect_same_from_several_threads();
}

INSTANTIATE_TEST_SUITE_P(Of, Reads, testing::ValuesIn(every_structure), [](const auto& one) {
    return "structure" + std::to_string(static_cast<int>(one.param));
});

TEST(Reads, DivideNothingOnDemand)
{
    World world = World::create().value();
    const Mesh mesh = cube_at(1.0f, {});
    const BodyId body = world
                            .add_body(
                                {.triangles = mesh.triangles,
                                 .positions = mesh.positions,
                                 .structure = structures::OnDemandSphereTree{.enough_triangles = 1}})
                            .value();
    EXPECT_TRUE(world.cast_ray({0.1f, 0.2f, 3.0f}, {0, 0, -1}).value().hit);
    const std::uint64_t made = papers::cell_counts(world, body).value().nodes_made;
    EXPECT_GT(made, 0u);
    ASSERT_TRUE(world.prepare_reads());
    EXPECT_TRUE(world.cast_ray({0.1f, 0.2f, -3.0f}, {0, 0, 1}).value().hit);
    EXPECT_EQ(papers::cell_counts(world, body).value().nodes_made, made);
    ASSERT_TRUE(world.set_positions(body, mesh.positions));
    EXPECT_TRUE(world.cast_ray({0.1f, 0.2f, -3.0f}, {0, 0, 1}).value().hit);
    EXPECT_GT(papers::cell_counts(world, body).value().nodes_made, made);
}

// The threads of one world know nothing of another's, whatever memory it lies in.
TEST(Reads, OfOneWorldAfterAnother)
{
    for (int k = 1; k <= 20; ++k) {
        World world = World::create().value();
        const Mesh mesh = cube_at(0.1f * static_cast<float>(k), {});
        ASSERT_TRUE(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}));
        const float alone = world.nearest_point({}).value().distance;
        ASSERT_TRUE(world.prepare_reads());
        EXPECT_EQ(world.nearest_point({}).value().distance, alone);
        ASSERT_TRUE(world.set_positions(world.bodies()[0], mesh.positions));
        ASSERT_TRUE(world.prepare_reads());
        EXPECT_EQ(world.nearest_point({}).value().distance, alone);
    }
}

} // namespace
} // namespace tactus
