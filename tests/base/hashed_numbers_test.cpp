// SPDX-License-Identifier: MIT
#include "base/hashed_numbers.h"
#include "base/stages/room_stages.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace tactus {
namespace {

/// Hashes of which every `alike` differ in their eight highest bits only.
std::vector<std::uint64_t> hashes(std::uint32_t count, std::uint32_t alike)
{
    std::vector<std::uint64_t> made;
    for (std::uint32_t i = 0; i < count; ++i)
        made.push_back(mixed(i / alike) >> 8 | std::uint64_t(i % alike * 7 + 1) << 56);
    return made;
}

void insert_all(HashedNumbers& table, const std::vector<std::uint64_t>& of)
{
    for (std::uint32_t i = 0; i < of.size(); ++i)
        table.insert(of[i], i, [&](std::uint32_t number) { return of[number]; });
}

TEST(HashedNumbers, FindWhatWasInsertedHoweverLittleWasExpected)
{
    for (const std::uint32_t alike : {1u, 3u, 30u})
        for (const std::size_t expected : {0u, 5000u}) {
            const std::vector<std::uint64_t> of = hashes(5000, alike);
            HashedNumbers table;
            table.clear(expected);
            insert_all(table, of);
            for (std::uint32_t i = 0; i < of.size(); ++i) {
                const auto find = [&](std::uint64_t hash) {
                    return table.find(hash, [&](std::uint32_t number) { return of[number] == hash; });
                };
                ASSERT_EQ(find(of[i]), i);
                ASSERT_EQ(find(of[i] + (std::uint64_t{1} << 48)), HashedNumbers::none);
            }
        }
}

TEST(HashedNumbers, VisitAllWhoseHashesAreSimilar)
{
    constexpr std::uint32_t alike = 20;
    const std::vector<std::uint64_t> of = hashes(3000, alike);
    HashedNumbers table;
    table.clear(10);
    insert_all(table, of);
    for (std::uint32_t i = 0; i < of.size(); ++i) {
        std::vector<std::uint32_t> seen;
        table.visit_similar(of[i], [&](std::uint32_t number) {
            if (number / alike == i / alike)
                seen.push_back(number);
        });
        std::sort(seen.begin(), seen.end());
        ASSERT_EQ(seen.size(), alike);
        EXPECT_TRUE(std::unique(seen.begin(), seen.end()) == seen.end());
    }
}

TEST(HashedNumbers, InsertOnlyWhatIsNotThere)
{
    for (const std::uint32_t alike : {1u, 3u, 30u}) {
        const std::vector<std::uint64_t> of = hashes(5000, alike);
        HashedNumbers table;
        table.clear(0);
        const auto find_or_insert = [&](std::uint32_t number, std::uint64_t hash) {
            return table.find_or_insert(
                hash, number, [&](std::uint32_t other) { return of[other] == hash; },
                [&](std::uint32_t other) { return of[other]; });
        };
        for (std::uint32_t i = 0; i < of.size(); ++i) {
            ASSERT_EQ(find_or_insert(i, of[i]), i);
            ASSERT_EQ(find_or_insert(i + 1, of[i / 2]), i / 2);
        }
        for (std::uint32_t i = 0; i < of.size(); ++i)
            ASSERT_EQ(table.find(of[i], [&](std::uint32_t number) { return of[number] == of[i]; }), i);
    }
}

TEST(HashedNumbers, KnowWhereNothingIsSimilar)
{
    constexpr std::uint32_t alike = 20;
    const std::vector<std::uint64_t> of = hashes(3000, alike);
    HashedNumbers table;
    EXPECT_FALSE(table.may_have_similar(of[0]));
    table.clear(30000);
    const std::vector<std::uint64_t> half(of.begin(), of.begin() + 1500);
    insert_all(table, half);
    std::size_t suspected = 0;
    for (std::uint32_t i = 0; i < of.size(); ++i) {
        const bool may = table.may_have_similar(of[i] ^ std::uint64_t{255} << 56);
        ASSERT_TRUE(may || i >= half.size()) << i;
        suspected += may && i >= half.size() ? 1 : 0;
    }
    EXPECT_LT(suspected, half.size() / 10);
}

TEST(HashedNumbers, ForgetEverythingWhenCleared)
{
    const std::vector<std::uint64_t> of = hashes(300, 2);
    HashedNumbers table;
    RoomStages room;
    table.make_room(1000, room);
    room.finish();
    for (int round = 0; round < 3; ++round) {
        table.clear(0);
        const auto any = [](std::uint32_t) { return true; };
        for (const std::uint64_t hash : of) {
            ASSERT_EQ(table.find(hash, any), HashedNumbers::none);
            table.visit_similar(hash, [](std::uint32_t number) { FAIL() << number; });
        }
        insert_all(table, of);
    }
}

TEST(HashedNumbers, FindNothingBeforeTheyAreFirstCleared)
{
    const HashedNumbers table;
    EXPECT_EQ(table.find(12345, [](std::uint32_t) { return true; }), HashedNumbers::none);
}

} // namespace
} // namespace tactus
