// SPDX-License-Identifier: MIT
// A probe on a soft organ at 1 kHz, with a fraction of the work that an answer needs: it must be felt.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "agreement/scene_player.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

DoubleVector force_on(const ForceReport& report, BodyId body)
{
    for (const Wrench& wrench : report.bodies)
        if (wrench.body == body)
            return to_double(wrench.force);
    return {};
}

struct Felt {
    std::size_t in_contact = 0; ///< frames in which the unlimited answer pushes
    std::size_t silent = 0;     ///< of them, those in which the cut one does not
    std::size_t close = 0;      ///< of them, those in which the cut force is within half of the unlimited one
};

/// A report whose pushes have a source, and whose silence is known or admitted.
void expect_to_say_what_is_known(const ForceReport& report, DoubleVector force)
{
    EXPECT_GE(double(report.confirmed_push) + double(report.held_push), 0.999 * length(force));
    EXPECT_EQ(report.unknown_pairs, length(force) == 0.0 ? report.open_pairs : 0u);
}

/// Plays the scene with so many work units a frame beside one without limit.
Felt play(std::uint64_t units, std::uint32_t first, std::uint32_t frames)
{
    const scenes::Scene scene = scene_called("haptic_probe");
    ScenePlayer cut(scene), whole(scene);
    Felt felt;
    for (ScenePlayer* player : {&cut, &whole}) {
        EXPECT_TRUE(player->world().set_contact_settings({.contact_distance = 0.0018f}).ok());
        player->world().prepare_contacts();
    }
    for (std::uint32_t frame = first; frame < first + frames; ++frame) {
        cut.set_frame(frame);
        whole.set_frame(frame);
        (void)cut.world().find_contacts(Budget::work_units(units));
        (void)whole.world().find_contacts();
        const ForceReport& cut_report = cut.world().contact_forces({.step_seconds = 0.001f});
        const ForceReport& whole_report = whole.world().contact_forces({.step_seconds = 0.001f});
        const DoubleVector given = force_on(cut_report, cut.body(1)), wanted = force_on(whole_report, whole.body(1));
        expect_to_say_what_is_known(cut_report, given);
        expect_to_say_what_is_known(whole_report, wanted);
        EXPECT_EQ(whole_report.open_pairs, 0u);
        EXPECT_EQ(whole_report.held_push, 0.0f);
        EXPECT_EQ(cut_report.open_pairs, 1u);
        if (!(length(wanted) > 0.0))
            continue;
        ++felt.in_contact;
        felt.silent += length(given) == 0.0 ? 1 : 0;
        felt.close += length(given - wanted) <= 0.5 * length(wanted) ? 1 : 0;
    }
    return felt;
}

TEST(AProbeOnAnOrgan, IsFeltWithAFractionOfTheWork)
{
    const Felt felt = play(24, 0, 2000);
    ASSERT_GT(felt.in_contact, 1000u);
    EXPECT_GE(double(felt.close), 0.95 * double(felt.in_contact)) << felt.silent << " of them silent";
}

} // namespace
} // namespace tactus
