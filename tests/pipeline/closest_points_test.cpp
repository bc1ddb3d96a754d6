// SPDX-License-Identifier: MIT
#include "queries/closest/closest_clusters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "geometry/triangle_pairs/triangle_triangle.h"
#include "pipeline/boxed_body.h"
#include "queries/closest/closest_search.h"
#include "scenes/random.h"
#include "scenes/scene.h"

namespace tactus {
namespace {

ClosestTriangles closest_of_all_pairs(const BoxedBody& a, const BoxedBody& b)
{
    ClosestTriangles best{{std::numeric_limits<double>::infinity(), {}, {}}, 0, 0};
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t j = 0; j < b.size(); ++j)
            if (const TriangleDistance apart = triangle_distance(a[i], b[j]); apart.distance < best.apart.distance)
                best = {apart, i, j};
    return best;
}

// To the last bit: the search may leave pairs out, but what it measures it measures as anyone would.
void expect_same(
    const std::optional<ClosestTriangles>& answer, const ClosestTriangles& expected, const std::string& where)
{
    ASSERT_TRUE(answer.has_value()) << where;
    const ClosestTriangles& found = *answer;
    EXPECT_EQ(found.apart.distance, expected.apart.distance) << where;
    EXPECT_EQ(found.triangle_a, expected.triangle_a) << where;
    EXPECT_EQ(found.triangle_b, expected.triangle_b) << where;
    EXPECT_EQ(to_float(found.apart.point_a), to_float(expected.apart.point_a)) << where;
    EXPECT_EQ(to_float(found.apart.point_b), to_float(expected.apart.point_b)) << where;
}

/// By the nodes of any two trees, whole and cut.
void expect_closest_by_nodes(Tree& a, Tree& b, const ClosestTriangles& expected, const std::string& where)
{
    constexpr double any = std::numeric_limits<double>::infinity();
    const double distance = expected.apart.distance, less = std::nextafter(distance, -1.0);
    ClosestSearch search;
    const auto find = [&](std::optional<PlacePair> guess, double max_distance, Budget budget = Budget::unlimited()) {
        WorkMeter meter(budget);
        WorkAccount account(meter);
        return search.find(a, b, guess, max_distance, account);
    };
    expect_same(find({}, any).closest, expected, where);
    expect_same(find({}, distance).closest, expected, where + ", just within");
    EXPECT_FALSE(find({}, less).closest) << where << ", just out of reach";
    expect_same(find(PlacePair{expected.place_a, expected.place_b}, any).closest, expected, where + ", any guess");
    for (std::uint64_t units = 0;; units += 1 + units / 2) {
        const ClosestOutcome cut = find({}, any, Budget::work_units(units));
        if (cut.is_complete) {
            expect_same(cut.closest, expected, where + ", with a budget");
            break;
        }
        EXPECT_LE(cut.open_bound, distance) << where << ", after " << units;
        if (cut.closest) {
            EXPECT_GE(cut.closest->apart.distance, distance) << where << ", after " << units;
        }
    }
}

void expect_closest_of_all_pairs(ClosestClusters& search, BoxedBody& a, BoxedBody& b, const std::string& where)
{
    const ClosestTriangles expected = closest_of_all_pairs(a, b);
    expect_same(search.find(a.with_tree(), b.with_tree()), expected, where + ", two trees");
    expect_same(search.find(a.without_tree(), b.without_tree()), expected, where + ", two lists");
    const double distance = expected.apart.distance, less = std::nextafter(distance, -1.0);
    expect_same(search.find(a.with_tree(), b.with_tree(), std::nullopt, distance), expected, where + ", just within");
    EXPECT_FALSE(search.find(a.with_tree(), b.with_tree(), std::nullopt, less)) << where << ", just out of reach";
    const PlacePair first = {0, 0};
    expect_same(search.find(a.with_tree(), b.with_tree(), first, distance), expected, where + ", any guess");
    EXPECT_FALSE(search.find(a.with_tree(), b.with_tree(), first, less)) << where << ", any guess, out of reach";
    expect_closest_by_nodes(a.tree(), b.tree(), expected, where + ", nodes of two trees");
    expect_closest_by_nodes(a.tree(), b.list(), expected, where + ", nodes of a tree and a list");
    expect_closest_by_nodes(a.list(), b.list(), expected, where + ", nodes of two lists");
}

std::vector<Vec3> placed(std::span<const Vec3> positions, float scale, Vec3 offset)
{
    std::vector<Vec3> result;
    for (const Vec3 p : positions)
        result.push_back(p * scale + offset);
    return result;
}

BoxedBody sphere(std::uint32_t triangles, std::uint64_t seed = 1)
{
    const scenes::Scene scene =
        scenes::make_scene("bumpy_spheres", {.triangles = triangles, .frames = 4, .seed = seed}).value();
    return {scene.meshes[0].triangles, scene.meshes[0].positions};
}

TEST(ClosestPoints, AreThoseOfAllPairsOnEveryScene)
{
    ClosestClusters search;
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        SmallScene small(info.name, 100);
        for (const std::uint32_t frame : {0u, 7u, 13u}) {
            small.go_to(frame);
            const std::size_t count = std::min<std::size_t>(small.bodies.size(), 3);
            for (std::size_t a = 0; a < count; ++a)
                for (std::size_t b = a + 1; b < count; ++b)
                    if (small.bodies[a].size() > 0 && small.bodies[b].size() > 0
                        && small.bodies[a].size() * small.bodies[b].size() < 300'000)
                        expect_closest_of_all_pairs(
                            search, small.bodies[a], small.bodies[b], info.name + ", frame " + std::to_string(frame));
        }
    }
}

TEST(ClosestPoints, AreThoseOfAllPairsWhereverTheBodiesLie)
{
    ClosestClusters search;
    scenes::Random random(11);
    BoxedBody a = sphere(500), b = sphere(180, 2);
    const std::vector<Vec3> rest(b.positions().begin(), b.positions().end());
    for (std::size_t trial = 0; trial < on_most_days(7, 20); ++trial) {
        const scenes::Point way = random.direction();
        const double far = random.between(0.0, 5.0);
        const Vec3 offset = {
            static_cast<float>(way.x * far), static_cast<float>(way.y * far), static_cast<float>(way.z * far)};
        b.move(placed(rest, static_cast<float>(random.between(0.1, 3.0)), offset));
        expect_closest_of_all_pairs(search, a, b, "trial " + std::to_string(trial));
    }
}

TEST(ClosestPoints, AreThoseOfAllPairsAtEveryScale)
{
    ClosestClusters search;
    BoxedBody a = sphere(180), b = sphere(180, 2);
    const std::vector<Vec3> rest_a(a.positions().begin(), a.positions().end());
    const std::vector<Vec3> rest_b(b.positions().begin(), b.positions().end());
    for (const float scale : {1e-38f, 1e-30f, 1e-10f, 1e10f, 1e30f, 3e37f}) {
        for (const float apart : {0.5f, 2.2f, 7.0f}) {
            a.move(placed(rest_a, scale, {}));
            b.move(placed(rest_b, scale, {apart * scale, 0.3f * apart * scale, 0}));
            expect_closest_of_all_pairs(search, a, b, "scale " + std::to_string(std::log10(scale)));
        }
    }
}

TEST(ClosestPoints, AreZeroApartExactlyWhereTrianglesIntersect)
{
    ClosestClusters search;
    BoxedBody a = sphere(320), b = sphere(320, 2);
    const std::vector<Vec3> rest(b.positions().begin(), b.positions().end());
    int intersecting = 0, apart = 0;
    for (float x = 0.0f; x < 4.0f; x += 0.25f) {
        b.move(placed(rest, 1.0f, {x, 0, 0}));
        const ClosestTriangles found = search.find(a.with_tree(), b.with_tree()).value();
        bool any = false;
        for (std::uint32_t i = 0; i < a.size() && !any; ++i)
            for (std::uint32_t j = 0; j < b.size() && !any; ++j)
                any = triangles_intersect(a[i], b[j]);
        EXPECT_EQ(found.apart.distance == 0.0, any) << x;
        EXPECT_EQ(triangles_intersect(a[found.triangle_a], b[found.triangle_b]), any) << x;
        (any ? intersecting : apart) += 1;
    }
    EXPECT_GT(intersecting, 0);
    EXPECT_GT(apart, 0);
}

TEST(ClosestPoints, OfEquallyCloseTrianglesAreThoseWithTheSmallestNumbers)
{
    // Two grids of unit squares, one metre apart: every triangle has many partners at the same distance.
    const auto grid = [](float z) {
        constexpr std::uint32_t side = 9;
        std::vector<Vec3> positions;
        std::vector<TriangleIndices> triangles;
        for (std::uint32_t y = 0; y <= side; ++y)
            for (std::uint32_t x = 0; x <= side; ++x)
                positions.push_back({static_cast<float>(x), static_cast<float>(y), z});
        for (std::uint32_t y = 0; y < side; ++y)
            for (std::uint32_t x = 0; x < side; ++x) {
                // Scattered numbers, so that the smallest stand anywhere in the tree.
                const std::uint32_t at = (y * 5 % side) * (side + 1) + (x * 7 % side);
                triangles.push_back({at, at + 1, at + side + 2});
                triangles.push_back({at, at + side + 2, at + side + 1});
            }
        return BoxedBody(triangles, positions);
    };
    ClosestClusters search;
    BoxedBody low = grid(0.0f), high = grid(1.0f), same = grid(0.0f);
    expect_closest_of_all_pairs(search, low, high, "one above the other");
    expect_closest_of_all_pairs(search, low, same, "in the same place");
    EXPECT_EQ(search.find(low.with_tree(), same.with_tree())->triangle_a, 0u);
    EXPECT_EQ(search.find(low.with_tree(), same.with_tree())->triangle_b, 0u);
}

TEST(ClosestPoints, OfOneTriangleEach)
{
    ClosestClusters search;
    BoxedBody a({{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    BoxedBody point({{0, 1, 2}}, {{0.25f, 0.25f, 2}, {0.25f, 0.25f, 2}, {0.25f, 0.25f, 2}});
    const ClosestTriangles found = search.find(a.with_tree(), point.with_tree()).value();
    EXPECT_EQ(found.apart.distance, 2.0);
    EXPECT_EQ(to_float(found.apart.point_a), (Vec3{0.25f, 0.25f, 0}));
    EXPECT_EQ(to_float(found.apart.point_b), (Vec3{0.25f, 0.25f, 2}));
}

TEST(ClosestPoints, DoNotDependOnTheGuess)
{
    ClosestClusters search;
    scenes::Random random(23);
    BoxedBody a = sphere(500), b = sphere(320, 2);
    const std::vector<Vec3> rest(b.positions().begin(), b.positions().end());
    for (const float apart : {0.3f, 1.9f, 2.3f, 6.0f}) {
        b.move(placed(rest, 1.0f, {apart, 0.2f * apart, 0}));
        const ClosestTriangles expected = closest_of_all_pairs(a, b);
        const BoxedTriangles tree_a = a.with_tree(), tree_b = b.with_tree();
        for (int trial = 0; trial < 40; ++trial) {
            PlacePair guess;
            do
                guess = {
                    random.below(static_cast<std::uint32_t>(tree_a.triangles.size())),
                    random.below(static_cast<std::uint32_t>(tree_b.triangles.size()))};
            while (!tree_a.has(guess.a) || !tree_b.has(guess.b));
            expect_same(search.find(tree_a, tree_b, guess), expected, "guess " + std::to_string(trial));
        }
        const ClosestTriangles again =
            search.find(tree_a, tree_b, PlacePair{expected.triangle_a, expected.triangle_b}).value();
        expect_same(again, expected, "any guess");
        expect_same(search.find(tree_a, tree_b, PlacePair{again.place_a, again.place_b}), expected, "the right guess");
    }
}

TEST(ClosestPoints, AreFoundAmongTheClustersThatMatter)
{
    ClosestClusters search;
    BoxedBody a = sphere(2000), b = sphere(2000, 2);
    b.move(placed(b.positions(), 1.0f, {1.5f, 1.5f, 1.5f}));
    BoxedTriangles tree_a = a.with_tree(), tree_b = b.with_tree();
    const ClosestTriangles expected = search.find(tree_a, tree_b).value();
    // Every other cluster, and those of the closest triangles.
    std::vector<std::uint32_t> some_a, some_b;
    for (std::uint32_t cluster = 0; cluster < tree_a.cluster_boxes.size(); ++cluster)
        if (cluster % 2 == 0 || cluster == expected.place_a / 64)
            some_a.push_back(cluster);
    some_b = {expected.place_b / 64};
    tree_a.clusters = some_a;
    tree_b.clusters = some_b;
    expect_same(search.find(tree_a, tree_b), expected, "some clusters");
    // Without the clusters that hold the answer it is another one.
    std::erase(some_a, expected.place_a / 64);
    tree_a.clusters = some_a;
    EXPECT_GT(search.find(tree_a, tree_b)->apart.distance, expected.apart.distance);
}

TEST(ClosestPoints, OfAShellAroundABodyAreThoseOfAllPairs)
{
    // The distance is about the same everywhere, so hardly anything can be left out.
    ClosestClusters search;
    BoxedBody core = sphere(320), shell = sphere(320);
    const std::vector<Vec3> rest(core.positions().begin(), core.positions().end());
    Vec3 middle;
    for (const Vec3 p : rest)
        middle = middle + p * (1.0f / static_cast<float>(rest.size()));
    for (const float gap : {0.3f, 0.01f, 0.0f}) {
        std::vector<Vec3> around;
        for (const Vec3 p : rest)
            around.push_back(middle + (p - middle) * (1.0f + gap));
        shell.move(around);
        expect_closest_of_all_pairs(search, core, shell, "gap " + std::to_string(gap));
    }
}

TEST(ClosestPoints, LookAtFewPairsOfLargeBodies)
{
    ClosestClusters search;
    BoxedBody a = sphere(20000), b = sphere(20000, 2);
    b.move(placed(b.positions(), 1.0f, {1.5f, 1.5f, 1.5f}));
    const ClosestTriangles found = search.find(a.with_tree(), b.with_tree()).value();
    // The memory that a search takes tells how much of the bodies it opened; all of them would be several times this.
    EXPECT_LT(search.bytes(), 1'000'000u);
    expect_same(search.find(a.without_tree(), b.without_tree()), found, "20000 triangles");
}

} // namespace
} // namespace tactus
