// SPDX-License-Identifier: MIT
// Trees that are edited where they are: frame after frame a little is cut away, and something grows.
#include <tactus/papers.h>

#include "base/cases.h"
#include "base/structure_options.h"
#include "edits/edited_model.h"
#include "tree/rigid_pose.h"

namespace tactus {
namespace {

struct LocalKind {
    Structure structure = Structure::refit_bvh;
    bool self_collision = false;
    PositionStorage storage = PositionStorage::copied;
    bool is_posed = false;
};

std::ostream& operator<<(std::ostream& out, const LocalKind& kind)
{
    return out << "structure " << int(kind.structure) << (kind.self_collision ? ", self-colliding" : "")
               << (kind.storage == PositionStorage::borrowed ? ", borrowed" : "") << (kind.is_posed ? ", posed" : "");
}

/// A body of which a little is cut away again and again, in its own coordinates, and where it stands in a model.
struct CutBody {
    std::vector<Vec3> own;
    std::vector<Vec3> lent; ///< where positions are borrowed; one more than there are may be read
    Pose pose;

    void take_from(const ModelBody& body) { own = body.positions; }
    std::span<const Vec3> lend()
    {
        lent.assign(own.begin(), own.end());
        lent.emplace_back();
        return std::span(lent).first(own.size());
    }
    /// Where the model's vertices are.
    void place(ModelBody& body) const
    {
        body.positions.resize(own.size());
        ASSERT_TRUE(pose_vertices(RigidPose(pose), own, body.positions.data()));
    }
};

/// Triangles from a number on, cut in three each but for the last few, which leave a hole.
struct Cut {
    std::vector<std::uint32_t> removed;
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> added;

