// SPDX-License-Identifier: MIT
// What a world says about its bodies, and how their ids behave.
#include <set>
#include <utility>

#include "agreement/scene_player.h"
#include "base/every_structure.h"

namespace tactus {
namespace {

const std::vector<TriangleIndices> one_triangle = {{0, 1, 2}};
const std::vector<Vec3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
const std::vector<Vec3> upright = {{0.2f, 0.2f, -1}, {0.3f, 0.2f, 1}, {0.2f, 0.3f, 1}};

TEST(BodyInfo, SaysWhatTheBodyIsAndTakes)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 320});
    for (const Structure structure : every_structure) {
        World world = make_world();
        const scenes::SceneMesh& mesh = scene.meshes[0];
        const BodyId id =
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = structure}).value();
        const BodyInfo info = world.info(id).value();
        EXPECT_EQ(info.triangles, mesh.triangles.size());
        EXPECT_EQ(info.vertices, mesh.positions.size());
        EXPECT_GT(info.structure_bytes, mesh.triangles.size() * 12);
        EXPECT_GE(info.build_seconds, 0.0);
        const bool is_octree = structure != Structure::refit_bvh && structure != Structure::brute_force;
        EXPECT_EQ(info.octree_nodes > 0, is_octree);
        EXPECT_EQ(info.octree_leaves > 0, is_octree);
    }
}

TEST(BodyInfo, SaysHowManyLevelsAnOctreeHas)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 5120});
    const scenes::SceneMesh& mesh = scene.meshes[0];
    const auto info_of = [&](const structures::SphericalOctree& options) {
        World world = make_world();
        const BodyId id =
            world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .structure = options}).value();
        return world.info(id).value();
    };
    for (const std::uint32_t levels : {1u, 3u, 5u}) {
        const BodyInfo info = info_of({.levels = levels, .uniform = true});
        EXPECT_EQ(info.octree_levels, levels);
        EXPECT_GT(info.octree_nodes, info.octree_leaves);
    }
    const BodyInfo chosen = info_of({.uniform = true});
    EXPECT_GT(chosen.octree_levels, 0u);
    EXPECT_EQ(chosen.octree_nodes, info_of({.levels = chosen.octree_levels, .uniform = true}).octree_nodes);
}

TEST(BodyInfo, FollowsTheBoxOfThePositions)
{
    const scenes::Scene scene = scene_called("large_deformation", {.triangles = 900});
    for (const Way& way : every_way()) {
        ScenePlayer player(scene, way);
        for (const std::uint32_t frame : spread_frames(scene, 6)) {
            player.set_frame(frame);
            for (std::size_t mesh = 0; mesh < 2; ++mesh) {
                const std::vector<Vec3> positions = positions_at(scene, frame, mesh);
                Vec3 low = positions[0], high = positions[0];
                for (const Vec3& p : positions) {
                    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
                    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
                }
                const BodyInfo info = player.world().info(player.body(mesh)).value();
                EXPECT_EQ(info.lower_corner, low) << way.name;
                EXPECT_EQ(info.upper_corner, high) << way.name;
            }
        }
    }
}

TEST(VertexOrder, NamesEveryVertexOnce)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 80});
    std::vector<Vec3> positions = scene.meshes[0].positions;
    // Two that no triangle uses.
    positions.insert(positions.end(), 2, Vec3{});
    for (const Structure structure : every_structure)
        for (const bool self_collision : {false, true}) {
            World world = make_world();
            const BodyId id = world
                                  .add_body(
                                      {.triangles = scene.meshes[0].triangles,
                                       .positions = positions,
                                       .structure = structure,
                                       .self_collision = self_collision})
                                  .value();
            const auto order = world.vertex_order(id);
            ASSERT_TRUE(order.ok());
            EXPECT_EQ(order.value().size(), positions.size());
            EXPECT_EQ(std::set<std::uint32_t>(order.value().begin(), order.value().end()).size(), positions.size());
            EXPECT_LT(*std::ranges::max_element(order.value()), positions.size());
        }
}

TEST(BodyIds, OfRemovedBodiesStayStaleWhenTheirPlaceIsTakenAgain)
{
    World world = make_world();
    std::set<BodyId> ids;
    BodyId last;
    for (int round = 0; round < 50; ++round) {
        last = world.add_body({.triangles = one_triangle, .positions = flat}).value();
        EXPECT_TRUE(ids.insert(last).second) << "an id came back";
        if (round % 3 != 2) {
            EXPECT_TRUE(world.remove_body(last).ok());
        }
    }
    std::size_t valid = 0;
    for (const BodyId id : ids)
        valid += world.info(id).ok() ? 1 : 0;
    EXPECT_EQ(valid, world.body_count());
    EXPECT_EQ(valid, 16u);
}

