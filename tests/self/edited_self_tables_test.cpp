// SPDX-License-Identifier: MIT
// What is known in advance about a body meeting itself, repaired after edits of its tree.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "mesh/removed_triangle.h"
#include "scenes/random.h"
#include "self/self_search.h"
#include "tree/refit/edit_clusters.h"

namespace tactus {
namespace {

using surfaces::Surface;
using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// A mesh that is cut and mended, with its tree and tables.
struct EditedBody {
    Surface surface;
    ClusterTree tree;
    ClusterEditor editor;
    SelfTables tables;

    EditedBody(Surface given, bool neighbours) : surface(std::move(given))
    {
        tree = make_cluster_tree(
            surface.triangles, surface.positions, connected_order(surface.triangles, surface.positions),
            VertexPlaces::as_given);
        make_readable();
        tables = make_self_tables(tree, positions(), neighbours);
    }

    const float* positions() const { return &surface.positions[0].x; }
    /// A few vertices more than there are, so that what is read beyond the last is memory.
    void make_readable() { surface.positions.reserve(surface.positions.size() + 8); }

    /// Gives how many triangles stand in what was looked at.
    std::size_t edit(
        const std::vector<std::uint32_t>& removed, const std::vector<Vec3>& vertices,
        const std::vector<TriangleIndices>& added)
    {
        const auto first = static_cast<std::uint32_t>(surface.triangles.size());
        surface.positions.insert(surface.positions.end(), vertices.begin(), vertices.end());
        make_readable();
        add_vertices(tree, static_cast<std::uint32_t>(vertices.size()));
        const EditedSlots edited = editor.edit(tree, removed, added, first, positions());
        for (const std::uint32_t triangle : removed)
            surface.triangles[triangle] = removed_triangle;
        surface.triangles.insert(surface.triangles.end(), added.begin(), added.end());
        return edit_self_tables(tree, positions(), edited, tables);
    }

    std::vector<TrianglePair> pairs() const
    {
        SelfQuery query;
        Buffer<TrianglePair> found;
        Workers workers(1);
        WorkMeter meter(Budget::unlimited());
        Box root;
        for (const Vec3 p : surface.positions)
            root = include(root, p);
        EXPECT_TRUE(query.find_pairs({tree, tables, positions(), root}, workers, meter, false, found).complete);
        std::sort(found.begin(), found.end());
        return {found.begin(), found.end()};
    }
    std::vector<TrianglePair> brute_force() const
    {
        std::vector<TriangleIndices> triangles = surface.triangles;
        const std::vector<std::uint32_t> numbers = number_remaining(triangles, TriangleList::no_triangle);
        Buffer<TrianglePair> found;
        WorkMeter meter(Budget::unlimited());
        brute_force_self_pairs({positions(), triangles, numbers}, meter, false, tables.wants_neighbours, found);
        std::sort(found.begin(), found.end());
        return {found.begin(), found.end()};
    }
};

void expect_fresh_adjacency(const EditedBody& body)
{
    const AdjacentLeaves fresh = make_adjacent_leaves(body.tree, slot_stars(body.tree));
    ASSERT_FALSE(fresh.has_hubs);
    ASSERT_EQ(body.tables.adjacent.levels.size(), fresh.levels.size());
    for (std::size_t level = 0; level < fresh.levels.size(); ++level) {
        const AdjacencyLevel &found = body.tables.adjacent.levels[level], &expected = fresh.levels[level];
        ASSERT_TRUE(std::ranges::equal(found.begin, expected.begin)) << level;
        ASSERT_TRUE(std::ranges::equal(found.pairs, expected.pairs, [](const AdjacentPair& a, const AdjacentPair& b) {
            return a.a == b.a && a.b == b.b && a.apart == b.apart;
        })) << level;
    }
}

/// What lies within a window's outline: the core, all leaves that share a vertex with it, and what hangs on these by
/// edges.
std::set<std::uint32_t> patch_within(
    const ClusterTree& tree, const VertexStars& stars, std::uint32_t first_slot, std::uint32_t end_slot,
    const std::set<Edge>& outline)
{
    std::set<std::uint32_t> patch;
    std::vector<std::uint32_t> open;
    const auto add = [&](std::uint32_t slot) {
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle && patch.insert(slot).second)
            open.push_back(slot);
    };
    for (std::uint32_t slot = first_slot; slot < end_slot; ++slot)
        if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
            for (const std::uint32_t vertex : tree.indices[slot])
                for (const std::uint32_t other : stars[vertex])
                    for (std::uint32_t k = other / 8 * 8; k < other / 8 * 8 + 8; ++k)
                        add(k);
    while (!open.empty()) {
        const auto& corners = tree.indices[open.back()];
        open.pop_back();
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t u = corners[k], v = corners[(k + 1) % 3];
            if (outline.contains({u, v}))
                continue;
            for (const std::uint32_t other : stars[u])
                for (int m = 0; m < 3; ++m)
                    if (tree.indices[other][m] == v && tree.indices[other][(m + 1) % 3] == u)
                        add(other);
        }
    }
    return patch;
}