    Cut(const ModelBody& body, const CutBody& cut, std::size_t first, std::size_t count, std::size_t hole)
    {
        const std::vector<std::uint32_t> remaining = remaining_triangles(body.triangles);
        for (std::size_t k = 0; k < count; ++k) {
            removed.push_back(remaining[first + k]);
            const auto [a, b, c] = body.triangles[removed.back()];
            const auto middle = std::uint32_t(cut.own.size() + vertices.size());
            if (k + hole >= count)
                continue;
            vertices.push_back((cut.own[a] + cut.own[b] + cut.own[c]) * (1.0f / 3.0f));
            added.insert(added.end(), {{a, b, middle}, {b, c, middle}, {c, a, middle}});
        }
    }
    BodyEdit edit(BodyId body) const
    {
        return {
            .body = body,
            .remove_triangles = removed,
            .add_vertices = PositionsView(vertices),
            .add_triangles = TrianglesView(added)};
    }
    void apply(ModelBody& body, CutBody& cut) const
    {
        for (const std::uint32_t triangle : removed)
            body.triangles[triangle] = removed_triangle;
        body.triangles.insert(body.triangles.end(), added.begin(), added.end());
        cut.own.insert(cut.own.end(), vertices.begin(), vertices.end());
        cut.place(body);
    }
};

Pose random_pose(scenes::Random& random)
{
    const auto some = [&] { return random.between(-0.2, 0.2); };
    Pose pose;
    pose.position = {some(), some(), some()};
    pose.rotation = {1.0, some(), some(), some()};
    return pose;
}

class LocalEdits : public testing::TestWithParam<LocalKind> {
protected:
    static BodyId add(World& world, const ModelBody& body, std::span<const Vec3> positions)
    {
        BodyDesc desc = {.triangles = body.triangles, .positions = positions};
        desc.structure = choice_of(GetParam().structure, structures::SphericalOctree{.levels = 4});
        desc.self_collision = GetParam().self_collision;
        desc.storage = GetParam().storage;
        return world.add_body(desc).value();
    }
    /// The pairs of bodies that are made anew, by the numbers of the old ones.
    static NumberedPairs pairs_made_anew(const EditedModel& model)
    {
        World fresh = World::create().value();
        std::vector<std::vector<std::uint32_t>> numbers;
        for (const ModelBody& body : model.bodies) {
            numbers.push_back(remaining_triangles(body.triangles));
            std::vector<TriangleIndices> remaining;
            for (const std::uint32_t number : numbers.back())
                remaining.push_back(body.triangles[number]);
            BodyDesc desc = {.triangles = remaining, .positions = body.positions};
            desc.self_collision = model.self_collision;
            EXPECT_EQ(fresh.add_body(desc).value().index, body.id.index);
        }
        NumberedPairs pairs;
        for (const auto& [a, s, b, t] : pairs_of(fresh.find_pairs()))
            pairs.insert({a, numbers[a][s], b, numbers[b][t]});
        return pairs;
    }
};

TEST_P(LocalEdits, GiveThePairsOfTheEditedMeshesFrameAfterFrame)
{
    scenes::Random random(21);
    World world = World::create().value();
    EditedModel model;
    model.self_collision = GetParam().self_collision;
    std::vector<CutBody> cuts(2);
    for (const float x : {0.0f, 1.1f}) {
        CutBody& cut = cuts[model.bodies.size()];
        ModelBody ball = ball_at(random, 1280, {x, 0.2f * x, 0.0f});
        // What meets itself is folded, aslant, so that no edges lie in one plane and merely touch.
        for (Vec3& p : ball.positions)
            if (model.self_collision)
                p = {p.x + 0.1f * p.z, p.y + 0.07f * p.z, p.z < 0.0f ? -0.9f * p.z : p.z};
        cut.take_from(ball);
        ball.id = add(world, ball, cut.lend());
        model.bodies.push_back(std::move(ball));
    }
    std::size_t pairs = 0, self_pairs = 0, rebuilt = 0, whole = 0;
    for (std::size_t frame = 0; frame < cases(150); ++frame) {
        const std::uint32_t which = random.below(2);
        ModelBody& body = model.bodies[which];
        const std::size_t count = remaining_triangles(body.triangles).size();
        const std::size_t first = random.below(std::uint32_t(count - 20));
        const Cut cut(body, cuts[which], first, 12, random.below(4));
        const auto report = world.edit(cut.edit(body.id));
        ASSERT_TRUE(report.ok()) << report.error().message;
        rebuilt += report.value().triangles_rebuilt;
        whole += count;
        cut.apply(body, cuts[which]);
        for (std::size_t k = 0; k < 2 && frame % 3 != 0; ++k) {
            if (GetParam().is_posed) {
                cuts[k].pose = random_pose(random);
                ASSERT_TRUE(world.set_pose(model.bodies[k].id, cuts[k].pose).ok());
            } else {
                // Stretched ever further, so that the tree is rebuilt in between.
                for (Vec3& p : cuts[k].own)
                    p = {p.x * 1.01f, p.y + 0.002f * p.x, p.z * 0.995f};
                ASSERT_TRUE(world.set_positions(model.bodies[k].id, cuts[k].lend()).ok());
            }
            cuts[k].place(model.bodies[k]);
        }
        const NumberedPairs expected = frame % 50 == 49 ? model.pairs() : pairs_made_anew(model);
        ASSERT_EQ(pairs_of(world.find_pairs()), expected) << frame;
        pairs += expected.size();
        for (const auto& pair : expected)
            self_pairs += pair[0] == pair[2] ? 1 : 0;
    }
    EXPECT_GT(pairs, cases(10000));
    EXPECT_EQ(self_pairs > cases(1000), model.self_collision);
    // Windows reach far on so small a body.
    EXPECT_LT(rebuilt, model.self_collision ? whole * 3 / 4 : whole / 3) << "much less than all";
}

TEST_P(LocalEdits, CanRemoveEveryTriangleOfABodyAndFillItAgain)
{
    scenes::Random random(22);
    World world = World::create().value();
    ModelBody ball = ball_at(random, 320, {0, 0, 0});
    CutBody cut;
    cut.take_from(ball);
    const BodyId body = add(world, ball, cut.lend());
    const BodyId other = add(world, ball, std::span<const Vec3>(cut.lent).first(ball.positions.size()));
    if (GetParam().is_posed) {
        cut.pose = random_pose(random);
        ASSERT_TRUE(world.set_pose(body, cut.pose).ok());
    }
    const std::size_t whole = world.find_pairs().pair_count;
    ASSERT_GT(whole, GetParam().is_posed ? 100u : 1000u);
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

TEST_P(LocalEdits, StandAmongFewTrianglesOfALargeBody)
{
    scenes::Random random(26);
    World world = World::create().value();
    ModelBody ball = ball_at(random, 20480, {0, 0, 0});
    CutBody cut;
    cut.take_from(ball);
    ball.id = add(world, ball, cut.lend());
    if (GetParam().is_posed) {
        ASSERT_TRUE(world.set_pose(ball.id, random_pose(random)).ok());
    }
    for (std::size_t frame = 0; frame < cases(20); ++frame) {
        const Cut next(ball, cut, random.below(20000), 1, 0);
        const auto report = world.edit(next.edit(ball.id));
        ASSERT_TRUE(report.ok()) << report.error().message;
        // A tree on demand has nothing to change where nobody has asked.
        EXPECT_GE(report.value().triangles_rebuilt, GetParam().structure == Structure::on_demand_sphere_tree ? 0u : 3u);
        EXPECT_LT(report.value().triangles_rebuilt, 2000u);
        next.apply(ball, cut);
    }
}

TEST_P(LocalEdits, JoinAndSplitOffWhatIsSmall)
{
    scenes::Random random(27);
    World world = World::create().value();
    const ModelBody large_ball = ball_at(random, 5120, {0, 0, 0}), small_ball = ball_at(random, 320, {0, 0, 0});
    std::vector<CutBody> cuts(2);
    cuts[0].take_from(large_ball);
    cuts[1].take_from(small_ball);
    // Beside the large one's surface, and aslant, so that no edges merely touch.
    for (Vec3& p : cuts[1].own)
        p = Vec3{p.x + 0.03f * p.y, p.y - 0.04f * p.z, p.z + 0.05f * p.x} * 0.2f + Vec3{0.55f, 0.54f, 0.56f};
    const BodyId large = add(world, large_ball, cuts[0].lend()), small = add(world, small_ball, cuts[1].lend());
    const auto all_pairs = [&] { return pairs_of(world.find_pairs()); };
    const NumberedPairs apart = all_pairs();
    ASSERT_GT(apart.size(), 30u);
    // A triangle is lost before, so that a number is free.
    const std::vector<std::uint32_t> lost = {7};
    ASSERT_TRUE(world.edit(BodyEdit{.body = small, .remove_triangles = lost}).ok());
    const auto joined = world.edit(BodyEdit{.body = large, .join = small});
    ASSERT_TRUE(joined.ok()) << joined.error().message;
    EXPECT_LT(joined.value().triangles_rebuilt, 3000u) << "not all of them";
    NumberedPairs expected;
    for (const auto& [a, s, b, t] : apart)
        if (t != 7 && GetParam().self_collision)
            expected.insert({large.index, s, large.index, t + 5120});
    EXPECT_EQ(all_pairs(), expected);
    EXPECT_EQ(world.info(large).value().triangles, 5120u + 319u);

    if (GetParam().is_posed) {
        ASSERT_TRUE(world.set_pose(large, random_pose(random)).ok());
    }
    const auto split = world.edit(BodyEdit{.body = large, .split = true});
    ASSERT_TRUE(split.ok()) << split.error().message;
    ASSERT_EQ(split.value().bodies[0].pieces.size(), 1u);
    const BodyPiece& piece = split.value().bodies[0].pieces[0];
    EXPECT_EQ(piece.triangle_of.size(), 319u);
    EXPECT_LT(split.value().triangles_rebuilt, 3000u) << "not all of them";
    NumberedPairs split_pairs;
    for (const auto& [a, s, b, t] : apart)
        if (t != 7)
            split_pairs.insert(EditedModel::named(
                large.index, s, piece.body.index,
                std::uint32_t(std::ranges::find(piece.triangle_of, t + 5120) - piece.triangle_of.begin())));
    if (!GetParam().is_posed) {
        EXPECT_EQ(all_pairs(), split_pairs);
    } else {
        // They were turned, so that other triangles may meet.
        EXPECT_GT(all_pairs().size(), split_pairs.size() / 2);
    }
    EXPECT_EQ(world.info(large).value().triangles, 5120u);
}

TEST(SmallEdits, ChangeFewNodesOfALargeTree)
{
    scenes::Random random(23);
    World world = World::create().value();
    ModelBody ball = ball_at(random, 20480, {0, 0, 0});
    const BodyId body = add_body(world, ball, Structure::spherical_octree, 0);
    ASSERT_GT(world.info(body).value().octree_nodes, 10000u);
    for (std::size_t frame = 0; frame < cases(on_most_days(12, 50)); ++frame) {
        const std::uint32_t triangle = random.below(20480);
        const auto [a, b, c] = ball.triangles[triangle];
        if (is_removed(ball.triangles[triangle]))
            continue;
        const auto middle = std::uint32_t(ball.positions.size());
        const std::vector<Vec3> vertices = {
            (ball.positions[a] + ball.positions[b] + ball.positions[c]) * (1.0f / 3.0f)};
        const std::vector<TriangleIndices> added = {{a, b, middle}, {b, c, middle}, {c, a, middle}};
        const std::vector<std::uint32_t> removed = {triangle};
        const auto report = world.edit(BodyEdit{
            .body = body,
            .remove_triangles = removed,
            .add_vertices = PositionsView(vertices),
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
    const BodyId body = world
                            .add_body(
                                {.triangles = ball.triangles,
                                 .positions = ball.positions,
                                 .structure = structures::OnDemandSphereTree{.enough_triangles = 8}})
                            .value();
    add_body(world, ball_at(random, 320, {1.0f, 0, 0}), Structure::refit_bvh);
    ASSERT_GT(world.find_pairs().pair_count, 100u);
    const BodyInfo before = world.info(body).value();
    const papers::CellCounts counts_before = papers::cell_counts(world, body).value();
    ASSERT_GT(before.octree_nodes, 300u);
    for (std::uint32_t triangle = 0; triangle < 5120; triangle += 512) {
        const std::vector<std::uint32_t> removed = {triangle};
        const std::vector<TriangleIndices> added = {ball.triangles[triangle]};
        const auto report =
            world.edit(BodyEdit{.body = body, .remove_triangles = removed, .add_triangles = TrianglesView(added)});
        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_GT(report.value().nodes_changed, 0u);
        EXPECT_LT(report.value().nodes_changed, 60u);
        ASSERT_GT(world.find_pairs().pair_count, 100u);
    }
    EXPECT_LT(papers::cell_counts(world, body).value().nodes_made, counts_before.nodes_made + before.octree_nodes / 4);
}

INSTANTIATE_TEST_SUITE_P(
    InPlace, LocalEdits,
    testing::Values(
        LocalKind{Structure::refit_bvh}, LocalKind{Structure::refit_bvh, true},
        LocalKind{Structure::refit_bvh, false, PositionStorage::borrowed},
        LocalKind{Structure::refit_bvh, true, PositionStorage::borrowed},
        LocalKind{Structure::refit_bvh, false, PositionStorage::copied, true},
        LocalKind{Structure::refit_bvh, true, PositionStorage::copied, true},
        LocalKind{Structure::refit_bvh, false, PositionStorage::borrowed, true}, LocalKind{Structure::bucket_octree},
        LocalKind{Structure::bucket_octree, true, PositionStorage::copied, true},
        LocalKind{Structure::spherical_octree},
        LocalKind{Structure::spherical_octree, false, PositionStorage::copied, true},
        LocalKind{Structure::on_demand_sphere_tree},
        LocalKind{Structure::on_demand_sphere_tree, false, PositionStorage::copied, true}));

} // namespace
} // namespace tactus
