// SPDX-License-Identifier: MIT
// Trees that are edited where they are: frame after frame a little is cut away, and something grows.
#include "edits/edited_model.h"

namespace tactus {
namespace {

/// The pairs of bodies that are made anew, by the numbers of the old ones.
NumberedPairs pairs_made_anew(const EditedModel& model)
{
    World fresh = World::create().value();
    std::vector<std::vector<std::uint32_t>> numbers;
    for (const ModelBody& body : model.bodies) {
        numbers.push_back(remaining_triangles(body.triangles));
        std::vector<TriangleIndices> remaining;
        for (const std::uint32_t number : numbers.back())
            remaining.push_back(body.triangles[number]);
        EXPECT_EQ(fresh.add_body({.triangles = remaining, .positions = body.positions}).value().index, body.id.index);
    }
    NumberedPairs pairs;
    for (const auto& [a, s, b, t] : pairs_of(fresh.find_pairs()))
        pairs.insert({a, numbers[a][s], b, numbers[b][t]});
    return pairs;
}

class LocalEdits : public testing::TestWithParam<Structure> {
protected:
    static BodyId add(World& world, const ModelBody& body) { return add_body(world, body, GetParam()); }
};

TEST_P(LocalEdits, GiveThePairsOfTheEditedMeshesFrameAfterFrame)
{
    scenes::Random random(21);
    World world = World::create().value();
    EditedModel model;
    for (const float x : {0.0f, 1.1f}) {
        model.bodies.push_back(ball_at(random, 1280, {x, 0.2f * x, 0.0f}));
        model.bodies.back().id = add(world, model.bodies.back());
    }
    std::size_t pairs = 0, rebuilt = 0;
    for (int frame = 0; frame < 150; ++frame) {
        // A stretch of triangles that lie together, cut in three each, and now and then a hole.
        ModelBody& body = model.bodies[random.below(2)];
        const std::vector<std::uint32_t> remaining = remaining_triangles(body.triangles);
        const std::size_t first = random.below(std::uint32_t(remaining.size() - 20));
        std::vector<std::uint32_t> removed(remaining.begin() + std::ptrdiff_t(first), remaining.begin() + std::ptrdiff_t(first) + 12);
        std::vector<Vec3> vertices;
        std::vector<TriangleIndices> added;
        for (std::size_t k = 0; k < removed.size() - random.below(4); ++k) {
            const auto [a, b, c] = body.triangles[removed[k]];
            const auto middle = std::uint32_t(body.positions.size() + vertices.size());
            vertices.push_back((body.positions[a] + body.positions[b] + body.positions[c]) * (1.0f / 3.0f));
            added.insert(added.end(), {{a, b, middle}, {b, c, middle}, {c, a, middle}});
        }
        const auto report = world.edit(BodyEdit{
            .body = body.id, .remove_triangles = removed, .add_vertices = PositionsView(vertices),
            .add_triangles = TrianglesView(added)});
        ASSERT_TRUE(report.ok()) << report.error().message;
        rebuilt += report.value().triangles_rebuilt;
        for (const std::uint32_t triangle : removed)
            body.triangles[triangle] = removed_triangle;
        body.positions.insert(body.positions.end(), vertices.begin(), vertices.end());
        body.triangles.insert(body.triangles.end(), added.begin(), added.end());
        if (frame % 3 != 0) {
            // Stretched ever further, so that the tree is rebuilt in between.
            for (ModelBody& moved : model.bodies) {
                for (Vec3& p : moved.positions)
                    p = {p.x * 1.01f, p.y + 0.002f * p.x, p.z * 0.995f};
                ASSERT_TRUE(world.set_positions(moved.id, moved.positions).ok());
            }
        }
        const NumberedPairs expected = frame % 50 == 49 ? model.pairs() : pairs_made_anew(model);
        ASSERT_EQ(pairs_of(world.find_pairs()), expected) << frame;
        pairs += expected.size();
    }
    EXPECT_GT(pairs, 10000u);
    EXPECT_LT(rebuilt, 150u * 600u) << "much less than all";
}

TEST_P(LocalEdits, CanRemoveEveryTriangleOfABodyAndFillItAgain)
{
    scenes::Random random(22);
    World world = World::create().value();
    const ModelBody ball = ball_at(random, 320, {0, 0, 0});
    const BodyId body = add(world, ball);
    const BodyId other = add(world, ball);
    const std::size_t whole = world.find_pairs().pair_count;
    ASSERT_GT(whole, 1000u);
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t first = 0; first < 3 * 320; first += 320) {
        numbers.clear();
        for (std::uint32_t triangle = first; triangle < first + 320; ++triangle)
            numbers.push_back(triangle);
        ASSERT_TRUE(world.edit(BodyEdit{.body = body, .remove_triangles = numbers}).ok());
        EXPECT_EQ(world.find_pairs().pair_count, 0u);
        EXPECT_FALSE(world.closest_points(body, other).ok());
        ASSERT_TRUE(world.edit(BodyEdit{.body = body, .add_triangles = TrianglesView(ball.triangles)}).ok());
        EXPECT_EQ(world.find_pairs().pair_count, whole);
    }
}

TEST(SmallEdits, ChangeFewNodesOfALargeTree)
{
    scenes::Random random(23);
    World world = World::create().value();
    ModelBody ball = ball_at(random, 20480, {0, 0, 0});
    const BodyId body = add_body(world, ball, Structure::spherical_octree, 0);
    ASSERT_GT(world.info(body).value().octree_nodes, 10000u);
    for (int frame = 0; frame < 50; ++frame) {
        const std::uint32_t triangle = random.below(20480);
        const auto [a, b, c] = ball.triangles[triangle];
        if (is_removed(ball.triangles[triangle]))
            continue;
        const auto middle = std::uint32_t(ball.positions.size());
        const std::vector<Vec3> vertices = {(ball.positions[a] + ball.positions[b] + ball.positions[c]) * (1.0f / 3.0f)};
        const std::vector<TriangleIndices> added = {{a, b, middle}, {b, c, middle}, {c, a, middle}};
        const std::vector<std::uint32_t> removed = {triangle};
        const auto report = world.edit(BodyEdit{
            .body = body, .remove_triangles = removed, .add_vertices = PositionsView(vertices),
            .add_triangles = TrianglesView(added)});
        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_GT(report.value().nodes_changed, 3u);
        EXPECT_LT(report.value().nodes_changed, 300u);
        EXPECT_LT(report.value().triangles_rebuilt, 2000u);
        ball.triangles[triangle] = removed_triangle;
        ball.positions.push_back(vertices[0]);
        for (Vec3& p : ball.positions)
            p = {p.x * 1.001f, p.y + 0.002f * p.x, p.z};
        ASSERT_TRUE(world.set_positions(body, ball.positions).ok());
    }
}

TEST(SmallEdits, KeepTheCellsOfATreeOnDemandThatTheyDoNotTouch)
{
    scenes::Random random(25);
    World world = World::create().value();
    ModelBody ball = ball_at(random, 5120, {0, 0, 0});
    const BodyId body = add_body(world, ball, Structure::on_demand_sphere_tree);
    add_body(world, ball_at(random, 320, {1.0f, 0, 0}), Structure::refit_bvh);
    ASSERT_GT(world.find_pairs().pair_count, 100u);
    const BodyInfo before = world.info(body).value();
    ASSERT_GT(before.octree_nodes, 300u);
    for (std::uint32_t triangle = 0; triangle < 5120; triangle += 512) {
        const std::vector<std::uint32_t> removed = {triangle};
        const std::vector<TriangleIndices> added = {ball.triangles[triangle]};
        const auto report
            = world.edit(BodyEdit{.body = body, .remove_triangles = removed, .add_triangles = TrianglesView(added)});
        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_GT(report.value().nodes_changed, 0u);
        EXPECT_LT(report.value().nodes_changed, 60u);
        ASSERT_GT(world.find_pairs().pair_count, 100u);
    }
    EXPECT_LT(world.info(body).value().nodes_made, before.nodes_made + before.octree_nodes / 4);
}

INSTANTIATE_TEST_SUITE_P(
    InPlace, LocalEdits, testing::Values(
        Structure::refit_bvh, Structure::bucket_octree, Structure::spherical_octree, Structure::on_demand_sphere_tree));

} // namespace
} // namespace tactus