std::size_t expect_true_windows(const EditedBody& body)
{
    const ClusterTree& tree = body.tree;
    const Windows& windows = body.tables.windows;
    const VertexStars stars = slot_stars(tree);
    EXPECT_EQ(windows.windows.size(), 3 * tree.cluster_count());
    std::size_t count = 0;
    for (std::uint32_t window = 0; window < windows.windows.size(); ++window) {
        const std::uint32_t outline_count = windows.windows[window].outline_count;
        if (outline_count == 0)
            continue;
        ++count;
        std::set<Edge> outline;
        for (std::size_t k = 0; k < outline_count; ++k)
            outline.emplace(windows.outline[window][k], windows.outline[window][k + 1]);
        const std::uint32_t begin = 64 * (window / 3) + (window % 3 == 2 ? 32 : 0),
                            end = begin + (window % 3 == 0 ? 64 : 32);
        const std::set<std::uint32_t> patch = patch_within(tree, stars, begin, end, outline);
        std::map<Edge, int> edges;
        for (const std::uint32_t slot : patch) {
            EXPECT_TRUE(std::ranges::binary_search(windows.leaves[window], slot / 8));
            for (int k = 0; k < 3; ++k)
                ++edges[{tree.indices[slot][k], tree.indices[slot][(k + 1) % 3]}];
        }
        std::set<Edge> border;
        for (const auto& [edge, uses] : edges) {
            EXPECT_EQ(uses, 1);
            if (!edges.contains({edge.second, edge.first}))
                border.insert(edge);
        }
        EXPECT_EQ(border, outline);
    }
    return count;
}

/// A sheet with waves that meet each other.
Vec3 pleated(Vec3 p, int round)
{
    const float fold = static_cast<float>(std::abs(static_cast<int>(p.x) % 8 - 4));
    return {0.3f * p.x + 0.01f * static_cast<float>(round) * fold, p.y, 1.5f * fold + 0.02f * p.y};
}

class EditedSelfTables : public testing::TestWithParam<bool> {};

