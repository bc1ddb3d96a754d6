// SPDX-License-Identifier: MIT
// The promises of cut queries on bodies of 20 000 triangles, at 200 log-spaced numbers of work units.
#include "contacts/promises.h"

namespace tactus {
namespace {

class LargeCuts : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    Catalogue, LargeCuts,
    testing::Values("bumpy_spheres", "soft_organs", "organ_tool", "folded_cloth", "large_deformation", "cloth_on_ball"),
    [](const auto& name) { return name.param; });

TEST_P(LargeCuts, CoverEveryContactAtTwoHundredLogSpacedUnits)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 20000, .frames = 60});
    // Depths are cut in small scenes; here they would be most of the work.
    const ContactSettings settings = {
        .contact_distance = 0.1f * mean_edge(scene),
        .max_contacts = 1u << 17,
        .keep_front = false,
        .measure_depths = false};
    ScenePlayer whole(scene), cut(scene);
    for (ScenePlayer* player : {&whole, &cut}) {
        ASSERT_TRUE(player->world().set_contact_settings(settings).ok());
        player->set_frame(36);
    }
    const ContactReport& answer = whole.world().find_contacts();
    const Promises promises(answer);
    ASSERT_GT(answer.contacts.size(), 20u);
    // Contacts of the query before would be looked at first: a step aside in between leaves none.
    const auto forget = [&] {
        ASSERT_TRUE(cut.world().ignore_contacts(cut.body(0), cut.body(cut.body_count() - 1)).ok());
        cut.world().find_contacts();
        ASSERT_TRUE(cut.world().ignore_contacts(cut.body(0), cut.body(cut.body_count() - 1), false).ok());
    };
    float worst_before = std::numeric_limits<float>::infinity();
    const std::uint64_t needed = cut.world().find_contacts(every_unit()).work_units_spent;
    for (const std::uint64_t units : cuts(needed, 200)) {
        forget();
        const ContactReport& report = cut.world().find_contacts(Budget::work_units(units));
        promises.check(report, std::to_string(units) + " of " + std::to_string(needed));
        EXPECT_LE(report.worst_error, worst_before);
        worst_before = report.worst_error;
    }
}

} // namespace
} // namespace tactus
