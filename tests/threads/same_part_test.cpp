// SPDX-License-Identifier: MIT
// A query that is cut gives the same part of the answer for any number of workers.
#include "base/cases.h"
#include "base/same_contacts.h"
#include "contacts/promises.h"
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

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
