// SPDX-License-Identifier: MIT
// The report is the same, its order included, for any number of workers and from run to run.
#include <thread>

#include "base/cases.h"
#include "base/same_contacts.h"
#include "contacts/promises.h"
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

class SameReport : public testing::TestWithParam<std::string> {
protected:
    /// Reports of some frames, in order.
    std::vector<OrderedReport>
    play(std::uint32_t workers, const PairOptions& options = {}, bool has_buckets = false) const
    {
        ScenePlayer player(scene_, has_buckets ? bucket_way({}, workers) : tree_way(workers));
        std::vector<OrderedReport> reports;
        for (const std::uint32_t frame : spread_frames(scene_, 6)) {
            player.set_frame(frame);
            reports.push_back(ordered(player.world().find_pairs(options)));
        }
        return reports;
    }

    /// Enough that several workers have something to do, but for the scenes where everything meets everything.
    static scenes::SceneOptions size_of(const std::string& name)
    {
        const bool all_meet = name == "one_point" || name == "mixed_scales" || name == "touching_cubes";
        return {.triangles = static_cast<std::uint32_t>(cases(all_meet ? 300 : 1500)), .bodies = 8};
    }

    scenes::Scene scene_ = scene_called(GetParam(), size_of(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Catalogue, SameReport, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(SameReport, ForAnyNumberOfWorkers)
{
    for (const bool has_buckets : {false, true}) {
        const std::vector<OrderedReport> one = play(1, {}, has_buckets);
        for (const std::uint32_t workers : some_on_most_days(worker_counts(), 2, GetParam().size()))
            EXPECT_TRUE(play(workers, {}, has_buckets) == one) << GetParam() << ", " << workers << " workers";
    }
}

TEST_P(SameReport, FromRunToRun)
{
    const std::vector<OrderedReport> first = play(2);
    for (int run = 0; run < 3; ++run)
        EXPECT_TRUE(play(2) == first) << GetParam() << ", run " << run;
}

TEST_P(SameReport, HasTheSamePairsWhateverWasAskedBefore)
{
    const std::uint32_t last = scene_.frame_count - 1;
    ScenePlayer fresh(scene_), used(scene_);
    for (const std::uint32_t frame : spread_frames(scene_, 4)) {
        used.set_frame(frame);
        used.world().find_pairs(PairOptions{.first_hit_only = true});
        used.world().find_pairs(Budget::work_units(3));
        used.world().find_pairs();
    }
    fresh.set_frame(last);
    used.set_frame(last);
    // A tree that deformation has loosened is rebuilt, so the order may tell what was before; the pairs may not.
    EXPECT_TRUE(agree(used.pairs(), fresh.pairs())) << GetParam();
}

TEST_P(SameReport, OfTheFirstHitForAnyNumberOfWorkers)
{
    const PairOptions first_hit{.first_hit_only = true};
    for (const bool has_buckets : {false, true}) {
        const std::vector<OrderedReport> one = play(1, first_hit, has_buckets);
        for (const std::uint32_t workers : some_on_most_days(worker_counts(), 2, GetParam().size()))
            for (int run = 0; run < 2; ++run) {
                const std::vector<OrderedReport> reports = play(workers, first_hit, has_buckets);
                for (std::size_t k = 0; k < reports.size(); ++k) {
                    // How much was left when the others heard of the hit is a matter of chance.
                    EXPECT_TRUE(reports[k].bodies == one[k].bodies) << GetParam() << ", " << workers << " workers";
                    EXPECT_EQ(reports[k].complete, one[k].complete);
                }
            }
    }
}

TEST_P(SameReport, FromTwoWorldsThatWorkAtOnce)
{
    const std::vector<OrderedReport> alone = play(1);
    std::vector<OrderedReport> there;
    std::thread other([&] { there = play(2); });
    const std::vector<OrderedReport> here = play(1);
    other.join();
    EXPECT_TRUE(here == alone);
    EXPECT_TRUE(there == alone);
}

/// A query that is cut gives the same part of the answer.
class SamePart : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, SamePart, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(SamePart, OfThePairsForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(400)});
    const std::uint32_t frame = scene.frame_count / 2;
    for (const bool has_buckets : {false, true}) {
        ScenePlayer alone(scene, has_buckets ? bucket_way() : tree_way(1));
        alone.set_frame(frame);
        const std::uint64_t needed = alone.world().find_pairs().work_units_spent;
        for (const std::uint32_t workers : some_on_most_days(worker_counts(), 2, GetParam().size())) {
            ScenePlayer other(scene, has_buckets ? bucket_way({}, workers) : tree_way(workers));
            other.set_frame(frame);
            const std::uint64_t step = std::max<std::uint64_t>(1, needed / cases(12));
            for (std::uint64_t units = 0; units <= needed; units += step) {
                const OrderedReport expected = ordered(alone.world().find_pairs(Budget::work_units(units)));
                EXPECT_TRUE(ordered(other.world().find_pairs(Budget::work_units(units))) == expected)
                    << GetParam() << ", " << workers << " workers, " << units << " of " << needed;
            }
        }
    }
}

TEST_P(SamePart, OfTheContactsForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_to_touch(GetParam(), 200, 12);
    ScenePlayer one(scene, tree_way(1)), three(scene, tree_way(3));
    for (ScenePlayer* player : {&one, &three})
        ASSERT_TRUE(player->world().set_contact_settings({.contact_distance = contact_distance_for(scene)}).ok());
    const auto every = std::uint32_t(on_most_days(6, 3));
    for (std::uint32_t frame = 0; frame < scene.frame_count; frame += every)
        for (const Budget budget : {Budget::work_units(20 + 40 * frame), Budget::unlimited()}) {
            one.set_frame(frame);
            three.set_frame(frame);
            EXPECT_TRUE(are_same(one.world().find_contacts(budget), three.world().find_contacts(budget)))
                << GetParam() << ", frame " << frame;
        }
}

} // namespace
} // namespace tactus