TEST(BodyIds, OfReusedPlacesForgetFiltersAndAllowedContacts)
{
    World world = make_world();
    const BodyId stays = world.add_body({.triangles = one_triangle, .positions = flat}).value();
    const BodyId goes = world.add_body({.triangles = one_triangle, .positions = upright}).value();
    ASSERT_TRUE(world.ignore_contacts(stays, goes).ok());
    ASSERT_TRUE(world.attach_vertices(stays, 0, goes, 0).ok());
    EXPECT_FALSE(world.any_pair());
    ASSERT_TRUE(world.remove_body(goes).ok());
    const BodyId comes = world.add_body({.triangles = one_triangle, .positions = upright}).value();
    EXPECT_EQ(comes.index, goes.index);
    EXPECT_NE(comes.generation, goes.generation);
    EXPECT_TRUE(world.any_pair());
}

TEST(EmptyBodies, TakePartInNothing)
{
    const std::vector<TriangleIndices> no_triangles;
    const std::vector<Vec3> no_vertices;
    for (const Structure structure : every_structure)
        for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed})
            for (const std::uint32_t workers : {1u, 2u}) {
                World world = make_world(workers);
                const BodyId nothing = world
                                           .add_body(
                                               {.triangles = no_triangles,
                                                .positions = no_vertices,
                                                .structure = structure,
                                                .storage = storage,
                                                .self_collision = true})
                                           .value();
                std::vector<Vec3> with_room = flat;
                with_room.reserve(4);
                const PositionsView points(&with_room[0].x, 3);
                const BodyId only_points = world
                                               .add_body(
                                                   {.triangles = no_triangles,
                                                    .positions = points,
                                                    .structure = structure,
                                                    .self_collision = true})
                                               .value();
                const BodyId triangle = world.add_body({.triangles = one_triangle, .positions = upright}).value();
                EXPECT_EQ(world.find_pairs().pair_count, 0u);
                EXPECT_TRUE(world.find_pairs().complete);
                EXPECT_TRUE(world.set_positions(nothing, no_vertices).ok());
                EXPECT_TRUE(world.set_positions(only_points, points).ok());
                EXPECT_FALSE(world.any_pair());
                EXPECT_EQ(world.info(nothing).value().triangles, 0u);
                EXPECT_EQ(world.info(only_points).value().vertices, 3u);
                EXPECT_TRUE(world.remove_body(nothing).ok());
                EXPECT_TRUE(world.set_positions(triangle, flat).ok());
                EXPECT_FALSE(world.any_pair());
            }
}

TEST(EmptyWorlds, HaveCompleteReports)
{
    World world = make_world();
    const PairReport& report = world.find_pairs();
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.pair_count, 0u);
    EXPECT_EQ(report.work_units_spent, 0u);
    EXPECT_TRUE(world.find_pairs(Budget::work_units(0)).complete);
}

TEST(MovedWorlds, KeepTheirBodiesAndIds)
{
    World first = make_world(2);
    const BodyId a = first.add_body({.triangles = one_triangle, .positions = flat}).value();
    const BodyId b = first.add_body({.triangles = one_triangle, .positions = upright}).value();
    World second = std::move(first);
    EXPECT_EQ(second.body_count(), 2u);
    const PairReport& report = second.find_pairs();
    ASSERT_EQ(report.bodies.size(), 1u);
    EXPECT_EQ(report.bodies[0].body_a, a);
    EXPECT_EQ(report.bodies[0].body_b, b);
    World third = make_world();
    third = std::move(second);
    EXPECT_TRUE(third.remove_body(a).ok());
    EXPECT_FALSE(third.any_pair());
    // What was moved from may be filled again.
    first = make_world();
    EXPECT_EQ(first.body_count(), 0u);
}

TEST(Reports, ListBodiesInTheOrderOfTheirIds)
{
    const scenes::Scene scene = scene_called("many_bodies", {.triangles = 80});
    ScenePlayer player(scene);
    for (const std::uint32_t frame : spread_frames(scene, 5)) {
        player.set_frame(frame);
        const PairReport& report = player.world().find_pairs();
        for (std::size_t k = 1; k < report.bodies.size(); ++k) {
            const auto key = [](const BodyPairs& p) { return std::pair{p.body_a.index, p.body_b.index}; };
            EXPECT_LT(key(report.bodies[k - 1]), key(report.bodies[k]));
        }
        EXPECT_GT(report.scratch_bytes, 0u);
    }
}

} // namespace
} // namespace tactus
