// SPDX-License-Identifier: MIT
// More workers than there are processors give brute force's pairs and contacts, too, and what they share of large
// bodies is what one worker makes of them.
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "agreement/plain_loop.h"
#include "agreement/scene_oracle.h"
#include "base/same_contacts.h"
#include "contacts/promises.h"

namespace tactus {
namespace {

class ManyWorkers : public AgainstBruteForce {};

INSTANTIATE_TEST_SUITE_P(Catalogue, ManyWorkers, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(ManyWorkers, GiveBruteForcesPairsInOrder) { play_in_order(ways_of_many_workers()); }

TEST_P(ManyWorkers, GiveBruteForcesPairsAtRandomWithUpdatesThatNobodyAsksAbout)
{
    play_at_random(ways_of_many_workers());
}

TEST_P(ManyWorkers, SayWhetherAnythingTouchesAtAll)
{
    ScenePlayer player(scene_, tree_way(5));
    for (const std::uint32_t frame : frames_) {
        player.set_frame(frame);
        EXPECT_EQ(player.world().any_pair(), !expected_.at(frame).empty()) << GetParam() << " frame " << frame;
        const Answer hits = player.pairs({.first_hit_only = true});
        EXPECT_EQ(hits.size(), expected_.at(frame).size()) << GetParam() << " frame " << frame;
    }
}

TEST_P(ManyWorkers, GiveBruteForcesPairsOfAMeshWithItself)
{
    const scenes::Scene scene = alone(scene_called(GetParam(), {.triangles = sized(260)}));
    for (const std::uint32_t workers : {5u, 8u}) {
        ScenePlayer player(scene, tree_way(workers));
        for (const std::uint32_t frame : spread_frames(scene, 3)) {
            player.set_frame(frame);
            Answer expected;
            const std::vector<Vec3> positions = positions_at(scene, frame, 0);
            if (auto pairs = plain_self_pairs({scene.meshes[0].triangles, positions}); !pairs.empty())
                expected[{0, 0}] = std::move(pairs);
            EXPECT_TRUE(agree(player.pairs(), expected)) << GetParam() << " frame " << frame;
        }
    }
}

/// Large enough that every loop over parts of a body has more than one of them.
class LargeBodies : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    Scenes, LargeBodies, testing::Values("soft_organs", "folded_cloth", "crumpled_sheet", "many_bodies"),
    [](const auto& name) { return name.param; });

TEST_P(LargeBodies, HaveTheSamePairsAndContactsForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(6000), .bodies = 8});
    const ContactSettings settings = {.contact_distance = 0.05f * mean_edge(scene), .max_contacts = 1u << 18};
    for (const PositionStorage storage : {PositionStorage::copied, PositionStorage::borrowed})
        for (const Structure structure : {Structure::refit_bvh, Structure::bucket_octree}) {
            // On most days each storage and each structure once.
            const bool has_buckets = structure == Structure::bucket_octree;
            if (!wants_every_case() && (storage == PositionStorage::borrowed) != has_buckets)
                continue;
            Way alone = way_of(structure, 1), together = way_of(structure, 3);
            alone.storage = together.storage = storage;
            ScenePlayer one(scene, alone), three(scene, together);
            for (ScenePlayer* player : {&one, &three})
                ASSERT_TRUE(player->world().set_contact_settings(settings).ok());
            for (const std::uint32_t frame : {scene.frame_count / 2, scene.frame_count / 2 + 1}) {
                one.set_frame(frame);
                three.set_frame(frame);
                EXPECT_TRUE(agree(three.pairs(), one.pairs())) << "frame " << frame;
                const ContactReport& expected = one.world().find_contacts();
                EXPECT_FALSE(expected.contacts.empty());
                EXPECT_TRUE(are_same(three.world().find_contacts(), expected)) << "frame " << frame;
            }
        }
}

/// The ids of contacts of vertices inside, by which vertex it is.
std::map<std::pair<ContactKind, std::uint32_t>, std::uint64_t> ids_inside(const ContactReport& report)
{
    std::map<std::pair<ContactKind, std::uint32_t>, std::uint64_t> ids;
    for (const Contact& contact : report.contacts) {
        if (contact.kind == ContactKind::vertex_inside)
            ids[{contact.kind, contact.vertices_a[0]}] = contact.id;
        if (contact.kind == ContactKind::inside_vertex)
            ids[{contact.kind, contact.vertices_b[0]}] = contact.id;
    }
    return ids;
}

