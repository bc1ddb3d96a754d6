// SPDX-License-Identifier: MIT
// More workers than there are processors give brute force's pairs and contacts, too.
#include "agreement/plain_loop.h"
#include "agreement/scene_oracle.h"
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
                const ContactSet expected = contact_set(one.world().find_contacts());
                EXPECT_FALSE(expected.empty());
                EXPECT_TRUE(contact_set(three.world().find_contacts()) == expected) << "frame " << frame;
            }
        }
}

/// Positions are taken in pieces of many vertices, whether they are compared with the ones before or nobody has asked
/// for long.
TEST(VeryLargeBodies, AreUpdatedAlikeByAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_called("bumpy_spheres", {.triangles = 24000});
    ScenePlayer one(scene, tree_way(1)), three(scene, tree_way(3));
    for (std::uint32_t frame = 0; frame < on_most_days(scene.frame_count / 2, scene.frame_count); ++frame) {
        one.set_frame(frame);
        three.set_frame(frame);
        if (frame % 24 < 3) {
            EXPECT_TRUE(agree(three.pairs(), one.pairs())) << "frame " << frame;
        }
    }
}

} // namespace
} // namespace tactus
