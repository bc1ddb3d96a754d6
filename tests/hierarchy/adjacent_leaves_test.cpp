// SPDX-License-Identifier: MIT
#include "tree/clusters/windows/adjacent_leaves.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "hierarchy/surfaces.h"

namespace tactus {
namespace {

using surfaces::Surface;

/// The vertices of every node of one level; level -1 are the slots.
std::vector<std::set<std::uint32_t>> vertices_of_nodes(const ClusterTree& tree, int level)
{
    std::size_t slots_a_node = 1;
    for (int l = -1; l < level; ++l)
        slots_a_node *= 8;
    std::vector<std::set<std::uint32_t>> nodes((tree.indices.size() + slots_a_node - 1) / slots_a_node);
    for (std::size_t slot = 0; slot < tree.indices.size(); ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            nodes[slot / slots_a_node].insert(tree.indices[slot].begin(), tree.indices[slot].end());
    return nodes;
}

bool share(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b)
{
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t v) { return b.contains(v); });
}

void expect_what_sets_say(const Surface& s)
{
    const ClusterTree tree = surfaces::tree_over(s);
    const AdjacentLeaves adjacent = make_adjacent_leaves(tree, slot_stars(tree));
    ASSERT_FALSE(adjacent.has_hubs);
    ASSERT_EQ(adjacent.levels.back().node_count(), 1u);
    for (int level = 0; level < static_cast<int>(adjacent.levels.size()); ++level) {
        const AdjacencyLevel& found = adjacent.levels[level];
        const auto nodes = vertices_of_nodes(tree, level), children = vertices_of_nodes(tree, level - 1);
        ASSERT_EQ(found.node_count(), nodes.size());
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> apart;
        for (std::uint32_t a = 0; a < found.node_count(); ++a)
            for (const AdjacentPair& pair : found.of(a)) {
                ASSERT_EQ(pair.a, a);
                EXPECT_TRUE(apart.emplace(std::pair{pair.a, pair.b}, pair.apart).second);
            }
        for (std::uint32_t a = 0; a < nodes.size(); ++a)
            for (std::uint32_t b = a; b < nodes.size(); ++b) {
                const auto listed = apart.find({a, b});
                if (a != b && !share(nodes[a], nodes[b])) {
                    EXPECT_EQ(listed, apart.end());
                    continue;
                }
                if (level > 0) {
                    EXPECT_NE(listed, apart.end()) << "the level above needs it";
                }
                for (std::uint32_t i = 0; i < 8; ++i)
                    for (std::uint32_t j = a == b ? i + 1 : 0; j < 8; ++j) {
                        if (8 * a + i >= children.size() || 8 * b + j >= children.size())
                            continue;
                        const auto &x = children[8 * a + i], &y = children[8 * b + j];
                        if (x.empty() || y.empty())
                            continue;
                        const bool bit = listed != apart.end() && ((listed->second >> (8 * j + i)) & 1) != 0;
                        EXPECT_EQ(bit, !share(x, y)) << level << ": " << a << ' ' << b << ", " << i << ' ' << j;
                    }
            }
        for (const auto& [nodes_of_pair, bits] : apart) {
            EXPECT_TRUE(bits != 0 || level > 0);
            if (nodes_of_pair.first != nodes_of_pair.second)
                continue;
            for (std::uint32_t i = 0; i < 8; ++i)
                for (std::uint32_t j = 0; j <= i; ++j)
                    EXPECT_EQ((bits >> (8 * j + i)) & 1, 0u) << "each pair once";
        }
    }
}

TEST(AdjacentLeaves, ListWhatSetsOfVerticesSay)
{
    expect_what_sets_say(surfaces::rectangle(1, 1));
    expect_what_sets_say(surfaces::rectangle(20, 15));
    expect_what_sets_say(surfaces::tangled());
    expect_what_sets_say(surfaces::soup(200));
    expect_what_sets_say(surfaces::both(surfaces::rectangle(9, 9), surfaces::fan(60)));
}

TEST(AdjacentLeaves, OfAnEmptyMeshAreNone)
{
    const ClusterTree tree = surfaces::tree_over({});
    EXPECT_TRUE(make_adjacent_leaves(tree, slot_stars(tree)).levels.empty());
}

TEST(AdjacentLeaves, LeaveOutTheHubOfALargeFan)
{
    const Surface s = surfaces::fan(10000);
    const ClusterTree tree = surfaces::tree_over(s);
    const AdjacentLeaves adjacent = make_adjacent_leaves(tree, slot_stars(tree));
    EXPECT_TRUE(adjacent.has_hubs);
    EXPECT_LT(adjacent.bytes(), 60 * s.triangles.size());
}

TEST(AdjacentLeaves, StayFewWhereEveryVertexHasManyTriangles)
{
    // All triangles over 40 vertices: each vertex is on hundreds of leaves, so none may count.
    Surface s;
    for (std::uint32_t v = 0; v < 40; ++v)
        s.positions.push_back({static_cast<float>(v % 7), static_cast<float>(v % 5), static_cast<float>(v % 3)});
    for (std::uint32_t a = 0; a < 40; ++a)
        for (std::uint32_t b = a + 1; b < 40; ++b)
            for (std::uint32_t c = b + 1; c < 40; ++c)
                s.triangles.push_back({a, b, c});
    const ClusterTree tree = surfaces::tree_over(s);
    const AdjacentLeaves adjacent = make_adjacent_leaves(tree, slot_stars(tree));
    EXPECT_TRUE(adjacent.has_hubs);
    EXPECT_LT(adjacent.bytes(), 60 * s.triangles.size());
}

} // namespace
} // namespace tactus
