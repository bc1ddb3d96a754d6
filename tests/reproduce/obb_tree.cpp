// SPDX-License-Identifier: MIT
// The tree of oriented boxes that a reproduction compares with finds what looking at all triangles finds.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "cli/reproduce/tool_query/obb_tree.h"
#include "scenes/random.h"
#include "scenes/shapes.h"

namespace {

using tactus::TriangleIndices;
using tactus::TrianglePair;
using tactus::Vec3;
using tactus::cli::ObbTree;
using tactus::cli::ObbWork;
using tactus::scenes::Point;
using tactus::scenes::Random;

struct ObbMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

std::vector<TrianglePair> pairs_of_trees(const ObbMesh& a, const ObbMesh& b, ObbWork& work)
{
    ObbTree tree_a, tree_b;
    tree_a.build(a.triangles, a.positions);
    tree_b.build(b.triangles, b.positions);
    std::vector<TrianglePair> pairs;
    find_pairs(tree_a, tree_b, pairs, work);
    std::ranges::sort(pairs);
    return pairs;
}

std::vector<TrianglePair> pairs_of_all(const ObbMesh& a, const ObbMesh& b)
{
    std::vector<TrianglePair> pairs;
    const auto corners = [](const ObbMesh& mesh, std::uint32_t triangle) {
        tactus::cli::TriangleCorners all;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& p = mesh.positions[mesh.triangles[triangle][k]];
            all[k] = {p.x, p.y, p.z};
        }
        return all;
    };
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
            if (tactus::cli::triangles_overlap(corners(a, i), corners(b, j)))
                pairs.push_back({i, j});
    return pairs;
}

/// The library's own pairs, which are exact.
std::vector<TrianglePair> pairs_of_world(const ObbMesh& a, const ObbMesh& b)
{
    tactus::World world = tactus::World::create().value();
    const tactus::BodyId body = world.add_body({.triangles = a.triangles, .positions = a.positions}).value();
    world.add_body({.triangles = b.triangles, .positions = b.positions}).value();
    std::vector<TrianglePair> pairs;
    for (const tactus::BodyPairs& found : world.find_pairs().bodies)
        for (const TrianglePair& pair : found.pairs)
            pairs.push_back(found.body_a == body ? pair : TrianglePair{pair.b, pair.a});
    std::ranges::sort(pairs);
    return pairs;
}

ObbMesh shape_of(const char* name, std::uint32_t triangles, Random& random)
{
    tactus::scenes::ShapeMesh mesh = tactus::scenes::make_shape(name, {.triangles = triangles}).value();
    for (Vec3& p : mesh.positions) {
        const Point moved = Point{p.x, p.y, p.z} + random.in_cube() * 0.002;
        p = tactus::scenes::rounded(moved);
    }
    return {std::move(mesh.triangles), std::move(mesh.positions)};
}

TEST(ObbTree, FindsThePairsThatBruteForceAndTheLibraryFind)
{
    Random random(19, 1);
    std::size_t found = 0;
    for (int round = 0; round < 12; ++round) {
        const ObbMesh organ = shape_of("organ", 320, random);
        ObbMesh tool = shape_of("tool", 64, random);
        const tactus::scenes::Pose pose =
            tactus::scenes::turned(random.direction(), random.uniform(), random.in_cube() * 0.05);
        for (Vec3& p : tool.positions)
            p = tactus::scenes::rounded(pose({p.x, p.y, p.z}));
        ObbWork work;
        const std::vector<TrianglePair> pairs = pairs_of_trees(organ, tool, work);
        EXPECT_EQ(pairs, pairs_of_all(organ, tool)) << round;
        EXPECT_EQ(pairs, pairs_of_world(organ, tool)) << round;
        EXPECT_LT(work.triangle_tests, organ.triangles.size() * tool.triangles.size() / 10) << round;
        found += pairs.size();
    }
    EXPECT_GT(found, 50u);
}

TEST(ObbTree, HasALeafForEachTriangleAndBoxesThatHoldWhatIsBelowThem)
{
    Random random(19, 2);
    const ObbMesh organ = shape_of("organ", 320, random);
    ObbTree tree;
    tree.build(organ.triangles, organ.positions);
    ASSERT_EQ(tree.nodes().size(), 2 * organ.triangles.size() - 1);
    std::vector<int> leaves(organ.triangles.size());
    std::size_t held = 0;
    // Each node with the triangles below it, from the root down.
    const auto walk = [&](const auto& self, std::uint32_t number) -> std::vector<std::uint32_t> {
        const ObbTree::Node& node = tree.nodes()[number];
        std::vector<std::uint32_t> below;
        if (node.is_leaf()) {
            ++leaves[node.triangle];
            below = {node.triangle};
        } else {
            below = self(self, node.first_child);
            const std::vector<std::uint32_t> more = self(self, node.first_child + 1);
            below.insert(below.end(), more.begin(), more.end());
        }
        held += below.size();
        for (std::size_t k = 0; k < 3; ++k)
            for (const std::uint32_t triangle : below)
                for (const Point& corner : tree.corners(triangle))
                    EXPECT_LE(std::abs(dot(node.axes[k], corner - node.centre)), node.half_sizes[k] + 1e-12);
        EXPECT_GE(node.half_sizes[0], node.half_sizes[1]);
        EXPECT_GE(node.half_sizes[1], node.half_sizes[2]);
        return below;
    };
    walk(walk, 0);
    EXPECT_TRUE(std::ranges::all_of(leaves, [](int count) { return count == 1; }));
    EXPECT_EQ(tree.fitted_triangles(), held);
    EXPECT_LT(held, 20 * organ.triangles.size()) << "each triangle is in as many boxes as the tree is deep";
}

TEST(ObbTree, TakesTrianglesOfNoAreaInOnePlaceAndNoneAtAll)
{
    const ObbMesh point = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0.25f, 0.25f, 0.0f}}};
    const ObbMesh square = {{{0, 1, 2}, {0, 2, 3}}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    ObbWork work;
    EXPECT_EQ(pairs_of_trees(point, square, work).size(), 10u) << "the point lies on the edge that both share";
    EXPECT_TRUE(pairs_of_trees(point, {}, work).empty());
    EXPECT_TRUE(pairs_of_trees({}, square, work).empty());
    ObbMesh beside = square;
    for (Vec3& p : beside.positions)
        p.z = 1e-3f;
    EXPECT_TRUE(pairs_of_trees(square, beside, work).empty());
    EXPECT_EQ(pairs_of_trees(square, square, work).size(), 4u);
}

} // namespace
