// SPDX-License-Identifier: MIT
#include "broad_phase/pair_list.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(PairList, HoldsWhatBeganAndHasNotEnded)
{
    // Few proxies with many changes and many proxies with few: both ways of sorting.
    for (std::uint32_t proxies : {8u, 40u, 5000u}) {
        std::uint64_t state = proxies;
        const auto below = [&state](std::uint32_t count) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return static_cast<std::uint32_t>((state >> 33) % count);
        };
        PairList list;
        std::set<ProxyPair> expected;
        for (int frame = 0; frame < 200; ++frame) {
            std::set<ProxyPair> touched;
            const std::uint32_t changes = below(100);
            for (std::uint32_t i = 0; i < changes; ++i) {
                const std::uint32_t a = below(proxies), b = below(proxies);
                const ProxyPair pair = a < b ? ProxyPair{a, b} : ProxyPair{b, a};
                if (a == b || !touched.insert(pair).second)
                    continue;
                if (expected.insert(pair).second) {
                    list.note_begun(a, b);
                } else {
                    expected.erase(pair);
                    list.note_ended(a, b);
                }
            }
            list.apply(proxies);
            const auto pairs = list.pairs();
            ASSERT_EQ(
                std::vector<ProxyPair>(pairs.begin(), pairs.end()),
                std::vector<ProxyPair>(expected.begin(), expected.end()))
                << "frame " << frame << " of " << proxies << " proxies";
        }
    }
}

TEST(PairList, StaysWhereItIsWhenNothingChanges)
{
    PairList list;
    list.apply(2);
    EXPECT_TRUE(list.pairs().empty());
    list.note_begun(1, 0);
    list.apply(2);
    const ProxyPair* place = list.pairs().data();
    list.apply(2);
    EXPECT_EQ(list.pairs().data(), place);
    EXPECT_EQ(list.pairs()[0], (ProxyPair{0, 1}));
}

} // namespace
} // namespace tactus
