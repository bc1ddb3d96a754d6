// SPDX-License-Identifier: MIT
// The estimate of how far forces are off where an answer was cut, beside how far they are.
#include <deque>
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

/// Plays the scene cut at each of these numbers of work units, beside one without limit.
std::vector<Coverage> coverages_of(const std::vector<std::uint64_t>& cuts, std::uint32_t frames)
{
    const scenes::Scene scene = scene_called("haptic_probe");
    std::deque<ScenePlayer> players; // the last one is not cut
    for (std::size_t k = 0; k <= cuts.size(); ++k) {
        EXPECT_TRUE(players.emplace_back(scene).world().set_contact_settings({.contact_distance = 0.0018f}).ok());
        players.back().world().prepare_contacts();
    }
    std::vector<Coverage> found(cuts.size());
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        players.back().set_frame(frame);
        (void)players.back().world().find_contacts();
        const ForceReport& complete = players.back().world().contact_forces({.step_seconds = 0.001f});
        EXPECT_EQ(complete.estimated_error, 0.0f);
        const DoubleVector wanted = force_of(complete, players.back().body(1));
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            players[k].set_frame(frame);
            (void)players[k].world().find_contacts(Budget::work_units(cuts[k]));
            const ForceReport& report = players[k].world().contact_forces({.step_seconds = 0.001f});
            const DoubleVector given = force_of(report, players[k].body(1));
            // Where nothing pushes, the report says that nobody knows.
            if (report.unknown_pairs > 0 || (length(given) == 0.0 && length(wanted) == 0.0))
                continue;
            ++found[k].in_contact;
            found[k].covered += length(given - wanted) <= report.estimated_error ? 1 : 0;
            found[k].estimate += report.estimated_error;
            found[k].force += length(wanted);
        }
    }
    return found;
}

TEST(TheEstimatedError, CoversMostOfWhatForcesAreOff)
{
    const std::vector<std::uint64_t> every_cut = {24, 40, 73, 150, 300, 450, 600};
    const std::vector<std::uint64_t> cuts = wants_every_case() ? every_cut : std::vector<std::uint64_t>{40, 600};
    const std::size_t frames = on_most_days(120, 1200);
    const std::vector<Coverage> found = coverages_of(cuts, static_cast<std::uint32_t>(frames));
    for (std::size_t k = 0; k < cuts.size(); ++k) {
        EXPECT_GT(found[k].in_contact, frames / 3) << cuts[k];
        EXPECT_GE(double(found[k].covered), 0.95 * double(found[k].in_contact)) << cuts[k];
        EXPECT_LE(found[k].estimate, 2.0 * found[k].force) << cuts[k] << ": much larger, it would say little";
    }
}

} // namespace
} // namespace tactus
