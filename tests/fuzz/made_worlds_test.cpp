// SPDX-License-Identifier: MIT
// The checks that make worlds of their own from a seed, with fixed seeds. `script/fuzz` runs them with new ones.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "fuzz/checks/findings.h"
#include "fuzz/crowds/check_crowds.h"
#include "fuzz/edges/check_edges.h"

namespace tactus::fuzz {
namespace {

/// How many worlds of a kind: few of them where everything takes longer.
std::uint64_t worlds(std::uint64_t few, std::uint64_t all)
{
#ifdef TACTUS_SANITIZED
    return (few + all) / 100;
#else
    return on_most_days(few, all);
#endif
}

void expect_none(const Findings& findings, std::uint64_t seed)
{
    std::set<std::string> told;
    for (const Finding& finding : findings.found())
        if (told.insert(finding.check).second)
            ADD_FAILURE() << "tactus_fuzz --case " << seed << " --only " << finding.check << ": " << finding.message;
}

TEST(MadeWorlds, HaveTheEdgesInContactThatThePageNames)
{
    for (std::uint64_t seed = 1; seed <= worlds(40, 400); ++seed) {
        Findings findings;
        edges::check_edges(seed, nullptr, findings);
        expect_none(findings, seed);
    }
}

TEST(MadeWorlds, KeepTheBudgetsOfTheirFirstQueries)
{
    for (std::uint64_t seed = 1; seed <= worlds(20, 200); ++seed) {
        Findings findings;
        crowds::check_first_budget(seed, false, findings);
        expect_none(findings, seed);
    }
}

TEST(MadeWorlds, HaveTheClosestPointsOfAllTheirTriangles)
{
    for (std::uint64_t seed = 1; seed <= worlds(40, 400); ++seed) {
        Findings findings;
        crowds::check_closest(seed, false, findings);
        expect_none(findings, seed);
    }
}

} // namespace
} // namespace tactus::fuzz
