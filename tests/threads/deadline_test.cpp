// SPDX-License-Identifier: MIT
#include <chrono>

#include "agreement/scene_player.h"

namespace tactus {
namespace {

using namespace std::chrono_literals;

class Deadline : public testing::TestWithParam<std::uint32_t> {
protected:
    Deadline()
    {
        for (ScenePlayer* player : {&pair_, &self_})
            player->set_frame(59);
    }

    scenes::Scene pair_scene_ = scene_called("bumpy_spheres", {.triangles = 1280});
    scenes::Scene self_scene_ = scene_called("crumpled_sheet", {.triangles = 1280});
    ScenePlayer pair_{pair_scene_, tree_way(GetParam())};
    ScenePlayer self_{self_scene_, tree_way(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(Workers, Deadline, testing::Values(1u, 2u, 5u), testing::PrintToStringParamName());

TEST_P(Deadline, InThePastGivesTheQueryNoWork)
{
    for (ScenePlayer* player : {&pair_, &self_})
        for (const Budget budget :
             {Budget::until(Budget::Clock::now()), Budget::until(Budget::Clock::now() - 1h), Budget::within(-1s),
              Budget::within(0s), Budget::until(Budget::Clock::time_point::min()), Budget::work_units(0)}) {
            const PairReport& report = player->world().find_pairs(budget);
            EXPECT_EQ(report.pair_count, 0u);
            EXPECT_EQ(report.work_units_spent, 0u);
            EXPECT_FALSE(report.complete);
            EXPECT_GT(report.open_pairs, 0u);
        }
}

TEST_P(Deadline, FarInTheFutureGivesTheWholeAnswer)
{
    for (ScenePlayer* player : {&pair_, &self_}) {
        const Answer whole = player->pairs();
        ASSERT_FALSE(whole.empty());
        for (const Budget budget :
             {Budget::unlimited(), Budget::within(24h), Budget::within(Budget::Clock::duration::max()),
              Budget::within(Budget::Clock::duration::max() - 1ns), Budget::until(Budget::Clock::time_point::max()),
              Budget::work_units(UINT64_MAX)}) {
            const PairReport& report = player->world().find_pairs(budget);
            EXPECT_TRUE(report.complete);
            EXPECT_EQ(report.open_pairs, 0u);
            EXPECT_TRUE(agree(answer_of(report), whole));
        }
    }
}

TEST_P(Deadline, AnywhereGivesAPartAndSaysSo)
{
    for (ScenePlayer* player : {&pair_, &self_}) {
        const Answer whole = player->pairs();
        for (int microseconds = 1; microseconds < 600; microseconds += microseconds / 4 + 1) {
            const PairReport& report =
                player->world().find_pairs(Budget::within(std::chrono::microseconds(microseconds)));
            const Answer part = answer_of(report);
            EXPECT_EQ(report.complete, report.open_pairs == 0) << microseconds;
            for (const auto& [bodies, pairs] : part)
                EXPECT_TRUE(std::ranges::includes(whole.at(bodies), pairs)) << microseconds;
            if (report.complete) {
                EXPECT_TRUE(agree(part, whole)) << microseconds;
            }
        }
        EXPECT_TRUE(agree(player->pairs(), whole));
    }
}

TEST(PastDeadlines, LeaveNothingOpenWhereBodiesAreApart)
{
    const std::vector<TriangleIndices> triangle = {{0, 1, 2}};
    const std::vector<Vec3> here = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, there = {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
    World world = make_world();
    ASSERT_TRUE(world.add_body({.triangles = triangle, .positions = here}).ok());
    ASSERT_TRUE(world.add_body({.triangles = triangle, .positions = there}).ok());
    const PairReport& report = world.find_pairs(Budget::within(-1s));
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.open_pairs, 0u);
}

TEST(Budgets, SayWhatTheyAre)
{
    EXPECT_FALSE(Budget::unlimited().has_deadline());
    EXPECT_EQ(Budget::unlimited().work_unit_limit(), UINT64_MAX);
    EXPECT_EQ(Budget::work_units(12).work_unit_limit(), 12u);
    EXPECT_FALSE(Budget::work_units(12).has_deadline());
    EXPECT_TRUE(Budget::within(1s).has_deadline());
    EXPECT_GT(Budget::within(1h).deadline(), Budget::Clock::now());
    EXPECT_EQ(Budget::within(Budget::Clock::duration::max()).deadline(), Budget::Clock::time_point::max());
}

} // namespace
} // namespace tactus
