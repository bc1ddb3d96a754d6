// SPDX-License-Identifier: MIT
// Bad input gets one sentence with the place and the number, and leaves the world as it was.
#include <cmath>
#include <limits>

#include <tactus/spheres.h>

#include "agreement/scene_player.h"
#include "base/every_structure.h"

namespace tactus {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float endless = std::numeric_limits<float>::infinity();

/// Two tetrahedra that intersect.
struct Tetrahedra {
    std::vector<TriangleIndices> triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    std::vector<Vec3> first = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<Vec3> second = {{0.1f, 0.1f, 0.1f}, {1.1f, 0.1f, 0.1f}, {0.1f, 1.1f, 0.1f}, {0.1f, 0.1f, 1.1f}};
};

class Refusals : public testing::TestWithParam<Structure> {
protected:
    Refusals()
    {
        a_ = world_.add_body({.triangles = mesh_.triangles, .positions = mesh_.first, .structure = GetParam()}).value();
        b_ =
            world_.add_body({.triangles = mesh_.triangles, .positions = mesh_.second, .structure = GetParam()}).value();
        before_ = answer_of(world_.find_pairs());
        box_ = world_.info(a_).value();
    }

    /// The call was refused for this reason, and nothing has changed.
    template <class Outcome>
    void expect_refusal(const Outcome& outcome, ErrorCode code, const std::string& sentence)
    {
        ASSERT_FALSE(outcome.ok()) << sentence;
        EXPECT_EQ(outcome.error().code, code) << outcome.error().message;
        EXPECT_EQ(outcome.error().message, sentence);
        EXPECT_EQ(world_.body_count(), 2u);
        EXPECT_EQ(world_.info(a_).value().lower_corner, box_.lower_corner);
        EXPECT_EQ(world_.info(a_).value().upper_corner, box_.upper_corner);
        EXPECT_TRUE(agree(answer_of(world_.find_pairs()), before_));
        EXPECT_FALSE(before_.empty());
    }

