// SPDX-License-Identifier: MIT
// Encounters that share a body are never searched at once, however many workers there are.
#include "world/pairs/encounter_chains.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "base/random_encounters.h"
#include "base/threads/parallel.h"

namespace tactus {
namespace {

struct SomeEncounters {
    std::vector<Encounter> encounters;
    std::vector<ExpectedSearch> expected;
    std::uint32_t body_count = 0;
};

/// Searches leave the first body as it is in one of two lists.
SomeEncounters some_encounters(std::uint64_t seed, std::uint32_t bodies, std::size_t count)
{
    scenes::Random random(seed);
    SomeEncounters some{random_encounters(random, bodies, count), {}, bodies};
    for (const Encounter& encounter : some.encounters)
        some.expected.push_back(
            {1000 + random.below(2000), random.below(2) == 0, seed % 2 == 0 && encounter.a == 0 && encounter.b != 0});
    return some;
}

TEST(EncounterChains, SearchEachOnceAndNoBodyTwiceAtATime)
{
    EncounterRounds rounds;
    EncounterChains chains;
    for (const std::uint32_t count : {1u, 2u, 8u}) {
        Workers workers(count);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto [encounters, expected, body_count] = some_encounters(seed, 40, 300);
            rounds.make(encounters, expected, body_count, count);
            std::vector<std::atomic<int>> is_busy(body_count), times(encounters.size());
            std::vector<std::vector<std::size_t>> order(body_count);
            std::atomic<int> clashes = 0;
            const auto search = [&](std::uint32_t place) {
                const Encounter& encounter = encounters[place];
                std::vector<std::uint32_t> named;
                if (!expected[place].leaves_a)
                    named.push_back(encounter.a);
                if (encounter.b != encounter.a)
                    named.push_back(encounter.b);
                for (const std::uint32_t body : named)
                    clashes += is_busy[body].exchange(1);
                if (clashes == 0)
                    for (const std::uint32_t body : named)
                        order[body].push_back(place);
                ++times[place];
                for (const std::uint32_t body : named)
                    is_busy[body] = 0;
            };
            std::size_t stretches = 0;
            for (std::size_t round = 0; round < rounds.count(); ++stretches) {
                const EncounterRounds::Round stretch = rounds.stretch(round);
                EXPECT_TRUE(stretch.large.empty());
                chains.make(encounters, expected, body_count, stretch.small);
                workers.for_each_chunk(
                    chains.first().size(), 1, [&](std::size_t index, std::size_t, std::size_t, std::uint32_t) {
                        chains.search_from(chains.first()[index], search);
                    });
            }
            EXPECT_EQ(stretches, 1u);
            EXPECT_EQ(clashes, 0) << "seed " << seed << ", " << count << " workers";
            for (const std::atomic<int>& some : times)
                EXPECT_EQ(some, 1) << "seed " << seed << ", " << count << " workers";
            // Every body meets the others round by round, which is the order of the list where that matters.
            for (const std::vector<std::size_t>& of_body : order)
                for (std::size_t k = 0; k + 1 < of_body.size(); ++k)
                    if (!expected[of_body[k]].is_order_free || !expected[of_body[k + 1]].is_order_free) {
                        EXPECT_LT(of_body[k], of_body[k + 1]);
                    }
        }
    }
}

} // namespace
} // namespace tactus
