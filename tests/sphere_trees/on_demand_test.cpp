// SPDX-License-Identifier: MIT
// Sphere trees on demand: at every moment, while branches come and go, they give brute force's answers.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/cases.h"
#include "played_scene.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

struct Case {
    std::string name;
    structures::OnDemandSphereTree options;
};

std::vector<Case> cases()
{
    return {
        {"as they are", {}},
        {"from a cube", {.enough_triangles = 8, .cubic_root = true}},
        {"eight triangles", {.enough_triangles = 8}},
        {"one level", {.levels = 1}},
        {"twelve levels for every triangle", {.levels = 12, .enough_triangles = 0}},
        {"down to a size", {.smallest_cell = 0.05f}},
        {"down to an error", {.error = 0.2f, .enough_triangles = 0}},
        {"dropped at once", {.drop_after = 0}},
        {"little memory", {.max_bytes = 20'000}},
        {"hardly any memory", {.max_bytes = 3'000}},
        {"no memory", {.max_bytes = 1}}};
}

class OnDemandScenes : public testing::TestWithParam<const char*> {};

TEST_P(OnDemandScenes, GiveBruteForcesPairs)
{
    const scenes::Scene scene = scenes::make_scene(GetParam(), {.triangles = 200}).value();
    Played reference(scene, Structure::brute_force);
    const std::vector<Case> all = cases();
    std::vector<Played> played;
    for (const Case& one : all)
        played.emplace_back(scene, Structure::on_demand_sphere_tree, one.options);
    std::size_t count = 0;
    for (std::uint32_t frame = 0; frame < scene.frame_count;
         frame += std::max(1u, scene.frame_count / std::uint32_t(on_most_days(5, 10)))) {
        reference.move_to(scene, frame);
        const Pairs expected = sorted_pairs(reference.world.find_pairs());
        for (const auto& pairs : expected)
            count += pairs.size();
        for (std::size_t k = 0; k < all.size(); ++k) {
            played[k].move_to(scene, frame);
            EXPECT_EQ(sorted_pairs(played[k].world.find_pairs()), expected) << all[k].name << ", frame " << frame;
            EXPECT_EQ(played[k].world.any_pair(), !expected.empty()) << all[k].name;
            if (all[k].options.max_bytes > 0) {
                EXPECT_LE(played[k].sum().node_bytes, all[k].options.max_bytes) << all[k].name;
            }
        }
    }
    EXPECT_EQ(count > 0, scene.name != "empty_mesh");
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, OnDemandScenes,
    testing::Values(
        "soft_organs", "organ_tool", "large_deformation", "folded_cloth", "wound_sheet", "touching_cubes",
        "many_bodies", "six_objects", "two_triangles", "zero_area_triangles", "duplicate_faces", "shared_hub",
        "coincident_twins", "one_point", "empty_mesh", "triangle_soup", "needle_soup", "one_plane", "mixed_scales",
        "tiny_coordinates", "huge_coordinates"),
    [](const auto& name) { return std::string(name.param); });

TEST(OnDemandSphereTrees, BeginWithTheirRootsAndGrowWhereBodiesMeet)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 5000, .frames = 60}).value();
    Played apart(scene, Structure::on_demand_sphere_tree), met(scene, Structure::on_demand_sphere_tree);
    EXPECT_EQ(apart.sum().octree_nodes, apart.bodies.size());
    EXPECT_EQ(apart.sum().node_bytes, 0u);
    std::vector<Vec3> far = scene.meshes[0].positions;
    for (Vec3& p : far)
        p.x += 100.0f;
    ASSERT_TRUE(apart.world.set_positions(apart.bodies[0], far).ok());
    apart.world.find_pairs();
    EXPECT_EQ(apart.sum().octree_nodes, apart.bodies.size());
    met.move_to(scene, 30);
    ASSERT_GT(met.world.find_pairs().pair_count, 0u);
    const BodyInfo grown = met.sum();
    EXPECT_GT(grown.octree_nodes, 50u);
    EXPECT_EQ(met.counts().nodes_made, grown.octree_nodes);
    EXPECT_LT(grown.octree_nodes, 2000u) << "only where they meet";
}

TEST(OnDemandSphereTrees, DropWhatIsNotUsedAnyMoreLevelByLevel)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 2000, .frames = 60}).value();
    Played played(scene, Structure::on_demand_sphere_tree, {.enough_triangles = 8, .drop_after = 3});
    played.move_to(scene, 30);
    played.world.find_pairs();
    const std::uint32_t grown = played.sum().octree_nodes;
    std::vector<Vec3> moved = scene.meshes[0].positions;
    std::uint32_t before = grown;
    std::size_t smaller = 0;
    // Their boxes still overlap, so that they are asked, but at one corner alone.
    const BodyInfo a = played.world.info(played.bodies[0]).value(), b = played.world.info(played.bodies[1]).value();
    std::vector<Vec3> now(moved.size());
    scene.positions(30, 0, now);
    for (Vec3& p : now)
        p = {
            p.x + b.upper_corner.x - a.lower_corner.x - 1e-3f, p.y + b.upper_corner.y - a.lower_corner.y - 1e-3f,
            p.z + b.upper_corner.z - a.lower_corner.z - 1e-3f};
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_TRUE(played.world.set_positions(played.bodies[0], now).ok());
        EXPECT_EQ(played.world.find_pairs().pair_count, 0u);
        smaller += played.sum().octree_nodes < before ? 1 : 0;
        before = played.sum().octree_nodes;
    }
    EXPECT_GT(smaller, 1u) << "a level at a time";
    EXPECT_LT(before, grown / 4);
    EXPECT_EQ(played.counts().nodes_made - played.counts().nodes_dropped, before);
    played.move_to(scene, 30);
    EXPECT_EQ(sorted_pairs(played.world.find_pairs()).size(), 1u);
}

