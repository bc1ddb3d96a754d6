// SPDX-License-Identifier: MIT
// A query cut after any number of work units gives a part of the answer, and says that it is a part.
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

bool is_subset(const Answer& part, const Answer& all)
{
    for (const auto& [bodies, pairs] : part) {
        const auto there = all.find(bodies);
        if (there == all.end() || !std::ranges::includes(there->second, pairs))
            return false;
    }
    return true;
}

/// Frames of a scene, each cut wherever it can be.
void cut_frames(const scenes::Scene& scene, ScenePlayer& player, std::vector<std::uint64_t> (*cuts)(std::uint64_t))
{
    for (const std::uint32_t frame : spread_frames(scene, 2)) {
        player.set_frame(frame);
        const PairReport& whole = player.world().find_pairs();
        EXPECT_TRUE(whole.complete);
        EXPECT_EQ(whole.open_pairs, 0u);
        const std::uint64_t needed = whole.work_units_spent;
        const Answer all = answer_of(whole);
        std::size_t count_before = 0;
        Answer before;
        for (const std::uint64_t units : cuts(needed)) {
            const PairReport& report = player.world().find_pairs(Budget::work_units(units));
            const Answer part = answer_of(report);
            EXPECT_LE(report.work_units_spent, units);
            EXPECT_EQ(report.complete, report.open_pairs == 0) << units << " of " << needed;
            // With exactly what is needed, bodies that turn out to need nothing may come after the last unit.
            if (units != needed) {
                EXPECT_EQ(report.complete, units > needed) << units << " of " << needed;
            }
            EXPECT_TRUE(is_subset(part, all)) << units << " of " << needed;
            EXPECT_TRUE(is_subset(before, part)) << units << " of " << needed;
            EXPECT_GE(report.pair_count, count_before);
            if (report.complete) {
                EXPECT_TRUE(agree(part, all));
            }
            count_before = report.pair_count;
            before = part;
        }
    }
}

class CutEverywhere : public testing::TestWithParam<std::string> {
protected:
    CutEverywhere() : scene_(scene_called(GetParam(), {.triangles = sized(400)})), player_(scene_) {}

    /// Budgets of a query that needs `needed`: every one if there are few, else the first, the last and some between.
    static std::vector<std::uint64_t> cuts(std::uint64_t needed)
    {
        std::vector<std::uint64_t> list;
        const std::uint64_t step = std::max<std::uint64_t>(1, needed / cases(on_most_days(40, 60)));
        for (std::uint64_t units = 0; units <= needed + 1; units += units < cases(30) || units + 10 > needed ? 1 : step)
            list.push_back(units);
        if (list.back() != needed + 1)
            list.push_back(needed + 1);
        return list;
    }

    scenes::Scene scene_;
    ScenePlayer player_;
};

INSTANTIATE_TEST_SUITE_P(Catalogue, CutEverywhere, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(CutEverywhere, GivesAGrowingPartOfTheAnswer) { cut_frames(scene_, player_, cuts); }

TEST_P(CutEverywhere, GivesAGrowingPartOfTheAnswerOfBuckets)
{
    const std::vector<Way> ways = {bucket_way(), bucket_way({.levels = 2}), bucket_ways().back()};
    for (const Way& way : some_on_most_days(ways, 3, GetParam().size())) {
        SCOPED_TRACE(way.name);
        ScenePlayer player(scene_, way);
        cut_frames(scene_, player, cuts);
    }
}

TEST_P(CutEverywhere, LeavesNothingBehindForTheNextQuery)
{
    const std::uint32_t frame = scene_.frame_count / 2;
    ScenePlayer buckets(scene_, bucket_way());
    for (ScenePlayer* player : {&player_, &buckets}) {
        player->set_frame(frame);
        const OrderedReport whole = ordered(player->world().find_pairs());
        const Answer pairs = player->pairs();
        for (const std::uint64_t units : {0u, 1u, 2u, 3u, 5u, 8u, 13u}) {
            player->world().find_pairs(Budget::work_units(units));
            EXPECT_TRUE(ordered(player->world().find_pairs()) == whole) << units;
        }
        for (const std::uint64_t units : {0u, 1u, 2u, 3u, 5u, 8u, 13u}) {
            player->world().find_pairs(Budget::work_units(units));
            player->set_frame(0);
            player->world().find_pairs(Budget::work_units(units));
            player->set_frame(frame);
            EXPECT_TRUE(agree(player->pairs(), pairs)) << units;
        }
    }
}

TEST_P(CutEverywhere, AlsoWhereOneSideIsBruteForce)
{
    ScenePlayer mixed(scene_, half_brute_force_way());
    mixed.set_frame(scene_.frame_count - 1);
    const PairReport& whole = mixed.world().find_pairs();
    const std::uint64_t needed = whole.work_units_spent;
    const Answer all = answer_of(whole);
    for (std::uint64_t units = 0; units <= needed; units += std::max<std::uint64_t>(1, needed / 10)) {
        const PairReport& report = mixed.world().find_pairs(Budget::work_units(units));
        EXPECT_LE(report.work_units_spent, units);
        EXPECT_EQ(report.complete, report.open_pairs == 0);
        EXPECT_TRUE(is_subset(answer_of(report), all));
    }
}

} // namespace
} // namespace tactus
