// SPDX-License-Identifier: MIT
// The interruptible spheres paper: the counts that decide what it says of its lists, and what users see of a run.
#include <algorithm>

#include <gtest/gtest.h>

#include "cli/output/papers/interruptible/interruptible_report.h"
#include "held_claims.h"
#include "quick_run.h"
#include "well_formed.h"

namespace {

using namespace tactus::cli;

/// Small bodies; what their traversals count decides the same claims.
const InterruptibleFigures& counted_interruptions()
{
    static const InterruptibleFigures figures = reproduce_interruptible(true, "", [](double) {}).value();
    return figures;
}

TEST(InterruptiblePaper, ListLengthsDecideItsClaims)
{
    const InterruptibleFigures& figures = counted_interruptions();
    EXPECT_EQ(holding(interruptible_claims(figures)), (std::vector<bool>{true, true, true, true}));
    ASSERT_EQ(figures.interactions.size(), 4u);
    for (const InterruptibleFigures::Interaction& interaction : figures.interactions) {
        ASSERT_GT(interaction.stops.size(), 6u) << interaction.name;
        EXPECT_GT(interaction.intersecting, 20u);
        EXPECT_EQ(interaction.stops.front().tests, 1u);
        EXPECT_EQ(interaction.stops.front().collisions, 0u);
        EXPECT_EQ(interaction.stops.back().pairs, 0u) << "it came to its end";
        EXPECT_EQ(interaction.stops.back().own_unrefined, 0u);
        EXPECT_EQ(interaction.stops.back().own_error, 0.0);
        for (const InterruptibleFigures::Stop& stop : interaction.stops) {
            // Overlapping spheres hold the deepest contact, and no answer is surer than what it leaves open.
            EXPECT_GE(stop.deepest, interaction.stops.back().own_deepest) << stop.tests;
            EXPECT_EQ(stop.own_error > 0.0, stop.own_unrefined > 0) << stop.tests;
        }
    }
    ASSERT_EQ(figures.moments.size(), 4u);
    EXPECT_TRUE(std::ranges::is_sorted(figures.moments, {}, &InterruptibleFigures::Moment::tests));
    // Figure 9 has a colour for each list, and one picture at least that shows both.
    EXPECT_FALSE(figures.moments[2].to_test.empty());
    EXPECT_FALSE(figures.moments[2].colliding.empty());
    EXPECT_TRUE(figures.moments[0].colliding.empty());
    EXPECT_TRUE(figures.moments[3].to_test.empty());
}

// A claim that cannot fail would say nothing.
TEST(InterruptiblePaper, ItsClaimsFallWhereCountsAreOthers)
{
    InterruptibleFigures figures = counted_interruptions();
    InterruptibleFigures::Interaction& first = figures.interactions.front();
    first.first_collision = 1;
    first.stops.front().collisions = first.stops.back().collisions + 1;
    first.stops.front().pairs = first.longest();
    first.stops.back().lost = 1;
    EXPECT_EQ(holding(interruptible_claims(figures)), (std::vector<bool>{false, false, false, false}));
}

TEST(InterruptiblePaper, AQuickRunWritesNumbersAndCurves)
{
    const QuickRun run("interruptible_spheres", false);
    const nlohmann::json numbers = run.numbers("interruptible_spheres");
    ASSERT_EQ(numbers["interactions"].size(), 4u);
    EXPECT_EQ(numbers["interactions"][3]["follows_script"], true);
    EXPECT_EQ(numbers["table_1"][4]["dragons"]["pairs"], 1345);
    ASSERT_EQ(run.claims.size(), 4u);
    EXPECT_TRUE(run.claims[0]["holds"].is_null());
    EXPECT_EQ(fault_in_markup(run.bytes("interruptible_spheres.svg")), "");
}

} // namespace
