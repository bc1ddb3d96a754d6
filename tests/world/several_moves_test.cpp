// SPDX-License-Identifier: MIT
// Several bodies that are moved in one call.
#include <array>
#include <limits>
#include <tuple>
#include <utility>

#include "agreement/scene_player.h"
#include "base/every_structure.h"
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

class SeveralMoves : public testing::TestWithParam<std::tuple<Structure, std::uint32_t>> {
protected:
    struct Made {
        World world;
        std::vector<BodyId> ids;
    };

    Made make(PositionStorage storage = PositionStorage::copied) const
    {
        Made made{make_world(std::get<1>(GetParam())), {}};
        for (std::size_t k = 0; k < 3; ++k)
            made.ids.push_back(made.world
                                   .add_body(
                                       {.triangles = triangles_,
                                        .positions = packed(k),
                                        .structure = choice_of(std::get<0>(GetParam()), quick_spheres(2)),
                                        .storage = storage,
                                        .self_collision = k == 1})
                                   .value());
        made.ids.push_back(made.world.add_sphere({.centre = {0.5f, 0.5f, 0.5f}, .radius = 0.2f}).value());
        return made;
    }
    /// Borrowed ones may be read a little beyond their end.
    PositionsView packed(std::size_t k, std::size_t frame = 0) const { return {&places_[frame][k][0].x, 4}; }
    std::vector<BodyPositions> batch(const Made& made, std::size_t frame) const
    {
        std::vector<BodyPositions> all;
        for (std::size_t k = 0; k < 3; ++k)
            all.push_back({made.ids[k], packed(k, frame)});
        return all;
    }
    /// The two worlds are the same in every body, and in what meets.
    static void expect_equal(Made& a, Made& b)
    {
        for (std::size_t k = 0; k < a.ids.size(); ++k) {
            EXPECT_EQ(a.world.positions(a.ids[k]).value(), b.world.positions(b.ids[k]).value()) << k;
            EXPECT_EQ(a.world.info(a.ids[k]).value().lower_corner, b.world.info(b.ids[k]).value().lower_corner) << k;
        }
        EXPECT_TRUE(ordered(a.world.find_pairs()) == ordered(b.world.find_pairs()));
        EXPECT_EQ(a.world.find_contacts().contacts.size(), b.world.find_contacts().contacts.size());
    }

    const std::vector<TriangleIndices> triangles_ = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    std::vector<std::vector<std::vector<Vec3>>> places_ = [] {
        std::vector<std::vector<std::vector<Vec3>>> places(5);
        for (std::size_t frame = 0; frame < places.size(); ++frame)
            for (std::size_t k = 0; k < 3; ++k) {
                const auto x = 0.3f * static_cast<float>(k) + 0.07f * static_cast<float>(frame);
                places[frame].push_back(
                    {{x, x, 0}, {1 + x, 0, 0}, {0, 1 + x, 0}, {0, 0.01f * static_cast<float>(frame), 1 + x}, {}});
            }
        return places;
    }();
};

INSTANTIATE_TEST_SUITE_P(
    Structures, SeveralMoves, testing::Combine(testing::ValuesIn(every_structure), testing::Values(1u, 2u)));

TEST_P(SeveralMoves, AreThoseOfACallForEachBody)
{
    for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed}) {
        Made together = make(storage), one_by_one = make(storage);
        for (std::size_t frame = 1; frame < places_.size(); ++frame) {
            const std::vector<BodyPositions> all = batch(together, frame);
            ASSERT_TRUE(together.world.set_positions(all).ok());
            for (const BodyPositions& entry : all)
                ASSERT_TRUE(one_by_one.world.set_positions(entry.body, entry.positions).ok());
            expect_equal(together, one_by_one);
        }
    }
}

TEST_P(SeveralMoves, ToPosesAreThoseOfACallForEachBody)
{
    Made together = make(), one_by_one = make();
    for (std::size_t frame = 1; frame < places_.size(); ++frame) {
        std::vector<BodyPose> all;
        for (std::size_t k = 0; k < together.ids.size(); ++k) {
            const double way = 0.1 * static_cast<double>(frame * (k + 1));
            all.push_back({together.ids[k], {{way, 0.2 * way, 0.0}, {0.0, way, 0.1, 1.0}}});
        }
        ASSERT_TRUE(together.world.set_poses(all).ok());
        for (const BodyPose& entry : all)
            ASSERT_TRUE(one_by_one.world.set_pose(entry.body, entry.pose).ok());
        expect_equal(together, one_by_one);
    }
}

