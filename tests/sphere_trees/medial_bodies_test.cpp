// SPDX-License-Identifier: MIT
// Bodies with medial sphere trees, which give brute force's answers whatever tree they got.
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

const SphereTreeOptions cells = {.levels = 2, .method = SphereMethod::octree};

Played medial_played(const scenes::Scene& scene, const structures::MedialSphereTree& options = {.make = cells})
{
    return {scene, {.structure = options}};
}

Played brute_force_played(const scenes::Scene& scene) { return {scene, {.structure = Structure::brute_force}}; }

class MedialScenes : public testing::TestWithParam<const char*> {};

TEST_P(MedialScenes, GiveBruteForcesPairs)
{
    const scenes::Scene scene = scenes::make_scene(GetParam(), {.triangles = 60}).value();
    Played reference = brute_force_played(scene);
    const auto other = scenes::make_scene("organ_tool", {.triangles = 100}).value().meshes[0];
    const SphereTree stranger = make_sphere_tree({other.triangles, other.positions}, cells).value();
    SphereTree root;
    root.nodes.resize(1);
    const std::vector<structures::MedialSphereTree> options = {
        {.make = {.levels = 1}},
        {.make = {.levels = 3, .branch = 3, .method = SphereMethod::octree}},
        {.tree = &stranger},
        {.tree = &root}};
    std::vector<Played> played;
    for (const structures::MedialSphereTree& one : some_on_most_days(options, 2, scene.name.size()))
        played.push_back(medial_played(scene, one));
    std::size_t count = 0;
    const std::uint32_t step = std::max(1u, scene.frame_count / std::uint32_t(cases(10)));
    for (std::uint32_t frame = 0; frame < scene.frame_count; frame += step) {
        reference.move_to(scene, frame);
        const Pairs expected = sorted_pairs(reference.world.find_pairs());
        for (const auto& pairs : expected)
            count += pairs.size();
        for (std::size_t k = 0; k < played.size(); ++k) {
            played[k].move_to(scene, frame);
            EXPECT_EQ(sorted_pairs(played[k].world.find_pairs()), expected) << "tree " << k << ", frame " << frame;
            EXPECT_EQ(played[k].world.any_pair(), !expected.empty()) << "tree " << k;
        }
    }
    EXPECT_EQ(count > 0, scene.name != "empty_mesh");
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, MedialScenes,
    testing::Values(
        "soft_organs", "organ_tool", "large_deformation", "folded_cloth", "touching_cubes", "six_objects",
        "two_triangles", "zero_area_triangles", "duplicate_faces", "shared_hub", "coincident_twins", "one_point",
        "empty_mesh", "triangle_soup", "needle_soup", "one_plane", "mixed_scales", "tiny_coordinates",
        "huge_coordinates"),
    [](const auto& name) { return std::string(name.param); });

TEST(MedialSphereTrees, AreTheSameWhereABodyIsPosed)
{
    scenes::Random random(6);
    scenes::Scene scene = scenes::make_scene("soft_organs", {.triangles = 800}).value();
    const double reach = put_in_the_middle(scene);
    Played reference = brute_force_played(scene), played = medial_played(scene);
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

TEST(MedialSphereTrees, TakeATreeThatWasMadeBefore)
{
    const scenes::Scene scene = scenes::make_scene("organ_tool", {.triangles = 320}).value();
    const auto& mesh = scene.meshes[0];
    World world = World::create().value();
    BodyDesc desc = {
        .triangles = mesh.triangles,
        .positions = mesh.positions,
        .structure = structures::MedialSphereTree{.make = {.levels = 1, .branch = 5}}};
    const BodyId made = world.add_body(desc).value();
    const SphereTree tree = make_sphere_tree({mesh.triangles, mesh.positions}, cells).value();
    desc.structure = structures::MedialSphereTree{.tree = &tree};
    const BodyId given = world.add_body(desc).value();
    EXPECT_EQ(world.info(made).value().octree_levels, 1u);
    EXPECT_EQ(world.info(made).value().octree_nodes, 6u);
    EXPECT_EQ(world.info(given).value().octree_levels, 2u);
    EXPECT_EQ(world.info(given).value().octree_nodes, tree.nodes.size());
    EXPECT_GT(world.info(given).value().node_bytes, 0u);
}

TEST(MedialSphereTrees, RefuseTreesThatAreNone)
{
    const scenes::Scene scene = scenes::make_scene("two_triangles", {}).value();
    const auto& mesh = scene.meshes[0];
    SphereTree tree = make_sphere_tree({mesh.triangles, mesh.positions}, cells).value();
    ASSERT_GT(tree.nodes[0].child_count, 0u);
    const auto message_with = [&](auto change) {
        SphereTree changed = tree;
        change(changed);
        BodyDesc desc = {
            .triangles = mesh.triangles,
            .positions = mesh.positions,
            .structure = structures::MedialSphereTree{.tree = &changed}};
        World world = World::create().value();
        const Result<BodyId> body = world.add_body(desc);
        EXPECT_EQ(world.body_count(), body.ok() ? 1u : 0u);
        return body.ok() ? std::string() : body.error().message;
    };
    const auto has = [](const std::string& message, const char* words) {
        return message.find(words) != std::string::npos ? testing::AssertionSuccess()
                                                        : testing::AssertionFailure() << message;
    };
    EXPECT_EQ(message_with([](SphereTree&) {}), "");
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.nodes.clear(); }), "no spheres"));
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.nodes[0].child_count = 9; }), "8 is the most"));
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.nodes[0].first_child = 0; }), "stands before it"));
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.nodes[0].child_count = 0; }), "not the child"));
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.nodes[0].sphere.radius = -1.0f; }), "below 0"));
    EXPECT_TRUE(has(message_with([](SphereTree& t) { t.triangles.clear(); }), "does not list"));
    BodyDesc desc = {
        .triangles = mesh.triangles,
        .positions = mesh.positions,
        .structure = structures::MedialSphereTree{.make = {.levels = 0, .branch = 1}}};
    World world = World::create().value();
    EXPECT_TRUE(has(world.add_body(desc).error().message, "branch is 1"));
    desc.structure = structures::MedialSphereTree{.make = {.levels = 1, .progress = [](double) { return false; }}};
    EXPECT_EQ(world.add_body(desc).error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace tactus