    Tetrahedra mesh_;
    World world_ = make_world();
    BodyId a_, b_;
    Answer before_;
    BodyInfo box_;
};

INSTANTIATE_TEST_SUITE_P(Structures, Refusals, testing::ValuesIn(every_structure), [](const auto& structure) {
    return structure_name(structure.param);
});

TEST_P(Refusals, NameTheVertexThatIsNotFinite)
{
    const auto refused = [&](std::size_t vertex, float Vec3::*axis, float value, const std::string& sentence) {
        std::vector<Vec3> positions = mesh_.second;
        positions[vertex].*axis = value;
        expect_refusal(world_.set_positions(a_, positions), ErrorCode::invalid_argument, sentence);
        expect_refusal(
            world_.add_body({.triangles = mesh_.triangles, .positions = positions, .structure = GetParam()}),
            ErrorCode::invalid_argument, sentence);
    };
    refused(0, &Vec3::x, not_a_number, "vertex 0: x is nan");
    refused(2, &Vec3::y, -not_a_number, "vertex 2: y is nan");
    refused(3, &Vec3::z, endless, "vertex 3: z is infinite");
    refused(1, &Vec3::y, -endless, "vertex 1: y is minus infinite");
}

TEST_P(Refusals, NameTheVertexThatNoTriangleUses)
{
    for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed})
        for (const bool self_collision : {false, true}) {
            World world = make_world();
            float unused = endless;
            // With room to be read beyond the last, as borrowed ones need.
            std::vector<Vec3> positions = mesh_.first;
            positions.insert(positions.end(), {{50, 50, 50}, {51, 50, 50}, {50, 51, 50}, {}});
            const PositionsView given(&positions[0].x, 6), fewer(&positions[0].x, 7);
            const BodyDesc desc = {
                .triangles = mesh_.triangles,
                .positions = given,
                .structure = GetParam(),
                .storage = storage,
                .self_collision = self_collision};
            std::swap(positions[5].y, unused);
            const auto refused = world.add_body(desc);
            ASSERT_FALSE(refused.ok());
            EXPECT_EQ(refused.error().message, "vertex 5: y is infinite");
            std::swap(positions[5].y, unused);
            const BodyId body = world.add_body(desc).value();
            const BodyId other = world.add_body({.triangles = mesh_.triangles, .positions = mesh_.second}).value();
            const std::size_t pairs = world.find_pairs().pair_count;
            const auto expect_refused = [&](std::size_t vertex, const PositionsView& all) {
                std::vector<Vec3> bad = positions;
                bad[vertex].z = not_a_number;
                const auto outcome = world.set_positions(body, PositionsView(&bad[0].x, all.size()));
                ASSERT_FALSE(outcome.ok()) << vertex;
                EXPECT_EQ(outcome.error().message, "vertex " + std::to_string(vertex) + ": z is nan");
                EXPECT_EQ(world.find_pairs().pair_count, pairs);
            };
            expect_refused(4, given);
            expect_refused(5, given);
            // What an edit adds and takes away changes which are used.
            const std::vector<Vec3> added = {{50, 51, 50}};
            const std::vector<TriangleIndices> triangle = {{4, 5, 6}};
            ASSERT_TRUE(world.edit(BodyEdit{.body = body, .add_vertices = added}).ok());
            expect_refused(6, fewer);
            ASSERT_TRUE(world.edit(BodyEdit{.body = body, .add_triangles = triangle}).ok());
            expect_refused(5, fewer);
            const std::vector<std::uint32_t> last = {4};
            ASSERT_TRUE(world.edit(BodyEdit{.body = body, .remove_triangles = last}).ok());
            for (const std::size_t vertex : {4u, 5u, 6u})
                expect_refused(vertex, fewer);
            EXPECT_TRUE(world.set_positions(body, fewer).ok());
            EXPECT_EQ(world.find_pairs().pair_count, pairs);
            EXPECT_TRUE(world.remove_body(other).ok());
        }
}

TEST_P(Refusals, NameADoubleThatNoFloatHolds)
{
    std::vector<std::array<double, 3>> positions;
    for (const Vec3& p : mesh_.second)
        positions.push_back({p.x, p.y, p.z});
    positions[2][1] = 1e39;
    expect_refusal(
        world_.set_positions(a_, positions), ErrorCode::invalid_argument,
        "vertex 2: y is 1e+39, too large for a float");
    expect_refusal(
        world_.add_body({.triangles = mesh_.triangles, .positions = positions, .structure = GetParam()}),
        ErrorCode::invalid_argument, "vertex 2: y is 1e+39, too large for a float");
    positions[2][1] = std::numeric_limits<double>::quiet_NaN();
    expect_refusal(world_.set_positions(a_, positions), ErrorCode::invalid_argument, "vertex 2: y is nan");
    // This one rounds to the largest float and is fine.
    positions[2][1] = 3.4028235e38;
    EXPECT_TRUE(world_.set_positions(a_, positions).ok());
}

TEST_P(Refusals, SayHowManyVerticesTheBodyHas)
{
    std::vector<Vec3> positions = mesh_.second;
    positions.pop_back();
    expect_refusal(
        world_.set_positions(a_, positions), ErrorCode::invalid_argument,
        "set_positions got 3 vertices, the body has 4");
    positions.resize(5);
    expect_refusal(
        world_.set_positions(a_, positions), ErrorCode::invalid_argument,
        "set_positions got 5 vertices, the body has 4");
    expect_refusal(
        world_.set_positions(a_, PositionsView{}), ErrorCode::invalid_argument,
        "set_positions got 0 vertices, the body has 4");
}