/// Positions are taken in pieces of many vertices, whether they are compared with the ones before or nobody has asked
/// for long; and what lies inside is named in pieces, by contacts of the frame before.
TEST(VeryLargeBodies, AreUpdatedAndTouchAlikeForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_called("bumpy_spheres", {.triangles = 24000});
    ScenePlayer one(scene, tree_way(1)), three(scene, tree_way(3));
    std::map<std::pair<ContactKind, std::uint32_t>, std::uint64_t> inside_before;
    std::size_t kept = 0;
    for (std::uint32_t frame = 0; frame < on_most_days(scene.frame_count / 2, scene.frame_count); ++frame) {
        one.set_frame(frame);
        three.set_frame(frame);
        if (frame % 24 < 3) {
            EXPECT_TRUE(agree(three.pairs(), one.pairs())) << "frame " << frame;
            const ContactReport& expected = one.world().find_contacts();
            EXPECT_TRUE(are_same(three.world().find_contacts(), expected)) << "frame " << frame;
            const auto inside = ids_inside(expected);
            for (const auto& [vertex, id] : inside)
                if (const auto known = inside_before.find(vertex); known != inside_before.end() && frame % 24 > 0) {
                    EXPECT_EQ(id, known->second) << "frame " << frame << ", vertex " << vertex.second;
                    ++kept;
                }
            inside_before = inside;
        }
    }
    EXPECT_GT(kept, 1000u);
}

/// Large bodies that are moved in one call are updated in one loop of all workers, and are where they would be if each
/// had been moved alone.
class LargeMoves : public testing::TestWithParam<std::uint32_t> {
protected:
    struct Made {
        World world;
        std::vector<BodyId> bodies;
    };
    using Frame = std::vector<std::vector<Vec3>>;

    Made made(std::uint32_t workers) const
    {
        Made made{World::create({.worker_count = workers}).value(), {}};
        for (const scenes::SceneMesh& mesh : scene_.meshes)
            made.bodies.push_back(
                made.world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value());
        return made;
    }
    Frame frame(std::uint32_t number) const
    {
        Frame frame(scene_.meshes.size());
        for (std::size_t mesh = 0; mesh < frame.size(); ++mesh) {
            frame[mesh].resize(scene_.meshes[mesh].positions.size());
            scene_.positions(number, mesh, frame[mesh]);
        }
        return frame;
    }
    static Result<void> move_together(Made& made, const Frame& frame)
    {
        std::vector<BodyPositions> batch;
        for (std::size_t k = 0; k < frame.size(); ++k)
            batch.push_back({made.bodies[k], frame[k]});
        return made.world.set_positions(batch);
    }
    static void move_one_by_one(Made& made, const Frame& frame)
    {
        for (std::size_t k = 0; k < frame.size(); ++k)
            EXPECT_TRUE(made.world.set_positions(made.bodies[k], frame[k]).ok());
    }
    static std::vector<TrianglePair> pairs(Made& made)
    {
        std::vector<TrianglePair> all;
        for (const BodyPairs& both : made.world.find_pairs().bodies)
            all.insert(all.end(), both.pairs.begin(), both.pairs.end());
        return all;
    }

    /// More vertices each than one worker is left alone with.
    scenes::Scene scene_ = scenes::make_scene("bumpy_spheres", {.triangles = 30000, .frames = 40}).value();
    Made alone_ = made(1), together_ = made(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Workers, LargeMoves, testing::Values(3u, 8u), testing::PrintToStringParamName());

TEST_P(LargeMoves, InOneCallAreThoseOfEachAlone)
{
    // So many updates without a query that bodies are not compared with their old positions any more.
    for (const std::uint32_t number : {0u, 20u, 21u, 22u, 23u, 24u, 25u, 26u, 27u, 28u, 29u, 30u, 31u, 32u}) {
        move_one_by_one(alone_, frame(number));
        ASSERT_TRUE(move_together(together_, frame(number)).ok());
        if (number < 22 || number > 30) {
            const std::vector<TrianglePair> found = pairs(together_);
            EXPECT_EQ(found, pairs(alone_)) << "frame " << number;
            EXPECT_TRUE(number == 0 || !found.empty());
        }
    }
}

TEST_P(LargeMoves, ThatAreRefusedLeaveTheOtherBodyMoved)
{
    for (const std::uint32_t number : {20u, 21u}) {
        move_one_by_one(alone_, frame(number));
        ASSERT_TRUE(move_together(together_, frame(number)).ok());
        EXPECT_EQ(pairs(together_), pairs(alone_));
    }
    Frame next = frame(22);
    ASSERT_TRUE(alone_.world.set_positions(alone_.bodies[0], next[0]).ok());
    next[1][next[1].size() - 7].y = std::numeric_limits<float>::quiet_NaN();
    const Result<void> moved = move_together(together_, next);
    ASSERT_FALSE(moved.ok());
    EXPECT_NE(moved.error().message.find("body " + std::to_string(together_.bodies[1].index)), std::string::npos)
        << moved.error().message;
    EXPECT_EQ(pairs(together_), pairs(alone_));
    move_one_by_one(alone_, frame(23));
    ASSERT_TRUE(move_together(together_, frame(23)).ok());
    EXPECT_EQ(pairs(together_), pairs(alone_));
}

} // namespace
} // namespace tactus
