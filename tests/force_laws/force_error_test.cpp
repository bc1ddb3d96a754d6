// SPDX-License-Identifier: MIT
// The estimate of how far forces are off where an answer was cut, beside how far they are.
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "agreement/scene_player.h"
#include "base/cases.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

struct Coverage {
    std::size_t in_contact = 0; ///< frames in which either answer pushes
    std::size_t covered = 0;    ///< of them, those in which the force is off by no more than is estimated
    double estimate = 0.0;      ///< newtons, all of them added up
    double force = 0.0;         ///< of the complete answers
};

DoubleVector force_of(const ForceReport& report, BodyId body)
{
    for (const Wrench& wrench : report.bodies)
        if (wrench.body == body)
            return to_double(wrench.force);
    return {};
}

Coverage coverage_of(std::uint64_t units, std::uint32_t frames)
{
    const scenes::Scene scene = scene_called("haptic_probe");
    ScenePlayer cut(scene), uncut(scene);
    Coverage found;
    for (ScenePlayer* player : {&cut, &uncut})
        EXPECT_TRUE(player->world().set_contact_settings({.contact_distance = 0.0018f}).ok());
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        cut.set_frame(frame);
        uncut.set_frame(frame);
        (void)cut.world().find_contacts(Budget::work_units(units));
        (void)uncut.world().find_contacts();
        const ForceReport& report = cut.world().contact_forces({.step_seconds = 0.001f});
        const ForceReport& complete = uncut.world().contact_forces({.step_seconds = 0.001f});
        EXPECT_EQ(complete.estimated_error, 0.0f);
        const DoubleVector given = force_of(report, cut.body(1)), wanted = force_of(complete, uncut.body(1));
        // Where nothing pushes, the report says that nobody knows.
        if (report.unknown_pairs > 0 || (length(given) == 0.0 && length(wanted) == 0.0))
            continue;
        ++found.in_contact;
        found.covered += length(given - wanted) <= report.estimated_error ? 1 : 0;
        found.estimate += report.estimated_error;
        found.force += length(wanted);
    }
    return found;
}

TEST(TheEstimatedError, CoversMostOfWhatForcesAreOff)
{
    const std::vector<std::uint64_t> every_cut = {48, 73, 150, 300, 600, 1200, 2400};
    const std::vector<std::uint64_t> cuts = wants_every_case() ? every_cut : std::vector<std::uint64_t>{73, 2400};
    for (const std::uint64_t units : cuts) {
        const Coverage found = coverage_of(units, static_cast<std::uint32_t>(on_most_days(500, 4000)));
        EXPECT_GT(found.in_contact, 200u) << units;
        EXPECT_GE(double(found.covered), 0.95 * double(found.in_contact)) << units;
        EXPECT_LE(found.estimate, 2.0 * found.force) << units << ": it says little if it is much larger than the force";
    }
}

} // namespace
} // namespace tactus
