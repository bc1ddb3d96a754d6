// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "geometry/triangle_pairs/triangle_distance.h"
#include "pipeline/posed_octrees.h"
#include "scenes/random.h"
#include "search/brute_force_pairs.h"

namespace tactus {
namespace {

std::vector<TrianglePair> sorted(const Buffer<TrianglePair>& pairs)
{
    std::vector<TrianglePair> list(pairs.begin(), pairs.end());
    std::sort(list.begin(), list.end());
    EXPECT_EQ(std::set<TrianglePair>(list.begin(), list.end()).size(), list.size()) << "a pair is there twice";
    return list;
}

struct Found {
    std::vector<TrianglePair> pairs;
    RefinementOutcome outcome;
    std::uint64_t units = 0;
};

Found found(OctreePairs& query, PosedOctree& a, PosedOctree& b, const Budget& budget = Budget::unlimited())
{
    WorkMeter meter(budget);
    Buffer<TrianglePair> pairs;
    const RefinementOutcome outcome = query.find_pairs(a, b, meter, false, pairs);
    return {sorted(pairs), outcome, meter.spent()};
}

std::vector<TrianglePair> brute(const PosedOctree& a, const PosedOctree& b)
{
    WorkMeter meter(Budget::unlimited());
    Buffer<TrianglePair> pairs;
    brute_force_pairs(a.triangles(), b.triangles(), meter, false, pairs);
    return sorted(pairs);
}

std::vector<Vec3> squeezed(std::vector<Vec3> positions, float by)
{
    for (Vec3& p : positions)
        p = {p.x * by, p.y / by, p.z + 0.3f * by * p.x * p.x};
    return positions;
}

TEST(OctreePairs, AreBruteForcesForEveryDepthAndTraversal)
{
    const scenes::ShapeMesh a = shape("bumpy_sphere", 300), b = shape("torus", 200);
    for (const std::uint32_t levels : {0u, 1u, 3u, 5u})
        for (const bool uniform : {false, true})
            for (const OctreeOrder traversal : {OctreeOrder::both_at_once, OctreeOrder::leaves_then_reverse}) {
                const structures::SphericalOctree options = {.levels = levels, .uniform = uniform};
                PosedOctree tree_a = octree(a, options, traversal), tree_b = octree(b, options, traversal);
                OctreePairs query;
                scenes::Random random(4);
                for (int round = 0; round < 4; ++round) {
                    const auto part = [&] { return random.between(-0.8, 0.8); };
                    ASSERT_TRUE(
                        tree_b.set_pose(RigidPose(Pose{{part(), part(), part()}, {part(), part(), part(), 0.5}})));
                    // The second half of the rounds with bodies that bend.
                    if (round >= 2) {
                        ASSERT_TRUE(tree_a.update(squeezed(a.positions, 1.0f + 0.1f * float(round))));
                    }
                    const std::vector<TrianglePair> expected = brute(tree_a, tree_b);
                    EXPECT_GT(expected.size(), 10u);
                    EXPECT_EQ(found(query, tree_a, tree_b).pairs, expected) << levels << " levels, round " << round;
                    EXPECT_EQ(found(query, tree_a, tree_b).units, found(query, tree_a, tree_b).units);
                }
            }
}

TEST(OctreePairs, GrowWithTheBudgetAndCostTheSameWhenAskedAgain)
{
    const scenes::ShapeMesh a = shape("bumpy_sphere", 500), b = shape("sphere", 320);
    for (const OctreeOrder traversal : {OctreeOrder::both_at_once, OctreeOrder::leaves_then_reverse}) {
        PosedOctree tree_a = octree(a, {}, traversal), tree_b = octree(b);
        OctreePairs query;
        for (int frame = 0; frame < 3; ++frame) {
            ASSERT_TRUE(tree_a.update(squeezed(a.positions, 1.0f + 0.03f * float(frame))));
            ASSERT_TRUE(tree_b.set_pose(RigidPose(Pose{{1.2, 0.3, 0.1 * frame}, {}})));
            // The first query of a frame finds nodes that are out of date, the later ones do not.
            const Found whole = found(query, tree_a, tree_b);
            EXPECT_TRUE(whole.outcome.complete);
            EXPECT_GT(whole.pairs.size(), 20u);
            std::size_t before = 0;
            const std::uint64_t step = std::max<std::uint64_t>(1, whole.units / 40);
            for (std::uint64_t units = 0; units <= whole.units + 1;
                 units += units < 10 || units + step + 5 > whole.units ? 1 : step) {
                const Found part = found(query, tree_a, tree_b, Budget::work_units(units));
                EXPECT_EQ(part.outcome.complete, units >= whole.units) << units << " of " << whole.units;
                EXPECT_EQ(part.outcome.complete, part.outcome.open_pairs == 0);
                EXPECT_LE(part.units, units);
                EXPECT_TRUE(std::ranges::includes(whole.pairs, part.pairs));
                EXPECT_GE(part.pairs.size(), before);
                before = part.pairs.size();
            }
        }
    }
}

TEST(OctreePairs, AreNotLookedForBelowNodesThatDoNotMeet)
{
    const scenes::ShapeMesh mesh = shape("bumpy_sphere", 5120);
    PosedOctree a = octree(mesh, {.levels = 6}), b = octree(mesh, {.levels = 6});
    ASSERT_TRUE(a.update(squeezed(mesh.positions, 1.05f)));
    ASSERT_TRUE(b.set_pose(RigidPose(Pose{{1.9, 0.0, 0.0}, {}})));
    OctreePairs query;
    EXPECT_FALSE(found(query, a, b).pairs.empty());
    EXPECT_GT(a.refit_count(), 0u);
    EXPECT_LT(a.refit_count(), a.tree().node_count() / 4);
    EXPECT_EQ(b.refit_count(), 0u);
}

TEST(PairSets, KnowWhatTheyHaveMet)
{
    PairSet set;
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
    scenes::Random random(12);
    for (int round = 0; round < 3; ++round) {
        for (int k = 0; k < 5000; ++k) {
            const std::uint32_t a = random.below(90), b = random.below(80);
            EXPECT_EQ(set.insert(a, b), expected.emplace(a, b).second);
        }
        EXPECT_EQ(set.size(), expected.size());
        set.clear();
        expected.clear();
        // With little in it, it is emptied another way.
        EXPECT_TRUE(set.insert(3, 4));
        EXPECT_FALSE(set.insert(3, 4));
        EXPECT_TRUE(set.insert(4, 3));
        set.clear();
        EXPECT_EQ(set.size(), 0u);
    }
    EXPECT_GT(set.bytes(), 0u);
}

constexpr OctreeOrder both_traversals[] = {OctreeOrder::both_at_once, OctreeOrder::leaves_then_reverse};

bool boxes_are_near(const Triangle& a, const Triangle& b, float distance)
{
    return overlap(widened_by(double(distance), box_of(a)), box_of(b));
}

TEST(OctreeNearPairs, HoldEveryPairWithinTheDistanceOnce)
{
    const scenes::ShapeMesh a = shape("bumpy_sphere", 320), b = shape("torus", 200);
    for (const OctreeOrder traversal : both_traversals)
        for (const std::uint32_t levels : {0u, 2u, 4u}) {
            const structures::SphericalOctree options = {.levels = levels, .uniform = true};
            PosedOctree tree_a = octree(a, options, traversal), tree_b = octree(b, options, traversal);
            OctreePairs query;
            scenes::Random random(8);
            for (int round = 0; round < 4; ++round) {
                const auto part = [&] { return random.between(-0.9, 0.9); };
                ASSERT_TRUE(tree_b.set_pose(RigidPose(Pose{{part(), part(), part()}, {part(), part(), part(), 0.5}})));
                if (round >= 2) {
                    std::vector<Vec3> bent = a.positions;
                    for (Vec3& p : bent)
                        p = {1.1f * p.x, p.y, p.z + 0.2f * p.x * p.x};
                    ASSERT_TRUE(tree_a.update(bent));
                }
                const TriangleList list_a = tree_a.triangles(), list_b = tree_b.triangles();
                for (const float distance : {0.0f, 0.02f, 0.3f}) {
                    WorkMeter meter(Budget::unlimited());
                    Buffer<TrianglePair> found;
                    EXPECT_TRUE(query.find_near(tree_a, tree_b, distance, meter, found).complete);
                    const std::set<TrianglePair> near(found.begin(), found.end());
                    EXPECT_EQ(near.size(), found.size()) << "a pair is there twice";
                    std::size_t missing = 0, needed = 0;
                    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
                        for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
                            if (boxes_are_near(list_a[i], list_b[j], distance)
                                && triangle_distance(list_a[i], list_b[j]).distance <= double(distance)) {
                                ++needed;
                                missing += near.contains({i, j}) ? 0 : 1;
                            }
                    EXPECT_GT(needed, 0u);
                    EXPECT_EQ(missing, 0u) << levels << " levels, " << distance << " apart";
                }
            }
        }
}

/// What Tzafestas and Coiffet conclude from times, in units of work: few levels leave too many features to compare, and
/// many levels too many nodes to open.
TEST(OctreePairs, TakeLeastWorkWithSomeNumberOfLevelsInBetween)
{
    const scenes::ShapeMesh a = shape("bumpy_sphere", 1280), b = shape("torus", 800);
    std::vector<std::uint64_t> units;
    for (std::uint32_t levels = 1; levels <= 7; ++levels) {
        const structures::SphericalOctree options = {.levels = levels, .uniform = true};
        PosedOctree tree_a = octree(a, options), tree_b = octree(b, options);
        OctreePairs query;
        units.push_back(found(query, tree_a, tree_b).units);
    }
    const auto best = std::ranges::min_element(units);
    EXPECT_LT(3 * *best, 2 * units.front());
    EXPECT_LT(3 * *best, 2 * units.back());
}

/// The paper's second conclusion: with the best number of levels the work grows no faster than the vertices.
TEST(OctreePairs, TakeWorkThatGrowsNoFasterThanTheVertices)
{
    std::vector<std::uint64_t> units;
    for (const std::uint32_t triangles : {320u, 1280u, 5120u}) {
        const scenes::ShapeMesh a = shape("bumpy_sphere", triangles), b = shape("torus", triangles);
        std::uint64_t best = UINT64_MAX;
        for (std::uint32_t levels = 1; levels <= 6; ++levels) {
            const structures::SphericalOctree options = {.levels = levels, .uniform = true};
            PosedOctree tree_a = octree(a, options), tree_b = octree(b, options);
            OctreePairs query;
            best = std::min(best, found(query, tree_a, tree_b).units);
        }
        units.push_back(best);
    }
    EXPECT_LE(units[1], 4 * units[0]);
    EXPECT_LE(units[2], 4 * units[1]);
}

} // namespace
} // namespace tactus
