// SPDX-License-Identifier: MIT
#include "tree/clusters/windows/window.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "hierarchy/surfaces.h"
#include "tree/clusters/windows/window_maker.h"

namespace tactus {
namespace {

using surfaces::Surface;

std::vector<float> in_places(const ClusterTree& tree, const Surface& s)
{
    std::vector<float> places;
    for (std::uint32_t vertex : tree.vertex_order)
        places.insert(places.end(), {s.positions[vertex].x, s.positions[vertex].y, s.positions[vertex].z});
    places.resize(places.size() + 4);
    return places;
}

/// Directed edges that the patch has in one direction only.
std::set<std::pair<std::uint32_t, std::uint32_t>>
border_of(const ClusterTree& tree, std::span<const std::uint32_t> patch)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::uint32_t slot : patch)
        for (int k = 0; k < 3; ++k)
            ++edges[{tree.indices[slot][k], tree.indices[slot][(k + 1) % 3]}];
    std::set<std::pair<std::uint32_t, std::uint32_t>> border;
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1) << "the patch is oriented, and no edge has more than two triangles";
        if (!edges.contains({edge.second, edge.first}))
            border.insert(edge);
    }
    return border;
}

void expect_true_windows(const Surface& s, std::size_t least_count)
{
    const ClusterTree tree = surfaces::tree_over(s);
    const std::vector<float> places = in_places(tree, s);
    const VertexStars stars = slot_stars(tree);
    WindowMaker maker;
    maker.look_at(tree, places.data(), stars);
    std::size_t made = 0;
    for (std::uint32_t begin = 0; begin < 8 * tree.cluster_count(); begin += 4) {
        if (!maker.make(begin, begin + 4))
            continue;
        ++made;
        const std::set<std::uint32_t> patch(maker.patch().begin(), maker.patch().end());
        EXPECT_EQ(patch.size(), maker.patch().size());
        const auto border = border_of(tree, maker.patch());
        const auto outline = maker.outline();
        EXPECT_EQ(outline.size(), border.size());
        EXPECT_EQ(std::set<std::uint32_t>(outline.begin(), outline.end()).size(), outline.size());
        for (std::size_t k = 0; k < outline.size(); ++k)
            EXPECT_TRUE(border.contains({outline[k], outline[(k + 1) % outline.size()]}));

        std::set<std::uint32_t> core_vertices;
        for (std::uint32_t slot = 8 * begin; slot < 8 * begin + 32; ++slot)
            if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
                core_vertices.insert(tree.indices[slot].begin(), tree.indices[slot].end());
        const std::set<std::uint32_t> leaves(maker.leaves().begin(), maker.leaves().end());
        for (std::uint32_t slot : patch)
            EXPECT_TRUE(leaves.contains(slot / 8));
        for (std::uint32_t slot = 0; slot < tree.indices.size(); ++slot) {
            if (tree.triangle_of_slot[slot] == ClusterTree::no_triangle)
                continue;
            const auto& corners = tree.indices[slot];
            if (std::none_of(
                    corners.begin(), corners.end(), [&](std::uint32_t v) { return core_vertices.contains(v); }))
                continue;
            for (std::uint32_t k = slot / 8 * 8; k < slot / 8 * 8 + 8; ++k)
                EXPECT_TRUE(tree.triangle_of_slot[k] == ClusterTree::no_triangle || patch.contains(k))
                    << "all of a leaf that shares a vertex with the core";
        }
    }
    EXPECT_GE(made, least_count);
}

TEST(Windows, AreOrientedPatchesWithTheirOutline)
{
    expect_true_windows(surfaces::rectangle(40, 24), 50);
    Surface bent = surfaces::rectangle(40, 24);
    for (Vec3& p : bent.positions)
        p.z = 0.02f * p.x * p.x - 0.03f * p.y * p.y;
    expect_true_windows(bent, 50);
}

TEST(Windows, AreNotMadeWhereTheMeshIsTangled)
{
    expect_true_windows(surfaces::tangled(), 0);
    expect_true_windows(surfaces::soup(300), 0);
    expect_true_windows(surfaces::fan(2000), 0);
}

TEST(Windows, OfAClusterComeInThreesAndRepeatTheirOutline)
{
    const Surface s = surfaces::rectangle(40, 24);
    const ClusterTree tree = surfaces::tree_over(s);
    const Windows windows = make_windows(tree, in_places(tree, s).data(), slot_stars(tree));
    ASSERT_EQ(windows.windows.size(), 3 * tree.cluster_count());
    for (std::size_t window = 0; window < windows.windows.size(); ++window) {
        const std::uint32_t count = windows.windows[window].outline_count;
        const std::span<const std::uint32_t> outline = windows.outline[window];
        ASSERT_LE(count, Windows::max_outline);
        ASSERT_LE(windows.leaves[window].size(), Windows::max_leaves);
        ASSERT_EQ(outline.size(), count == 0 ? 0 : (count + 7) / 8 * 8 + 1);
        for (std::size_t k = count; k < outline.size(); ++k)
            EXPECT_EQ(outline[k], outline[k - count]);
    }
}

} // namespace
} // namespace tactus
