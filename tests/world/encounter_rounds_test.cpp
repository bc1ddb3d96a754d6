// SPDX-License-Identifier: MIT
#include "world/pairs/encounter_rounds.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/random_encounters.h"
#include "base/threads/parallel.h"

namespace tactus {
namespace {

struct ListedEncounters {
    std::vector<Encounter> encounters;
    std::vector<ExpectedSearch> expected;
    std::uint32_t body_count = 0;

    /// In the order of the list that is sorted; where order matters by chance, for one encounter of so many.
    static ListedEncounters random(std::uint64_t seed, std::uint32_t bodies, std::size_t count, int one_of)
    {
        scenes::Random random(seed);
        ListedEncounters listed{random_encounters(random, bodies, count), {}, bodies};
        for (std::size_t k = 0; k < count; ++k)
            listed.expected.push_back(
                {random.below(200) * std::uint64_t{1000}, one_of == 0 || random.below(std::uint32_t(one_of)) != 0});
        return listed;
    }
};

void expect_sound_rounds(const ListedEncounters& listed, EncounterRounds& rounds)
{
    const auto& [encounters, expected, body_count] = listed;
    rounds.make(encounters, expected, body_count, 4);
    std::vector<std::size_t> round_of(encounters.size(), SIZE_MAX);
    for (std::size_t k = 0; k < rounds.count(); ++k) {
        std::set<std::uint32_t> named;
        std::uint64_t small_price = 0;
        const EncounterRounds::Round round = rounds.round(k);
        for (const bool is_small : {false, true})
            for (const std::uint32_t place : is_small ? round.small : round.large) {
                EXPECT_EQ(round_of[place], SIZE_MAX) << "each once";
                round_of[place] = k;
                small_price += is_small ? expected[place].price : 0;
                const Encounter& encounter = encounters[place];
                EXPECT_TRUE(named.insert(encounter.a).second);
                EXPECT_TRUE(encounter.a == encounter.b || named.insert(encounter.b).second);
            }
        EXPECT_EQ(round.small_price, small_price);
        if (round.large.size() + round.small.size() == 1) {
            const std::uint32_t place = round.large.empty() ? round.small[0] : round.large[0];
            EXPECT_EQ(round.small.empty(), expected[place].price > Workers::worth_sharing) << "nobody else is at work";
        }
    }
    EXPECT_EQ(std::ranges::count(round_of, SIZE_MAX), 0) << "all of them";
    std::size_t stretched = 0;
    for (std::size_t round = 0; round < rounds.count();) {
        const std::size_t first = round;
        const EncounterRounds::Round stretch = rounds.stretch(round);
        std::vector<std::uint32_t> small;
        for (std::size_t k = first; k < round; ++k) {
            EXPECT_TRUE(k == first || rounds.round(k).large.empty());
            small.insert(small.end(), rounds.round(k).small.begin(), rounds.round(k).small.end());
        }
        EXPECT_TRUE(std::ranges::equal(stretch.large, rounds.round(first).large));
        EXPECT_TRUE(std::ranges::equal(stretch.small, small));
        stretched += stretch.large.size() + stretch.small.size();
    }
    EXPECT_EQ(stretched, encounters.size());
    const auto have_common_body = [](const Encounter& a, const Encounter& b) {
        return a.a == b.a || a.a == b.b || a.b == b.a || a.b == b.b;
    };
    for (std::size_t second = 0; second < encounters.size(); ++second)
        for (std::size_t first = 0; first < second; ++first)
            if (have_common_body(encounters[first], encounters[second])
                && !(expected[first].is_order_free && expected[second].is_order_free)) {
                EXPECT_LT(round_of[first], round_of[second]);
            }
}

TEST(EncounterRounds, HaveEveryEncounterOnceAndNoBodyTwice)
{
    EncounterRounds rounds;
    for (const int one_of : {0, 1, 2, 20})
        for (const std::uint32_t bodies : {2u, 30u, 300u})
            for (std::uint64_t seed = 0; seed < 4; ++seed)
                expect_sound_rounds(
                    ListedEncounters::random(seed, bodies, bodies == 2 ? 3 : 2 * bodies, one_of), rounds);
}

TEST(EncounterRounds, AreFewWhereBodiesStandInALine)
{
    std::vector<Encounter> encounters;
    for (std::uint32_t k = 0; k < 500; ++k)
        encounters.push_back({k, k + 1});
    EncounterRounds rounds;
    rounds.make(encounters, std::vector<ExpectedSearch>(500, {1000, true}), 501, 4);
    EXPECT_EQ(rounds.count(), 2u);
    rounds.make({}, {}, 501, 4);
    EXPECT_EQ(rounds.count(), 0u);
}

TEST(EncounterRounds, AreFewWhereAllBodiesLieOnOneThatNoSearchChanges)
{
    std::vector<Encounter> encounters;
    std::vector<ExpectedSearch> expected;
    for (std::uint32_t k = 0; k < 500; ++k) {
        encounters.push_back({std::min(k, 250u), std::max(k + 1, 250u)});
        expected.push_back({1000, k % 2 == 0, k >= 250, k < 250});
    }
    EncounterRounds rounds;
    rounds.make(encounters, expected, 501, 4);
    EXPECT_EQ(rounds.count(), 1u);
}

TEST(EncounterRounds, ShareWhatIsLargeByItselfUnlessThereIsMuchOfIt)
{
    std::vector<Encounter> encounters;
    for (std::uint32_t k = 0; k < 100; ++k)
        encounters.push_back({2 * k, 2 * k + 1});
    std::vector<ExpectedSearch> expected(100, {5'000, true});
    expected[7].price = 400'000;
    EncounterRounds rounds;
    rounds.make(encounters, expected, 200, 4);
    ASSERT_EQ(rounds.count(), 1u);
    EXPECT_EQ(rounds.round(0).large.size(), 1u);
    EXPECT_EQ(rounds.round(0).large[0], 7u);
    EXPECT_EQ(rounds.round(0).small.size(), 99u);
    EXPECT_TRUE(std::ranges::is_sorted(rounds.round(0).small));
    rounds.make(encounters, std::vector<ExpectedSearch>(100, {400'000, true}), 200, 4);
    EXPECT_EQ(rounds.round(0).small.size(), 100u);
}

} // namespace
} // namespace tactus
