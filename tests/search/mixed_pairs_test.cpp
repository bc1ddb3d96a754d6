// SPDX-License-Identifier: MIT
// Any two structures meet by their nodes, and no tree is thrown away for another's sake.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenes/random.h"
#include "scenes/shapes.h"
#include "search/brute_force_pairs.h"
#include "search/nodes/node_pairs.h"
#include "tree/buckets/bucket_body.h"
#include "tree/clusters/order/connected_order.h"
#include "tree/octree/posed_octree.h"
#include "tree/plain/brute_force.h"
#include "tree/refit/refit_bvh.h"
#include "tree/spheres/sphere_tree_body.h"

namespace tactus {
namespace {

constexpr const char* tree_names[] = {"clusters", "octree", "buckets", "spheres on demand", "plain"};
constexpr std::size_t tree_count = std::size(tree_names);
constexpr std::size_t plain_tree = 4;

std::unique_ptr<Tree>
make_tree(std::size_t kind, const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
{
    std::unique_ptr<Tree> tree;
    if (kind == 0)
        tree = std::make_unique<RefitBvh>(
            make_cluster_tree(triangles, positions, connected_order(triangles, positions), VertexPlaces::as_given),
            VertexPlaces::as_given, PositionStorage::copied);
    else if (kind == 1)
        tree = std::make_unique<PosedOctree>(triangles, positions, structures::SphericalOctree{});
    else if (kind == 2)
        tree = std::make_unique<BucketBody>(triangles, positions.size(), structures::BucketOctree{});
    else if (kind == 3)
        tree = std::make_unique<SphereTreeBody>(triangles, positions, structures::OnDemandSphereTree{});
    else
        tree = std::make_unique<BruteForce>(triangles, positions.size());
    Workers workers(1);
    EXPECT_TRUE(tree->update(PositionsView(positions), workers));
    return tree;
}

/// A closed surface of a thousand triangles, with dents that differ by seed, around a place.
std::vector<Vec3> dented(const scenes::ShapeMesh& mesh, std::uint64_t seed, Vec3 place)
{
    scenes::Random random(seed);
    std::vector<Vec3> positions = mesh.positions;
    for (Vec3& p : positions) {
        const float size = 0.9f + 0.2f * static_cast<float>(random.uniform());
        p = {p.x * size + place.x, p.y * size + place.y, p.z * size + place.z};
    }
    return positions;
}

std::vector<TrianglePair> sorted(const Buffer<TrianglePair>& pairs)
{
    std::vector<TrianglePair> list(pairs.begin(), pairs.end());
    std::sort(list.begin(), list.end());
    return list;
}

struct TwoTrees {
    TwoTrees(std::size_t kind_a, std::size_t kind_b, std::uint32_t triangles, Vec3 place, std::uint64_t seed = 5)
        : mesh(scenes::make_shape("sphere", {.triangles = triangles}).value()), now_a(dented(mesh, seed, {})),
          now_b(dented(mesh, seed + 1, place)), a(make_tree(kind_a, mesh.triangles, mesh.positions)),
          b(make_tree(kind_b, mesh.triangles, mesh.positions))
    {
        Workers one(1);
        EXPECT_TRUE(a->update(PositionsView(now_a), one) && b->update(PositionsView(now_b), one));
    }

    std::vector<TrianglePair> expected() const
    {
        Buffer<TrianglePair> pairs;
        WorkMeter unlimited(Budget::unlimited());
        brute_force_pairs(a->triangles(), b->triangles(), unlimited, false, pairs);
        return sorted(pairs);
    }

    scenes::ShapeMesh mesh;
    std::vector<Vec3> now_a;
    std::vector<Vec3> now_b;
    std::unique_ptr<Tree> a;
    std::unique_ptr<Tree> b;
};

class EveryTwoTrees : public testing::TestWithParam<std::size_t> {
protected:
    std::size_t kind_a() const { return GetParam() / tree_count; }
    std::size_t kind_b() const { return GetParam() % tree_count; }
};

TEST_P(EveryTwoTrees, GiveThePairsOfBruteForceWhateverTheWorkers)
{
    const TwoTrees trees(kind_a(), kind_b(), 600, {1.2f, 0.5f, 0.3f});
    const std::vector<TrianglePair> expected = trees.expected();
    ASSERT_GT(expected.size(), 20u);
    std::vector<TrianglePair> first;
    for (const std::uint32_t count : {1u, 2u, 3u}) {
        Workers workers(count);
        NodePairs search;
        Buffer<TrianglePair> pairs;
        WorkMeter unlimited(Budget::unlimited());
        EXPECT_TRUE(search.find_pairs(*trees.a, *trees.b, workers, unlimited, false, pairs).complete);
        EXPECT_EQ(sorted(pairs), expected);
        std::vector<TrianglePair> as_found(pairs.begin(), pairs.end());
        if (first.empty())
            first = as_found;
        EXPECT_EQ(as_found, first);
    }
}

TEST_P(EveryTwoTrees, GrowWithTheBudgetUntilTheyAreComplete)
{
    const TwoTrees trees(kind_a(), kind_b(), 80, {1.5f, 0.2f, 0.1f});
    const std::vector<TrianglePair> expected = trees.expected();
    Workers workers(1);
    NodePairs search;
    std::vector<TrianglePair> before;
    bool complete = false;
    for (std::uint64_t units = 0; !complete; ++units) {
        ASSERT_LT(units, 2000u);
        Buffer<TrianglePair> pairs;
        WorkMeter meter(Budget::work_units(units));
        const RefinementOutcome outcome = search.find_pairs(*trees.a, *trees.b, workers, meter, false, pairs);
        complete = outcome.complete;
        EXPECT_LE(meter.spent(), units);
        EXPECT_EQ(outcome.open_pairs == 0, complete);
        const std::vector<TrianglePair> now = sorted(pairs);
        EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
        EXPECT_TRUE(std::includes(expected.begin(), expected.end(), now.begin(), now.end()));
        before = now;
    }
    EXPECT_EQ(before, expected);
}

TEST_P(EveryTwoTrees, EndSoonAfterTheFirstHit)
{
    const TwoTrees trees(kind_a(), kind_b(), 600, {1.2f, 0.5f, 0.3f});
    const std::vector<TrianglePair> expected = trees.expected();
    Workers workers(2);
    NodePairs search;
    Buffer<TrianglePair> pairs;
    WorkMeter unlimited(Budget::unlimited());
    search.find_pairs(*trees.a, *trees.b, workers, unlimited, true, pairs);
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_TRUE(std::binary_search(expected.begin(), expected.end(), pairs[0]));
}

TEST_P(EveryTwoTrees, ListAllThatIsNear)
{
    constexpr float distance = 0.07f;
    const TwoTrees trees(kind_a(), kind_b(), 300, {1.9f, 0.5f, 0.3f});
    Workers workers(1);
    NodePairs search;
    Buffer<TrianglePair> pairs;
    search.find_near(*trees.a, *trees.b, distance, workers, pairs);
    const std::vector<TrianglePair> near = sorted(pairs);
    EXPECT_EQ(std::adjacent_find(near.begin(), near.end()), near.end()) << "a pair came twice";
    const TriangleList list_a = trees.a->triangles(), list_b = trees.b->triangles();
    std::size_t count = 0;
    for (std::size_t i = 0; i < list_a.size(); ++i)
        for (std::size_t j = 0; j < list_b.size(); ++j) {
            if (list_a.number(i) == TriangleList::no_triangle || list_b.number(j) == TriangleList::no_triangle
                || !overlap(widened_by(distance, box_of(list_a[i])), box_of(list_b[j])))
                continue;
            ++count;
            EXPECT_TRUE(std::binary_search(near.begin(), near.end(), TrianglePair{list_a.number(i), list_b.number(j)}));
        }
    EXPECT_GT(count, 10u);
}

TEST_P(EveryTwoTrees, LookAtFewTrianglesWhereTheyTouchInOneCorner)
{
    const TwoTrees trees(kind_a(), kind_b(), 4000, {1.9f, 0.0f, 0.0f});
    Workers workers(1);
    NodePairs search;
    Buffer<TrianglePair> pairs;
    WorkMeter unlimited(Budget::unlimited());
    search.find_pairs(*trees.a, *trees.b, workers, unlimited, false, pairs);
    ASSERT_GT(pairs.size(), 0u);
    const std::size_t all = trees.mesh.triangles.size();
    const std::size_t most[2] = {kind_a() == plain_tree ? all : all / 4, kind_b() == plain_tree ? all : all / 4};
    EXPECT_LE(search.triangles_opened(0), most[0]) << "of the " << tree_names[kind_a()];
    EXPECT_LE(search.triangles_opened(1), most[1]) << "of the " << tree_names[kind_b()];
}

INSTANTIATE_TEST_SUITE_P(
    Structures, EveryTwoTrees, testing::Range(std::size_t{0}, tree_count* tree_count),
    [](const testing::TestParamInfo<std::size_t>& two) {
        std::string name =
            std::string(tree_names[two.param / tree_count]) + "_and_" + tree_names[two.param % tree_count];
        std::replace(name.begin(), name.end(), ' ', '_');
        return name;
    });

TEST(OneTree, GivesTheSelfPairsOfBruteForce)
{
    for (std::size_t kind = 0; kind < tree_count; ++kind)
        for (const bool neighbours : {false, true}) {
            const scenes::ShapeMesh mesh = scenes::make_shape("sphere", {.triangles = 400}).value();
            scenes::Random random(7);
            std::vector<Vec3> crumpled = mesh.positions;
            for (Vec3& p : crumpled)
                for (float* x : {&p.x, &p.y, &p.z})
                    *x += 0.8f * static_cast<float>(random.uniform());
            const std::unique_ptr<Tree> tree = make_tree(kind, mesh.triangles, mesh.positions);
            Workers workers(2);
            ASSERT_TRUE(tree->update(PositionsView(crumpled), workers));
            Buffer<TrianglePair> expected, pairs;
            WorkMeter unlimited(Budget::unlimited());
            brute_force_self_pairs(tree->triangles(), unlimited, false, neighbours, expected);
            NodePairs search;
            EXPECT_TRUE(search.find_self_pairs(*tree, neighbours, workers, unlimited, false, pairs).complete);
            EXPECT_GT(expected.size(), 20u);
            EXPECT_EQ(sorted(pairs), sorted(expected)) << tree_names[kind];
        }
}

} // namespace
} // namespace tactus