TEST_P(SeveralMoves, LeaveEverythingAsItIsWhereABodyIsNotThereOrNamedTwice)
{
    Made made = make(), as_before = make();
    std::vector<BodyPositions> all = batch(made, 1);
    all.push_back({made.ids[0], packed(2)});
    const auto twice = made.world.set_positions(all);
    ASSERT_FALSE(twice.ok());
    EXPECT_EQ(twice.error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(twice.error().message, "body 0 is named twice");
    all.back().body = BodyId{77, 0};
    const auto stale = made.world.set_positions(all);
    ASSERT_FALSE(stale.ok());
    EXPECT_EQ(stale.error().code, ErrorCode::stale_id);
    EXPECT_EQ(stale.error().message, "there is no body 77 in this world");
    const std::array poses = {BodyPose{made.ids[1], {}}, BodyPose{made.ids[1], {}}};
    EXPECT_EQ(made.world.set_poses(poses).error().message, "body 1 is named twice");
    EXPECT_TRUE(made.world.set_positions(std::span<const BodyPositions>()).ok());
    expect_equal(made, as_before);
}

TEST_P(SeveralMoves, TakeWhatCanBeTakenAndNameTheFirstBodyThatStays)
{
    Made made = make(), expected = make();
    std::vector<Vec3> bad = places_[1][1];
    bad[2].y = std::numeric_limits<float>::quiet_NaN();
    std::vector<BodyPositions> all = batch(made, 1);
    all[1].positions = PositionsView(&bad[0].x, 4);
    all.push_back({made.ids[3], packed(0)});
    std::swap(all[0], all[2]);
    const auto refused = made.world.set_positions(all);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().message, "body 1: vertex 2: y is nan");
    for (const std::size_t k : {0u, 2u})
        ASSERT_TRUE(expected.world.set_positions(expected.ids[k], packed(k, 1)).ok());
    expect_equal(made, expected);

    all[1].positions = PositionsView(&bad[0].x, 3);
    EXPECT_EQ(made.world.set_positions(all).error().message, "body 1: set_positions got 3 vertices, the body has 4");
    all.erase(all.begin() + 1);
    EXPECT_EQ(
        made.world.set_positions(all).error().message,
        "body 3: set_positions got a sphere, which has no vertices: set_pose moves its centre");
    const std::array poses = {
        BodyPose{made.ids[0], {{0.1, 0.0, 0.0}, {}}}, BodyPose{made.ids[1], {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}}},
        BodyPose{made.ids[3], {{0.6, 0.5, 0.5}, {}}}};
    const auto turned = made.world.set_poses(poses);
    ASSERT_FALSE(turned.ok());
    EXPECT_TRUE(turned.error().message.starts_with("body 1: ")) << turned.error().message;
    for (const std::size_t k : {0u, 2u})
        ASSERT_TRUE(expected.world.set_pose(poses[k].body, poses[k].pose).ok());
    expect_equal(made, expected);
}

TEST_P(SeveralMoves, OfBodiesThatAreCutAreThoseOfACallForEachBody)
{
    // Two tetrahedra of one body share a face's corners, and come apart.
    std::vector<Made> worlds;
    for (int k = 0; k < 2; ++k) {
        worlds.push_back(make());
        const std::vector<Vec3> copies(places_[0][0].begin(), places_[0][0].begin() + 4);
        const std::vector<TriangleIndices> mirrored = {{4, 5, 6}, {4, 7, 5}, {4, 6, 7}, {5, 7, 6}};
        const auto report = worlds.back().world.edit(
            BodyEdit{.body = worlds.back().ids[0], .add_vertices = copies, .add_triangles = mirrored, .split = true});
        ASSERT_TRUE(report.ok()) << report.error().message;
        ASSERT_EQ(report.value().bodies[0].pieces.size(), 1u);
        worlds.back().ids[2] = report.value().bodies[0].pieces[0].body;
    }
    for (std::size_t frame = 0; frame < places_.size(); ++frame) {
        const std::vector<BodyPositions> all = batch(worlds[0], frame);
        std::vector<BodyPositions> moved;
        for (BodyPositions entry : all) {
            const std::size_t count = worlds[0].world.positions(entry.body).value().size();
            if (count == entry.positions.size())
                moved.push_back(entry);
        }
        ASSERT_TRUE(worlds[0].world.set_positions(moved).ok());
        for (const BodyPositions& entry : moved)
            ASSERT_TRUE(worlds[1].world.set_positions(entry.body, entry.positions).ok());
        expect_equal(worlds[0], worlds[1]);
    }
}

TEST(SeveralMovesOfNoWorld, AreRefused)
{
    World world = make_world();
    const World taken = std::move(world);
    EXPECT_FALSE(world.set_positions(std::span<const BodyPositions>()).ok());
    EXPECT_FALSE(world.set_poses(std::span<const BodyPose>()).ok());
}

} // namespace
} // namespace tactus