TEST_P(Refusals, SayWhenNumbersAreLeftOver)
{
    const std::vector<float> thirteen(13, 0.5f);
    expect_refusal(
        world_.set_positions(a_, thirteen), ErrorCode::invalid_argument,
        "the positions hold 13 numbers, which is not three to a vertex");
    expect_refusal(
        world_.add_body({.triangles = mesh_.triangles, .positions = thirteen, .structure = GetParam()}),
        ErrorCode::invalid_argument, "the positions hold 13 numbers, which is not three to a vertex");
    const std::vector<std::uint32_t> eleven(11, 0);
    expect_refusal(
        world_.add_body({.triangles = eleven, .positions = mesh_.first, .structure = GetParam()}),
        ErrorCode::invalid_argument, "the triangles hold 11 indices, which is not three to a triangle");
}

TEST_P(Refusals, NameTheTriangleWhoseVertexDoesNotExist)
{
    std::vector<TriangleIndices> triangles = mesh_.triangles;
    triangles[2][1] = 4;
    expect_refusal(
        world_.add_body({.triangles = triangles, .positions = mesh_.first, .structure = GetParam()}),
        ErrorCode::invalid_argument, "triangle 2: vertex 4 does not exist, the body has 4 vertices");
    const std::vector<std::int32_t> negative = {0, 1, 2, 0, -1, 3};
    expect_refusal(
        world_.add_body({.triangles = negative, .positions = mesh_.first, .structure = GetParam()}),
        ErrorCode::invalid_argument, "triangle 1: vertex -1 does not exist, the body has 4 vertices");
}

TEST_P(Refusals, NameTheVertexThatCannotBeAttached)
{
    expect_refusal(
        world_.attach_vertices(a_, 0, b_, 4), ErrorCode::invalid_argument,
        "vertex 4 does not exist, body 1 has 4 vertices");
    expect_refusal(
        world_.attach_vertices(a_, 17, b_, 0), ErrorCode::invalid_argument,
        "vertex 17 does not exist, body 0 has 4 vertices");
}

TEST_P(Refusals, RecogniseIdsThatNameNothing)
{
    const BodyId gone = world_.add_body({.triangles = mesh_.triangles, .positions = mesh_.first}).value();
    ASSERT_TRUE(world_.remove_body(gone).ok());
    for (const BodyId id : {gone, BodyId{}, BodyId{77, 0}, BodyId{a_.index, a_.generation + 1}}) {
        const auto refused = [&](const auto& outcome) {
            ASSERT_FALSE(outcome.ok());
            EXPECT_EQ(outcome.error().code, ErrorCode::stale_id);
            EXPECT_FALSE(outcome.error().message.empty());
        };
        refused(world_.remove_body(id));
        refused(world_.info(id));
        refused(world_.set_positions(id, mesh_.second));
        refused(world_.vertex_order(id));
        refused(world_.set_pose(id, {}));
        refused(world_.part_of(id, 0));
        refused(world_.set_filter(id, {}));
        refused(world_.ignore_contacts(id, a_));
        refused(world_.ignore_contacts(a_, id));
        refused(world_.attach_vertices(id, 0, a_, 0));
        refused(world_.attach_vertices(a_, 0, id, 0));
    }
    EXPECT_TRUE(agree(answer_of(world_.find_pairs()), before_));
}

TEST_P(Refusals, OfBorrowedPositionsThatAreNotPackedFloats)
{
    std::vector<std::array<double, 3>> doubles;
    for (const Vec3& p : mesh_.first)
        doubles.push_back({p.x, p.y, p.z});
    expect_refusal(
        world_.add_body(
            {.triangles = mesh_.triangles,
             .positions = doubles,
             .structure = GetParam(),
             .storage = PositionStorage::borrowed}),
        ErrorCode::invalid_argument, "borrowed positions must be packed floats");
}

