// SPDX-License-Identifier: MIT
// What a world gives back of its bodies: their ids, the caller's own values, positions and poses.
#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "base/every_structure.h"
#include "base/structure_options.h"

namespace tactus {
namespace {

// Two tetrahedra, with a vertex that nothing uses between them.
const std::vector<TriangleIndices> tetrahedra = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3},
                                                 {5, 7, 6}, {5, 6, 8}, {6, 7, 8}, {7, 5, 8}};
const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 9, 9},
                                {3, 0, 0}, {4, 0, 0}, {3, 1, 0}, {3, 0, 1}};

TEST(ReadBack, PositionsAreThoseOfTheCallerInEveryStructure)
{
    for (const Structure structure : every_structure) {
        World world = World::create().value();
        const BodyId body =
            world
                .add_body(
                    {.triangles = tetrahedra, .positions = rest, .structure = choice_of(structure, quick_spheres())})
                .value();
        EXPECT_EQ(world.positions(body).value(), rest);
        std::vector<Vec3> moved = rest;
        for (Vec3& p : moved)
            p = {p.x + 1.0f, 2.0f * p.y, p.z - p.x};
        ASSERT_TRUE(world.set_positions(body, moved).ok());
        EXPECT_EQ(world.positions(body).value(), moved);
        const Pose pose = {.position = {1.0, 2.0, 3.0}, .rotation = {0.0, 0.0, 1.0, 0.0}};
        ASSERT_TRUE(world.set_pose(body, pose).ok());
        EXPECT_EQ(world.pose(body).value(), pose);
        std::vector<Vec3> there(rest.size());
        ASSERT_TRUE(world.positions(body, there).ok());
        for (std::size_t k = 0; k < there.size(); ++k)
            EXPECT_EQ(there[k], (Vec3{1.0f - moved[k].x, 2.0f - moved[k].y, 3.0f + moved[k].z}));
        ASSERT_TRUE(world.set_positions(body, rest).ok());
        EXPECT_EQ(world.pose(body).value(), Pose{}) << "positions put it back";
        EXPECT_EQ(world.positions(body).value(), rest);
    }
}

TEST(ReadBack, ASphereHasItsCentre)
{
    World world = World::create().value();
    const BodyId ball = world.add_sphere({.centre = {1, 2, 3}, .radius = 0.5f}).value();
    EXPECT_EQ(world.positions(ball).value(), (std::vector<Vec3>{{1, 2, 3}}));
    ASSERT_TRUE(world.set_pose(ball, {.position = {4, 5, 6}, .rotation = {}}).ok());
    EXPECT_EQ(world.pose(ball).value(), (Pose{{4, 5, 6}, {}}));
}

TEST(ReadBack, RoomForAnotherNumberOfVerticesIsRefused)
{
    World world = World::create().value();
    const BodyId body = world.add_body({.triangles = tetrahedra, .positions = rest}).value();
    std::vector<Vec3> few(3);
    const Result<void> refused = world.positions(body, few);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message, "positions was given room for 3 vertices, the body has 9");
}

TEST(ReadBack, BodiesAreListedInOrder)
{
    World world = World::create().value();
    EXPECT_TRUE(world.bodies().empty());
    const BodyId a = world.add_body({.triangles = tetrahedra, .positions = rest}).value();
    const BodyId b = world.add_sphere({.radius = 1.0f}).value();
    const BodyId c = world.add_body({.triangles = tetrahedra, .positions = rest}).value();
    EXPECT_EQ(world.bodies(), (std::vector<BodyId>{a, b, c}));
    ASSERT_TRUE(world.remove_body(b).ok());
    EXPECT_EQ(world.bodies(), (std::vector<BodyId>{a, c}));
    EXPECT_EQ(world.positions(b).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.pose(b).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.user_data(b).error().code, ErrorCode::stale_id);
    EXPECT_EQ(world.set_user_data(b, 1).error().code, ErrorCode::stale_id);
}

TEST(ReadBack, UserDataStaysWithABodyAndItsPieces)
{
    for (const Structure structure : every_structure) {
        World world = World::create().value();
        const BodyId body = world
                                .add_body(
                                    {.triangles = tetrahedra,
                                     .positions = rest,
                                     .structure = choice_of(structure, quick_spheres()),
                                     .user_data = 41})
                                .value();
        const BodyId ball = world.add_sphere({.radius = 1.0f, .user_data = UINT64_MAX}).value();
        EXPECT_EQ(world.user_data(body).value(), 41u);
        EXPECT_EQ(world.user_data(ball).value(), UINT64_MAX);
        ASSERT_TRUE(world.set_user_data(body, 42).ok());
        const EditReport report = world.edit(BodyEdit{.body = body, .split = true}).value();
        ASSERT_EQ(report.bodies[0].pieces.size(), 1u);
        EXPECT_EQ(world.user_data(body).value(), 42u);
        EXPECT_EQ(world.user_data(report.bodies[0].pieces[0].body).value(), 42u);
    }
}

TEST(StructureChoice, IsWhatItWasMadeFrom)
{
    for (const Structure structure : every_structure) {
        const StructureChoice choice = structure;
        EXPECT_EQ(choice.kind(), structure);
        EXPECT_TRUE(choice == structure);
    }
    EXPECT_EQ(StructureChoice(structures::RefitBvh{}).kind(), Structure::refit_bvh);
    EXPECT_EQ(StructureChoice(structures::BruteForce{}).kind(), Structure::brute_force);
    EXPECT_EQ(StructureChoice(structures::BucketOctree{}).kind(), Structure::bucket_octree);
    EXPECT_EQ(StructureChoice(structures::OnDemandSphereTree{}).kind(), Structure::on_demand_sphere_tree);
    EXPECT_EQ(StructureChoice(structures::MedialSphereTree{}).kind(), Structure::medial_sphere_tree);
    const BodyDesc desc = {.structure = structures::SphericalOctree{.levels = 5}};
    ASSERT_NE(desc.structure.get_if<structures::SphericalOctree>(), nullptr);
    EXPECT_EQ(desc.structure.get_if<structures::SphericalOctree>()->levels, 5u);
    EXPECT_EQ(desc.structure.get_if<structures::BucketOctree>(), nullptr);
}

TEST(FirstHitOnly, IsCompleteWhenEachTwoBodiesHaveTheirAnswer)
{
    for (const Structure structure : every_structure) {
        World world = World::create().value();
        const BodyDesc desc = {
            .triangles = tetrahedra, .positions = rest, .structure = choice_of(structure, quick_spheres())};
        const BodyId a = world.add_body(desc).value(), b = world.add_body(desc).value();
        ASSERT_TRUE(world.set_pose(b, {.position = {0.1, 0.1, 0.1}, .rotation = {}}).ok());
        const std::size_t all = world.find_pairs().pair_count;
        ASSERT_GT(all, 1u);
        const PairReport& first = world.find_pairs(PairOptions{.first_hit_only = true});
        EXPECT_TRUE(first.complete);
        EXPECT_EQ(first.open_pairs, 0u);
        ASSERT_EQ(first.bodies.size(), 1u);
        EXPECT_EQ(first.bodies[0].body_a, a);
        EXPECT_GE(first.pair_count, 1u);
        const PairReport& none = world.find_pairs(PairOptions{.budget = Budget::work_units(0), .first_hit_only = true});
        EXPECT_FALSE(none.complete) << "the budget ended before";
        EXPECT_GT(none.open_pairs, 0u);
    }
}

} // namespace
} // namespace tactus
