// SPDX-License-Identifier: MIT
// Every structure and storage gives brute force's pairs on every scene, in whatever order its frames come. More workers
// than two are in tests/threads.
#include "agreement/scene_oracle.h"

namespace tactus {
namespace {

class EveryScene : public AgainstBruteForce {};

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(EveryScene, GivesBruteForcesPairsInOrder) { play_in_order(every_way()); }

TEST_P(EveryScene, GivesBruteForcesPairsByOctrees)
{
    for (const Way& way : octree_ways()) {
        ScenePlayer player(scene_, way);
        for (const std::size_t k : {0u, 6u, 3u}) {
            const std::uint32_t frame = frames_[std::min(k, frames_.size() - 1)];
            player.set_frame(frame);
            expect_agreement(player, way, frame);
        }
        const std::uint32_t frame = frames_[std::min<std::size_t>(3, frames_.size() - 1)];
        EXPECT_EQ(player.world().any_pair(), !expected_.at(frame).empty()) << way.name;
    }
}

// Each scene has other structures meet, and all scenes together have all of them. The slow tests have every scene with
// every two.
TEST_P(EveryScene, GivesBruteForcesPairsOfTwoStructures)
{
    const std::vector<std::string> names = scene_names();
    const auto scene = static_cast<std::size_t>(std::find(names.begin(), names.end(), GetParam()) - names.begin());
    const std::vector<Way> ways = mixed_ways();
    for (std::size_t k = scene; k < ways.size(); k += names.size()) {
        ScenePlayer player(scene_, ways[k]);
        player.set_frame(frames_.back());
        expect_agreement(player, ways[k], frames_.back());
    }
}

TEST_P(EveryScene, GivesBruteForcesPairsBackwards)
{
    for (const Way& way : {tree_way(1), tree_way(2)}) {
        ScenePlayer player(scene_, way);
        for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
            player.set_frame(*frame);
            expect_agreement(player, way, *frame);
        }
    }
}

TEST_P(EveryScene, GivesBruteForcesPairsAtRandomWithUpdatesThatNobodyAsksAbout)
{
    play_at_random(some_on_most_days(every_way(), 3, GetParam().size()));
}

TEST_P(EveryScene, GivesTheSamePairsWhenAskedTwice)
{
    for (const Way& way : {tree_way(1), tree_way(2)}) {
        ScenePlayer player(scene_, way);
        player.set_frame(frames_.back());
        for (int time = 0; time < 3; ++time)
            expect_agreement(player, way, frames_.back());
    }
}

TEST_P(EveryScene, GivesBruteForcesPairsWhenBodiesAreAtDifferentFrames)
{
    ScenePlayer oracle(scene_, brute_force_way());
    ScenePlayer player(scene_);
    scenes::Random random(23);
    for (int round = 0; round < 6; ++round) {
        // Only some bodies move in each round: what the others kept must still be right.
        const auto mesh = random.below(std::uint32_t(player.body_count()));
        const std::uint32_t frame = random.below(scene_.frame_count);
        player.set_frame(frame, mesh);
        oracle.set_frame(frame, mesh);
        EXPECT_TRUE(agree(player.pairs(), oracle.pairs())) << GetParam() << " round " << round;
    }
}

TEST_P(EveryScene, SaysWhetherAnythingTouchesAtAll)
{
    for (const Way& way : {tree_way(1), tree_way(2)}) {
        ScenePlayer player(scene_, way);
        for (const std::uint32_t frame : frames_) {
            player.set_frame(frame);
            EXPECT_EQ(player.world().any_pair(), !expected_.at(frame).empty()) << GetParam() << " frame " << frame;
        }
    }
}

TEST_P(EveryScene, HasAPairOfEveryTwoTouchingBodiesAtTheFirstHit)
{
    for (const Way& way : {tree_way(1), tree_way(2)}) {
        ScenePlayer player(scene_, way);
        for (const std::uint32_t frame : frames_) {
            player.set_frame(frame);
            const Answer hits = player.pairs({.first_hit_only = true});
            EXPECT_EQ(hits.size(), expected_.at(frame).size()) << GetParam() << " frame " << frame;
            for (const auto& [bodies, pairs] : hits)
                for (const TrianglePair& pair : pairs)
                    EXPECT_TRUE(std::binary_search(
                        expected_.at(frame).at(bodies).begin(), expected_.at(frame).at(bodies).end(), pair));
        }
    }
}

} // namespace
} // namespace tactus
