// SPDX-License-Identifier: MIT
// A body is searched against itself in one way where a budget may end and in another where none can: both give the same
// pairs in the same order, for the same units of work and any number of workers.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "self/self_search.h"

namespace tactus {
namespace {

using surfaces::Surface;

/// Strips along one diagonal, side by side: the boxes of all clusters overlap, those of few leaves do.
Surface bundle(std::uint32_t strips)
{
    constexpr std::uint32_t length = 64;
    Surface s;
    for (std::uint32_t strip = 0; strip < strips; ++strip) {
        const auto first = static_cast<std::uint32_t>(s.positions.size());
        const float aside = 0.15f * static_cast<float>(strip), tilt = strip % 2 == 0 ? 0.3f : -0.1f;
        for (std::uint32_t k = 0; k < length + 2; ++k) {
            const auto along = static_cast<float>(k);
            const float out = k % 2 == 0 ? -0.5f : 0.5f;
            s.positions.push_back({along + aside + out, along - aside - out, along + tilt * out});
        }
        for (std::uint32_t k = 0; k < length; ++k)
            s.triangles.push_back({first + k, first + k + 1, first + k + 2});
    }
    return s;
}

struct SearchedSurface {
    std::string name;
    Surface surface;
    std::vector<Vec3> positions;
    bool neighbours = false;

    friend void PrintTo(const SearchedSurface& searched, std::ostream* out) { *out << searched.name; }
};

std::vector<Vec3> folded(const Surface& s)
{
    std::vector<Vec3> positions = crossing_pleats(s, 1.0f);
    for (Vec3& p : positions)
        p.x = std::abs(p.x - 3.0f);
    return positions;
}

std::vector<SearchedSurface> searched_surfaces()
{
    std::vector<SearchedSurface> all;
    const auto add = [&](const char* name, const Surface& s, const std::vector<Vec3>& positions, bool neighbours) {
        all.push_back({name, s, positions, neighbours});
    };
    const Surface sheet = surfaces::rectangle(96, sized(std::uint32_t(on_most_days(48, 96)))),
                  small = surfaces::rectangle(24, 20);
    const Surface fan = surfaces::fan(sized(1200)), soup = surfaces::soup(sized(2000));
    // More pairs of clusters than are taken down at once, which are cut where the units would tell a wrong cut.
    const Surface strips = bundle(static_cast<std::uint32_t>(cases(372)));
    add("pleats", sheet, crossing_pleats(sheet, 2.5f), false);
    add("sheet", sheet, sheet.positions, false);
    add("hub", fan, folded(fan), false);
    add("soup", soup, soup.positions, false);
    add("strips", strips, strips.positions, false);
    add("neighbours", small, folded(small), true);
    add("neighbours_at_a_hub", surfaces::fan(200), folded(surfaces::fan(200)), true);
    add("one_triangle", {{{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, true);
    return all;
}

class SameSelfSearch : public testing::TestWithParam<SearchedSurface> {};

INSTANTIATE_TEST_SUITE_P(Surfaces, SameSelfSearch, testing::ValuesIn(searched_surfaces()), [](const auto& searched) {
    return searched.param.name;
});

TEST_P(SameSelfSearch, WhereABudgetMayEndAndForAnyNumberOfWorkers)
{
    SelfSearch search(GetParam().surface, GetParam().neighbours);
    search.move(GetParam().positions);
    search.pairs(1);
    const auto expected = search.unsorted();
    const std::uint64_t units = search.units;
    EXPECT_TRUE(search.outcome.complete);
    for (const std::uint32_t worker_count : worker_counts()) {
        Workers workers(worker_count);
        for (const Budget& budget : {Budget::unlimited(), Budget::work_units(units + 1), Budget::work_units(units)}) {
            WorkMeter meter(budget);
            const RefinementOutcome outcome = search.search(workers, meter, false);
            EXPECT_TRUE(outcome.complete) << worker_count;
            EXPECT_EQ(outcome.open_pairs, 0u) << worker_count;
            EXPECT_EQ(meter.spent(), units) << worker_count;
            EXPECT_TRUE(search.unsorted() == expected) << worker_count;
        }
        WorkMeter meter(Budget::work_units(units - 1));
        const RefinementOutcome outcome = search.search(workers, meter, false);
        EXPECT_FALSE(outcome.complete) << worker_count;
        EXPECT_GT(outcome.open_pairs, 0u) << worker_count;
        const auto some = search.unsorted();
        ASSERT_LE(some.size(), expected.size()) << worker_count;
        EXPECT_TRUE(std::equal(some.begin(), some.end(), expected.begin())) << worker_count;
    }
}

/// What a query leaves behind in its memory is of no use to the next one, which may be about another body.
TEST(SameSelfSearchAgain, AfterOtherBodiesAndOtherNumbersOfWorkers)
{
    SelfQuery query;
    const std::vector<SearchedSurface> all = searched_surfaces();
    for (const std::uint32_t worker_count : worker_counts())
        for (const SearchedSurface& searched : all) {
            SelfSearch fresh(searched.surface, searched.neighbours);
            fresh.move(searched.positions);
            fresh.pairs(1);
            Workers workers(worker_count);
            WorkMeter meter(Budget::unlimited());
            Buffer<TrianglePair> found;
            query.find_pairs(
                {fresh.tree(), fresh.tables(), fresh.places(), fresh.root()}, workers, meter, false, found);
            EXPECT_TRUE(std::vector<TrianglePair>(found.begin(), found.end()) == fresh.unsorted()) << searched.name;
            EXPECT_EQ(meter.spent(), fresh.units) << searched.name;
        }
}

} // namespace
} // namespace tactus
