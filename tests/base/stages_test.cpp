// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "base/stages/room_stages.h"
#include "base/stages/stages.h"

namespace tactus {
namespace {

/// Notes each item as ten times its stage and its number.
void add_noting(Stages& stages, std::uint64_t price, std::size_t count, int stage, std::vector<int>& noted)
{
    stages.add(
        price, [count] { return count; },
        [&noted, stage](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                noted.push_back(10 * stage + static_cast<int>(k));
        });
}

TEST(Stages, DoTheSameInTheSameOrderWhateverIsPaidAtATime)
{
    const std::vector<int> all = {0, 1, 2, 3, 20, 30, 31};
    for (const std::uint64_t paid : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{25}, std::uint64_t{1000}}) {
        std::vector<int> noted;
        Stages stages;
        add_noting(stages, 5, 4, 0, noted);
        add_noting(stages, 5, 0, 1, noted);
        add_noting(stages, 50, 1, 2, noted);
        add_noting(stages, 3, 2, 3, noted);
        bool is_done = false;
        for (int calls = 0; !is_done && calls < 20; ++calls) {
            const std::size_t before = noted.size();
            std::uint64_t left = paid;
            is_done = stages.advance(left);
            EXPECT_TRUE(is_done || noted.size() > before);
            // The last item of a call may cost more than is left.
            EXPECT_LE((noted.size() - before) * 3, paid + 50);
        }
        EXPECT_TRUE(is_done && stages.is_done());
        EXPECT_EQ(noted, all) << paid;
    }
}

TEST(Stages, FillABufferThatAnotherTakesThePlaceOf)
{
    Buffer<int> buffer, other;
    RoomStages stages;
    stages.add_copies(buffer, 1000, 7);
    for (bool is_done = false; !is_done; std::swap(buffer, other)) {
        std::uint64_t left = 40;
        is_done = stages.advance(left);
    }
    EXPECT_EQ(other.size(), 1000u);
    for (const int value : other)
        EXPECT_EQ(value, 7);
}

} // namespace
} // namespace tactus
