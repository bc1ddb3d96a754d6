// SPDX-License-Identifier: MIT
#include "broad_phase/proxy_tree.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace tactus {
namespace {

Box interval(float lower, float upper) { return {{lower, 0, 0}, {upper, 1, 1}}; }

std::vector<std::uint32_t> found(const ProxyTree& tree, const Box& box)
{
    std::vector<std::uint32_t> proxies;
    tree.for_each_overlap(box, [&](std::uint32_t proxy) { proxies.push_back(proxy); });
    std::ranges::sort(proxies);
    return proxies;
}

// The height of the emptiest balanced tree of this many leaves is just under this.
double height_limit(std::size_t leaves) { return 1.4405 * std::log2(static_cast<double>(leaves) + 2) + 1; }

TEST(ProxyTree, StaysLowWhateverTheOrderAndTheSizes)
{
    constexpr std::uint32_t count = 3000;
    const auto box_of = [](int order, std::uint32_t i) {
        const float x = static_cast<float>(i);
        switch (order) {
        case 0:
            return interval(x, x + 0.5f); // ascending
        case 1:
            return interval(-x, -x + 0.5f); // descending
        case 2:
            return interval(0, 1); // all the same
        case 3:
            return interval(0, std::ldexp(1.0f, static_cast<int>(i % 120))); // each in the next
        default:
            return interval(i % 2 == 0 ? x : -x, i % 2 == 0 ? 2 * x : x); // nested and apart
        }
    };
    for (int order = 0; order < 5; ++order) {
        ProxyTree tree;
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t i = 0; i < count; ++i) {
            nodes.push_back(tree.insert(box_of(order, i), i));
            ASSERT_LE(tree.height(), height_limit(i + 1)) << "order " << order;
        }
        EXPECT_EQ(found(tree, interval(-1e38f, 1e38f)).size(), count);
        for (std::uint32_t i = 0; i + 10 < count; ++i) {
            tree.remove(nodes[i]);
            ASSERT_LE(tree.height(), height_limit(count - i - 1)) << "order " << order;
        }
        EXPECT_EQ(found(tree, interval(-1e38f, 1e38f)).size(), 10u);
    }
}

TEST(ProxyTree, FindsTheLeavesThatOverlap)
{
    ProxyTree tree;
    EXPECT_TRUE(found(tree, interval(-1, 100)).empty());
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t i = 0; i < 10; ++i)
        nodes.push_back(tree.insert(interval(static_cast<float>(i), static_cast<float>(i) + 0.5f), i));
    EXPECT_EQ(found(tree, interval(2.5f, 4.0f)), (std::vector<std::uint32_t>{2, 3, 4}));
    tree.remove(nodes[3]);
    EXPECT_EQ(found(tree, interval(2.5f, 4.0f)), (std::vector<std::uint32_t>{2, 4}));
    EXPECT_TRUE(found(tree, {{2.5f, 2, 0}, {4, 3, 1}}).empty());
}

TEST(ProxyTree, IsRebuiltOverTheLeavesItIsGiven)
{
    ProxyTree tree;
    tree.insert(interval(0, 1), 77);
    std::vector<ProxyTree::Leaf> leaves;
    for (std::uint32_t i = 0; i < 1000; ++i)
        leaves.push_back({interval(static_cast<float>(i * 7 % 1000), static_cast<float>(i * 7 % 1000) + 0.5f), i});
    tree.rebuild(leaves);
    EXPECT_EQ(tree.height(), 10u);
    EXPECT_EQ(found(tree, interval(-1, 1001)).size(), 1000u);
    for (const ProxyTree::Leaf& leaf : leaves)
        if (leaf.proxy != 5)
            tree.remove(leaf.node);
    EXPECT_EQ(found(tree, interval(-1, 1001)), std::vector<std::uint32_t>{5});
    tree.rebuild({});
    EXPECT_EQ(tree.height(), 0u);
    EXPECT_TRUE(found(tree, interval(-1, 1001)).empty());
}

} // namespace
} // namespace tactus
