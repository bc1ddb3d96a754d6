// SPDX-License-Identifier: MIT
// The kernels are compiled for every instruction set that Highway knows on this kind of machine, and chosen when the
// program runs. All of them give the same report. Where there is only one (NEON on arm64), brute force, which has
// no vector code, is what it is compared with.
#include <hwy/highway.h>
#include <hwy/targets.h>

#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

class InstructionSets : public testing::TestWithParam<std::string> {
protected:
    ~InstructionSets() override { use_only(0); }

    /// Zero means all that there are.
    static void use_only(std::int64_t targets)
    {
        hwy::SetSupportedTargetsForTest(targets);
        // Dispatch tables keep what they chose first until they are told to look again.
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }

    std::vector<OrderedReport> play() const
    {
        ScenePlayer player(scene_);
        std::vector<OrderedReport> reports;
        for (const std::uint32_t frame : spread_frames(scene_, 5)) {
            player.set_frame(frame);
            reports.push_back(ordered(player.world().find_pairs()));
        }
        return reports;
    }

    scenes::Scene scene_ = scene_called(GetParam(), {.triangles = sized(400)});
};

INSTANTIATE_TEST_SUITE_P(Catalogue, InstructionSets, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(InstructionSets, AllGiveTheSameReport)
{
    const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    ASSERT_FALSE(targets.empty());
    use_only(targets.front());
    const std::vector<OrderedReport> best = play();
    for (const std::int64_t target : targets) {
        use_only(target);
        EXPECT_TRUE(play() == best) << GetParam() << ", " << hwy::TargetName(target);
    }
}

TEST_P(InstructionSets, GiveWhatBruteForceGivesWithoutAny)
{
    ScenePlayer oracle(scene_, brute_force_way());
    const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    for (const std::int64_t target : targets) {
        use_only(target);
        ScenePlayer player(scene_);
        for (const std::uint32_t frame : spread_frames(scene_, 2)) {
            player.set_frame(frame);
            oracle.set_frame(frame);
            EXPECT_TRUE(agree(player.pairs(), oracle.pairs())) << GetParam() << ", " << hwy::TargetName(target);
        }
    }
}

} // namespace
} // namespace tactus