TEST(OnDemandSphereTrees, DropWhatIsNotUsedWhenNothingIsNearThemAnyMore)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 2000, .frames = 60}).value();
    for (const bool with_contacts : {false, true})
        for (const std::uint32_t drop_after : {3u, 40u}) {
            Played played(scene, Structure::on_demand_sphere_tree, {.drop_after = drop_after});
            const auto ask = [&] {
                return with_contacts ? played.world.find_contacts().contacts.size()
                                     : played.world.find_pairs().pair_count;
            };
            played.move_to(scene, 30);
            const std::size_t found = ask();
            ASSERT_GT(found, 0u);
            ASSERT_GT(played.sum().octree_nodes, 50u);
            std::vector<Vec3> away(scene.meshes[0].positions.size());
            scene.positions(30, 0, away);
            for (Vec3& p : away)
                p.x += 100.0f;
            ASSERT_TRUE(played.world.set_positions(played.bodies[0], away).ok());
            const std::uint64_t dropped = played.counts().nodes_dropped;
            for (std::uint32_t query = 0; query < drop_after; ++query)
                EXPECT_EQ(ask(), 0u);
            EXPECT_EQ(played.counts().nodes_dropped, dropped) << "not before so many queries";
            // A level a period; old nodes are looked for every eighth query at the least.
            for (std::uint32_t query = 0; query < 8 * (drop_after + 8); ++query)
                EXPECT_EQ(ask(), 0u);
            EXPECT_EQ(played.sum().octree_nodes, played.bodies.size()) << "only the roots are left";
            EXPECT_EQ(played.sum().node_bytes, 0u);
            played.move_to(scene, 30);
            EXPECT_EQ(ask(), found);
            EXPECT_GT(played.sum().octree_nodes, 50u);
        }
}

TEST(OnDemandSphereTrees, AreTheSameWhereABodyIsPosed)
{
    scenes::Random random(5);
    scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 800}).value();
    const double reach = put_in_the_middle(scene);
    Played reference(scene, Structure::brute_force), played(scene, Structure::on_demand_sphere_tree, {.drop_after = 2});
    std::size_t count = 0;
    for (int round = 0; round < 60; ++round) {
        const Pose pose = random_pose(random, reach);
        ASSERT_TRUE(reference.world.set_pose(reference.bodies[0], pose).ok());
        ASSERT_TRUE(played.world.set_pose(played.bodies[0], pose).ok());
        const Pairs expected = sorted_pairs(reference.world.find_pairs());
        EXPECT_EQ(sorted_pairs(played.world.find_pairs()), expected);
        count += expected.size();
    }
    EXPECT_GT(count, 10u);
}

TEST(OnDemandSphereTrees, DoAPrefixOfTheWorkWhenTheyAreCut)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 300, .frames = 60}).value();
    Played whole(scene, Structure::on_demand_sphere_tree);
    whole.move_to(scene, 30);
    const Pairs expected = sorted_pairs(whole.world.find_pairs());
    std::size_t before = 0;
    for (std::uint64_t units = 0;; units += 1 + units / 8) {
        Played played(scene, Structure::on_demand_sphere_tree);
        played.move_to(scene, 30);
        const PairReport report = played.world.find_pairs({.budget = Budget::work_units(units)});
        EXPECT_LE(report.work_units_spent, units);
        EXPECT_EQ(report.complete, report.open_pairs == 0);
        EXPECT_GE(report.pair_count, before);
        before = report.pair_count;
        for (const auto& pairs : sorted_pairs(report))
            EXPECT_TRUE(std::includes(expected[0].begin(), expected[0].end(), pairs.begin(), pairs.end()));
        if (report.complete)
            break;
        // What was grown stays: asking again goes on from there, and comes to the same.
        EXPECT_EQ(sorted_pairs(played.world.find_pairs()), expected);
    }
}

TEST(OnDemandSphereTrees, KeepTheirPartsForAnUnfinishedContactQuery)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 600, .frames = 60}).value();
    Played whole(scene, Structure::brute_force);
    whole.move_to(scene, 30);
    const std::size_t expected = whole.world.find_contacts().contacts.size();
    for (const std::size_t max_bytes : {std::size_t{0}, std::size_t{15'000}}) {
        Played played(scene, Structure::on_demand_sphere_tree, {.drop_after = 0, .max_bytes = max_bytes});
        played.move_to(scene, 30);
        std::size_t rounds = 0;
        bool complete = played.world.find_contacts(Budget::work_units(40)).complete;
        for (; !complete; ++rounds) {
            played.world.find_pairs({.budget = Budget::work_units(60)});
            complete = played.world.refine_contacts(Budget::work_units(60)).complete;
        }
        EXPECT_GT(rounds, 3u);
        EXPECT_EQ(played.world.refine_contacts(Budget::unlimited()).contacts.size(), expected);
    }
}

/// A node is made ready before it is opened, a few triangles at a time, and each time is a unit of work.
TEST(OnDemandSphereTrees, AskForNoMoreCellsThanEightAUnitOfWork)
{
    const scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 1200, .frames = 60}).value();
    for (std::uint64_t units = 1; units < 100; units += units / 4 + 1) {
        Played played(scene, Structure::on_demand_sphere_tree, {.enough_triangles = 8});
        played.move_to(scene, 30);
        EXPECT_FALSE(played.world.find_pairs({.budget = Budget::work_units(units)}).complete);
        std::size_t asked = 0;
        for (const BodyId body : played.bodies)
            asked += papers::cell_counts(played.world, body).value().cells_asked;
        EXPECT_LE(asked, 8 * units) << units << " units";
    }
}

} // namespace
} // namespace tactus
