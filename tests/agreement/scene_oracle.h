// SPDX-License-Identifier: MIT
#pragma once

#include "agreement/scene_player.h"

namespace tactus {

/// A small version of a scene, with brute force's answers to some of its frames.
struct AnsweredScene {
    scenes::Scene scene;
    std::vector<std::uint32_t> frames;
    std::map<std::uint32_t, Answer> expected; ///< by frame
};

/// Each scene is answered once, however many tests ask.
inline const AnsweredScene& answered_scene(const std::string& name)
{
    static std::map<std::string, AnsweredScene> all;
    const auto [at, is_new] = all.try_emplace(name);
    AnsweredScene& made = at->second;
    if (is_new) {
        made.scene = scene_called(name, {.triangles = sized(240)});
        made.frames = spread_frames(made.scene, 7);
        ScenePlayer oracle(made.scene, brute_force_way());
        for (const std::uint32_t frame : made.frames) {
            oracle.set_frame(frame);
            made.expected[frame] = oracle.pairs();
        }
    }
    return made;
}

/// Tests that compare the pairs of one scene with brute force's.
class AgainstBruteForce : public testing::TestWithParam<std::string> {
protected:
    void expect_agreement(ScenePlayer& player, const Way& way, std::uint32_t frame)
    {
        const PairReport& report = player.world().find_pairs();
        EXPECT_TRUE(report.complete);
        EXPECT_EQ(report.open_pairs, 0u);
        EXPECT_TRUE(agree(answer_of(report), expected_.at(frame)))
            << GetParam() << " frame " << frame << ", " << way.name;
    }

    void play_in_order(const std::vector<Way>& ways)
    {
        for (const Way& way : ways) {
            ScenePlayer player(scene_, way);
            for (const std::uint32_t frame : frames_) {
                player.set_frame(frame);
                expect_agreement(player, way, frame);
            }
        }
    }

    /// Frames at random, with updates in between that nobody asks about.
    void play_at_random(const std::vector<Way>& ways)
    {
        scenes::Random random(17);
        for (const Way& way : ways) {
            ScenePlayer player(scene_, way);
            for (std::size_t round = 0; round < cases(12); ++round) {
                const std::uint32_t unasked = random.below(4);
                for (std::uint32_t k = 0; k < unasked; ++k)
                    player.set_frame(
                        random.below(scene_.frame_count), random.below(std::uint32_t(player.body_count())));
                const std::uint32_t frame = frames_[random.below(std::uint32_t(frames_.size()))];
                player.set_frame(frame);
                expect_agreement(player, way, frame);
            }
        }
    }

    const scenes::Scene& scene_ = answered_scene(GetParam()).scene;
    const std::vector<std::uint32_t>& frames_ = answered_scene(GetParam()).frames;
    const std::map<std::uint32_t, Answer>& expected_ = answered_scene(GetParam()).expected;
};

} // namespace tactus