TEST_P(EditedSelfTables, AreTrueOfTheEditedMesh)
{
    scenes::Random random(31);
    const Surface sheet = surfaces::rectangle(40, 20);
    EditedBody body(sheet, GetParam());
    std::size_t pairs = 0, windows = 0, looked_at = 0;
    // Few rounds hardly meet themselves.
    const int rounds = std::max(27, static_cast<int>(cases(80)));
    for (int round = 0; round < rounds; ++round) {
        // What lies around one triangle is cut in three, or torn out, or turned to another vertex.
        const std::vector<std::uint32_t> remaining = remaining_triangles(body.surface.triangles);
        const std::size_t first = random.below(static_cast<std::uint32_t>(remaining.size()) - 12);
        std::vector<std::uint32_t> removed;
        std::vector<Vec3> vertices;
        std::vector<TriangleIndices> added;
        for (std::size_t k = first; k < first + 1 + random.below(10); ++k) {
            removed.push_back(remaining[k]);
            const auto [a, b, c] = body.surface.triangles[remaining[k]];
            const std::uint32_t kind = random.below(8);
            if (kind < 6) {
                const auto middle = static_cast<std::uint32_t>(body.surface.positions.size() + vertices.size());
                const std::vector<Vec3>& p = body.surface.positions;
                vertices.push_back((p[a] + p[b] + p[c]) * (1.0f / 3.0f));
                added.insert(added.end(), {{a, b, middle}, {b, c, middle}, {c, a, middle}});
            } else if (kind == 6) {
                added.push_back({a, b, random.below(static_cast<std::uint32_t>(sheet.positions.size()))});
            }
        }
        const std::size_t looked = body.edit(removed, vertices, added);
        EXPECT_GE(looked, added.size());
        looked_at += looked;
        ASSERT_NO_FATAL_FAILURE(expect_fresh_adjacency(body)) << round;
        windows += expect_true_windows(body);
        ASSERT_FALSE(testing::Test::HasFailure()) << round;
        if (round % 8 == 3) {
            ASSERT_EQ(body.pairs(), body.brute_force()) << round;
        }
        if (round % 4 == 1) {
            const Surface flat{body.surface.triangles, body.surface.positions};
            for (Vec3& p : body.surface.positions)
                p = pleated(p, round);
            const std::vector<TrianglePair> expected = body.brute_force();
            ASSERT_EQ(body.pairs(), expected) << round;
            pairs += expected.size();
            body.surface.positions = flat.positions;
            body.make_readable();
        }
    }
    EXPECT_GT(pairs, static_cast<std::size_t>(rounds) * 1000 / 80);
    EXPECT_GT(windows, static_cast<std::size_t>(rounds) * 5);
    EXPECT_LT(looked_at, static_cast<std::size_t>(rounds) * 1600) << "less than all";
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutNeighbours, EditedSelfTables, testing::Bool());

TEST(RepairedSelfTables, GrowAndShrinkWithTheBody)
{
    EditedBody body(surfaces::rectangle(4, 4), false);
    const Surface more = surfaces::rectangle(40, 40);
    std::vector<Vec3> vertices;
    for (const Vec3 p : more.positions)
        vertices.push_back({p.x, 0.5f * p.y, 0.3f * (p.y - p.x)});
    const auto first_vertex = static_cast<std::uint32_t>(body.surface.positions.size());
    std::vector<TriangleIndices> added;
    for (const auto [a, b, c] : more.triangles)
        added.push_back({a + first_vertex, b + first_vertex, c + first_vertex});
    body.edit({}, vertices, added);
    ASSERT_NO_FATAL_FAILURE(expect_fresh_adjacency(body));
    expect_true_windows(body);
    const std::vector<TrianglePair> pairs = body.brute_force();
    EXPECT_GT(pairs.size(), 5u);
    EXPECT_EQ(body.pairs(), pairs);
    body.edit(remaining_triangles(body.surface.triangles), {}, {});
    EXPECT_TRUE(body.pairs().empty());
    body.edit({}, {}, added);
    ASSERT_NO_FATAL_FAILURE(expect_fresh_adjacency(body));
    expect_true_windows(body);
    EXPECT_EQ(body.pairs().size(), body.brute_force().size());
}

TEST(RepairedSelfTables, MakeAHubOfAVertexWithManyTriangles)
{
    // Triangles around one vertex come in, and go again.
    EditedBody body(surfaces::rectangle(20, 20), false);
    const Surface fan = surfaces::fan(2000);
    std::vector<TriangleIndices> added;
    const auto first_vertex = static_cast<std::uint32_t>(body.surface.positions.size());
    for (const auto [a, b, c] : fan.triangles)
        added.push_back({a + first_vertex, b + first_vertex, c + first_vertex});
    std::vector<Vec3> vertices;
    for (const Vec3 p : fan.positions)
        vertices.push_back({p.x + 10.0f, 0.3f * p.z, p.y + 0.25f});
    const auto first = static_cast<std::uint32_t>(body.surface.triangles.size());
    body.edit({}, vertices, added);
    EXPECT_TRUE(body.tables.adjacent.has_hubs);
    EXPECT_EQ(body.pairs(), body.brute_force());
    std::vector<std::uint32_t> removed;
    for (std::uint32_t k = 0; k < added.size(); ++k)
        if (k % 10 != 0)
            removed.push_back(first + k);
    body.edit(removed, {}, {});
    EXPECT_EQ(body.pairs(), body.brute_force());
    EXPECT_FALSE(body.brute_force().empty());
}

} // namespace
} // namespace tactus