TEST_P(Refusals, OfAVertexThatNoTriangleUses)
{
    std::vector<Vec3> positions = mesh_.first;
    positions.push_back({0, 0, 0});
    positions.push_back({});
    const BodyDesc desc{.triangles = mesh_.triangles, .positions = positions, .structure = GetParam()};
    const BodyId body = world_.add_body(desc).value();
    std::vector<Vec3> bad = positions;
    bad[4].x = not_a_number;
    const Result<void> refused = world_.set_positions(body, bad);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message, "vertex 4: x is nan");
    // Far away is fine: what no triangle uses is not part of the body's box.
    bad[4] = {1e30f, 1e30f, 1e30f};
    EXPECT_TRUE(world_.set_positions(body, bad).ok());
    EXPECT_EQ(world_.info(body).value().upper_corner, (Vec3{1, 1, 1}));
}

TEST(WorldDesc, WithACrowdOfWorkersIsRefused)
{
    EXPECT_TRUE(World::create({.worker_count = 0}).ok());
    const auto crowd = World::create({.worker_count = 1025});
    ASSERT_FALSE(crowd.ok());
    EXPECT_EQ(crowd.error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(crowd.error().message, "worker_count is 1025, it must be 1 to 1024, or 0 for as many as can run at once");
}

TEST(Refusals, NameTheNumberOfWorkersWhereverItCanBeGiven)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}};
    const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const MeshView mesh = {triangles, positions};
    const Sphere sphere = {{}, 3.0f};
    for (const std::uint32_t count : {1025u, 2000u, 100000u, UINT32_MAX}) {
        const std::string sentence =
            "worker_count is " + std::to_string(count) + ", it must be 1 to 1024, or 0 for as many as can run at once";
        const auto tree = make_sphere_tree(mesh, {.levels = 1, .worker_count = count});
        ASSERT_FALSE(tree.ok());
        EXPECT_EQ(tree.error().message, sentence);
        const auto set = make_sphere_set(mesh, 4, {.worker_count = count});
        ASSERT_FALSE(set.ok());
        EXPECT_EQ(set.error().message, sentence);
        const auto check = check_spheres(mesh, std::span(&sphere, 1), {.worker_count = count});
        ASSERT_FALSE(check.ok());
        EXPECT_EQ(check.error().message, sentence);
        World world = World::create().value();
        structures::MedialSphereTree medial;
        medial.make.worker_count = count;
        const BodyDesc desc = {.triangles = triangles, .positions = positions, .structure = medial};
        const auto body = world.add_body(desc);
        ASSERT_FALSE(body.ok());
        EXPECT_EQ(body.error().message, sentence);
    }
}

TEST(RefusedUpdates, OfManyClustersLeaveEverythingAsItWas)
{
    // Large enough that most of the positions are taken before the bad one is seen.
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = 3000});
    for (const Way& way : every_way()) {
        if (way.structure(0) == Structure::brute_force || way.structure(1) == Structure::brute_force)
            continue;
        ScenePlayer player(scene, way);
        player.set_frame(scene.frame_count / 2);
        const BodyInfo before = player.world().info(player.body(0)).value();
        const Answer pairs = player.pairs();
        ASSERT_FALSE(pairs.empty());
        std::vector<Vec3> bad = positions_at(scene, 0, 0);
        for (const std::size_t vertex : {std::size_t{0}, bad.size() / 2, bad.size() - 1}) {
            const Vec3 good = bad[vertex];
            bad[vertex].z = not_a_number;
            std::vector<float> padded(3 * bad.size() + 1);
            for (std::size_t v = 0; v < bad.size(); ++v)
                std::copy_n(&bad[v].x, 3, padded.begin() + std::ptrdiff_t(3 * v));
            const auto refused = player.world().set_positions(player.body(0), PositionsView(padded.data(), bad.size()));
            ASSERT_FALSE(refused.ok());
            EXPECT_EQ(refused.error().message, "vertex " + std::to_string(vertex) + ": z is nan") << way.name;
            EXPECT_EQ(player.world().info(player.body(0)).value().upper_corner, before.upper_corner);
            EXPECT_TRUE(agree(player.pairs(), pairs)) << way.name << ", vertex " << vertex;
            bad[vertex] = good;
        }
    }
}

} // namespace
} // namespace tactus
