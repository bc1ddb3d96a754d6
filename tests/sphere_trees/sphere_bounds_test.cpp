// SPDX-License-Identifier: MIT
// What spheres say of two bodies, against what their triangles say.
#include <tactus/spheres.h>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "played_scene.h"
#include "scenes/shapes.h"

namespace tactus {
namespace {

struct Model {
    scenes::ShapeMesh mesh;
    SphereTree tree;

    Model(const char* shape, std::uint32_t triangles, const SphereTreeOptions& options)
        : mesh(scenes::make_shape(shape, {.triangles = triangles}).value()),
          tree(make_sphere_tree({mesh.triangles, mesh.positions}, options).value())
    {
    }
};

TEST(SphereBounds, HoldWhatTheTrianglesSay)
{
    const Model a("sphere", 320, {.levels = 2, .inner = true}), b("torus", 400, {.levels = 2, .inner = true});
    scenes::Random random(3);
    World world = World::create().value();
    const BodyId body_a = world.add_body({.triangles = a.mesh.triangles, .positions = a.mesh.positions}).value();
    const BodyId body_b = world.add_body({.triangles = b.mesh.triangles, .positions = b.mesh.positions}).value();
    int apart = 0, overlapping = 0, undecided = 0;
    for (int round = 0; round < 200; ++round) {
        const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 1.5);
        ASSERT_TRUE(world.set_pose(body_a, pose_a).ok() && world.set_pose(body_b, pose_b).ok());
        const double distance = world.closest_points(body_a, body_b).value().distance;
        double at_least = 0.0, at_most = std::numeric_limits<double>::infinity(), overlap = 0.0;
        for (const std::size_t most : {std::size_t{1}, std::size_t{20}, std::size_t{300}, SIZE_MAX}) {
            const SphereBounds bounds = bounds_by_spheres(a.tree, pose_a, b.tree, pose_b, most).value();
            EXPECT_LE(bounds.surfaces_at_least, distance);
            if (!bounds.certainly_overlap()) {
                EXPECT_GE(bounds.bodies_at_most, world.any_pair() ? 0.0 : distance * (1.0 - 1e-6));
            }
            if (bounds.certainly_overlap()) {
                EXPECT_FALSE(bounds.certainly_apart());
                EXPECT_TRUE(world.any_pair()) << "neither is so thick that the other could be inside it unseen";
            }
            // They only become better.
            EXPECT_GE(bounds.surfaces_at_least, at_least);
            EXPECT_LE(bounds.bodies_at_most, at_most);
            EXPECT_GE(bounds.overlap_at_least, overlap);
            EXPECT_TRUE(most != SIZE_MAX || bounds.complete);
            EXPECT_LE(bounds.pairs_compared, most == SIZE_MAX ? most : most + 8);
            at_least = bounds.surfaces_at_least;
            at_most = bounds.bodies_at_most;
            overlap = bounds.overlap_at_least;
        }
        apart += at_least > 0.0 ? 1 : 0;
        overlapping += overlap > 0.0 ? 1 : 0;
        undecided += at_least > 0.0 || overlap > 0.0 ? 0 : 1;
    }
    EXPECT_GT(apart, 50);
    EXPECT_GT(overlapping, 20);
    EXPECT_LT(undecided, 40);
}

TEST(SphereBounds, OfAPointAreItsDistance)
{
    SphereTree point;
    point.nodes.resize(1);
    point.nodes[0].sphere = {{1.0f, 0.0f, 0.0f}, 0.0f};
    const SphereBounds bounds = bounds_by_spheres(point, {}, point, {.position = {0.0, 3.0, 4.0}}).value();
    EXPECT_NEAR(bounds.surfaces_at_least, 5.0, 1e-5);
    EXPECT_NEAR(bounds.bodies_at_most, 5.0, 1e-5);
    EXPECT_LT(bounds.surfaces_at_least, bounds.bodies_at_most);
    EXPECT_TRUE(bounds.complete);
    EXPECT_FALSE(bounds.certainly_overlap());
    point.nodes[0].inner = {{1.0f, 0.0f, 0.0f}, 3.0f};
    EXPECT_NEAR(bounds_by_spheres(point, {}, point, {.position = {0.0, 3.0, 4.0}}).value().overlap_at_least, 1.0, 1e-5);
}

TEST(SphereBounds, AreRefusedForWhatIsNoTreeOrNoPose)
{
    SphereTree tree;
    EXPECT_FALSE(bounds_by_spheres(tree, {}, tree, {}).ok());
    tree.nodes.resize(1);
    EXPECT_TRUE(bounds_by_spheres(tree, {}, tree, {}).ok());
    EXPECT_FALSE(bounds_by_spheres(tree, {.position = {std::nan(""), 0.0, 0.0}}, tree, {}).ok());
    EXPECT_FALSE(bounds_by_spheres(tree, {}, tree, {.rotation = {0.0, 0.0, 0.0, 0.0}}).ok());
}

} // namespace
} // namespace tactus
