// SPDX-License-Identifier: MIT
// What one frame leaves behind helps the next and must not show.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "base/cases.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

/// A world that plays a scene.
struct Played {
    const scenes::Scene& scene;
    World world = World::create().value();
    std::vector<BodyId> ids;

    explicit Played(const scenes::Scene& s) : scene(s)
    {
        for (const scenes::SceneMesh& mesh : scene.meshes)
            ids.push_back(world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value());
    }
    void go_to(std::uint32_t frame)
    {
        for (std::size_t k = 0; k < ids.size(); ++k) {
            std::vector<Vec3> positions(scene.meshes[k].positions.size());
            scene.positions(frame, k, positions);
            ASSERT_TRUE(world.set_positions(ids[k], positions));
        }
    }
};

void expect_same_closest(Played& played, Played& fresh, std::size_t a, std::size_t b, const std::string& where)
{
    const ClosestPoints found = played.world.closest_points(played.ids[a], played.ids[b]).value();
    const ClosestPoints expected = fresh.world.closest_points(fresh.ids[a], fresh.ids[b]).value();
    EXPECT_EQ(found.distance, expected.distance) << where;
    EXPECT_EQ(found.triangle_a, expected.triangle_a) << where;
    EXPECT_EQ(found.triangle_b, expected.triangle_b) << where;
    EXPECT_EQ(found.point_a, expected.point_a) << where;
    EXPECT_EQ(found.point_b, expected.point_b) << where;
}

TEST(RememberedPairs, NeverShowInAnyFrame)
{
    for (const char* name : {"bumpy_spheres", "soft_organs", "large_deformation", "touching_cubes", "mixed_scales"}) {
        const scenes::Scene scene =
            scenes::make_scene(name, {.triangles = sized(600), .frames = 24, .seed = 4}).value();
        if (scene.meshes.size() < 2)
            continue;
        Played played(scene);
        scenes::Random random(29);
        for (std::uint32_t step = 0; step < cases(30); ++step) {
            // Mostly on to the next frame, sometimes to any other.
            const std::uint32_t frame = step % 6 == 5 ? random.below(scene.frame_count) : step % scene.frame_count;
            Played fresh(scene);
            played.go_to(frame);
            fresh.go_to(frame);
            const std::string where = std::string(name) + ", step " + std::to_string(step);
            expect_same_closest(played, fresh, 0, 1, where);
            expect_same_closest(played, fresh, 1, 0, where + ", the other way round");
            for (int ray = 0; ray < 10; ++ray) {
                const Vec3 origin = rounded(random.in_cube()), direction = rounded(random.direction());
                const RayHit found = played.world.cast_ray(origin, direction).value();
                const RayHit expected = fresh.world.cast_ray(origin, direction).value();
                EXPECT_EQ(found.hit, expected.hit) << where;
                EXPECT_EQ(found.triangle, expected.triangle) << where;
                EXPECT_EQ(found.distance, expected.distance) << where;
            }
        }
    }
}

TEST(RememberedPairs, AreNotThoseOfABodyThatIsGone)
{
    const std::vector<TriangleIndices> faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const std::vector<TriangleIndices> face = {{0, 1, 2}};
    const auto corners = [](float x) { return std::vector<Vec3>{{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}}; };
    World world = World::create().value();
    const BodyId a = world.add_body({.triangles = faces, .positions = corners(0)}).value();
    const BodyId b = world.add_body({.triangles = faces, .positions = corners(3)}).value();
    EXPECT_EQ(world.closest_points(a, b).value().distance, 2.0f);
    EXPECT_EQ(world.closest_points(b, a).value().distance, 2.0f);
    ASSERT_TRUE(world.remove_body(b));
    const BodyId c = world.add_body({.triangles = face, .positions = corners(9)}).value();
    EXPECT_EQ(c.index, b.index);
    EXPECT_EQ(world.closest_points(a, c).value().distance, 8.0f);
    EXPECT_EQ(world.closest_points(c, a).value().distance, 8.0f);
}

} // namespace
} // namespace tactus
