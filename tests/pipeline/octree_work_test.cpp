// SPDX-License-Identifier: MIT
// Near pairs are complete, and the number of levels that is chosen costs little more work than the best.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "geometry/triangle_distance.h"
#include "pipeline/octree/octree_pairs.h"
#include "scenes/random.h"
#include "scenes/shapes.h"

namespace tactus {
namespace {

constexpr OctreeTraversal both_traversals[] = {OctreeTraversal::both_at_once, OctreeTraversal::leaves_then_reverse};

scenes::ShapeMesh shape(const char* name, std::uint32_t triangles)
{
    return scenes::make_shape(name, {.triangles = triangles}).value();
}

PosedOctree octree(const scenes::ShapeMesh& mesh, const OctreeOptions& options)
{
    return PosedOctree(mesh.triangles, mesh.positions, options);
}

bool boxes_are_near(const Triangle& a, const Triangle& b, float distance)
{
    return overlap(widened_by(double(distance), box_of(a)), box_of(b));
}

TEST(OctreeNearPairs, HoldEveryPairWithinTheDistanceOnce)
{
    const scenes::ShapeMesh a = shape("bumpy_sphere", 320), b = shape("torus", 200);
    for (const OctreeTraversal traversal : both_traversals)
        for (const std::uint32_t levels : {0u, 2u, 4u}) {
            const OctreeOptions options = {.levels = levels, .uniform = true, .traversal = traversal};
            PosedOctree tree_a = octree(a, options), tree_b = octree(b, options);
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

/// Work units of searches with one body led into the other, in several poses.
double work(PosedOctree& a, PosedOctree& b, double apart, float distance)
{
    OctreePairs query;
    scenes::Random random(21);
    std::uint64_t spent = 0;
    for (int round = 0; round < 6; ++round) {
        const auto part = [&] { return random.between(-1.0, 1.0); };
        const Quaternion turned{part(), part(), part(), part()};
        const DoubleVec3 at{apart * (0.8 + 0.04 * round), 0.1 * apart * part(), 0.1 * apart * part()};
        EXPECT_TRUE(b.set_pose(RigidPose(Pose{at, turned})));
        WorkMeter pairs_meter(Budget::work_units(UINT64_MAX - 1)), near_meter(Budget::work_units(UINT64_MAX - 1));
        Buffer<TrianglePair> pairs;
        query.find_pairs(a, b, pairs_meter, false, pairs);
        query.find_near(a, b, distance, near_meter, pairs);
        spent += pairs_meter.spent() + near_meter.spent();
    }
    return double(spent);
}

TEST(OctreeLevels, ThatAreChosenTakeLittleMoreWorkThanTheBest)
{
    struct Case {
        const char* a;
        const char* b;
        std::uint32_t triangles_a, triangles_b;
        double apart; ///< metres between them when they just touch, about
    };
    for (const Case& bodies :
         {Case{"bumpy_sphere", "bumpy_sphere", 5120, 5120, 2.0}, Case{"sphere", "torus", 320, 900, 1.8},
          Case{"organ", "tool", 2000, 64, 1.0}, Case{"bumpy_sphere", "sphere", 20480, 20, 2.0}}) {
        const scenes::ShapeMesh a = shape(bodies.a, bodies.triangles_a), b = shape(bodies.b, bodies.triangles_b);
        for (const OctreeTraversal traversal : both_traversals) {
            const auto of_levels = [&](std::uint32_t levels) {
                const OctreeOptions options = {.levels = levels, .uniform = true, .traversal = traversal};
                PosedOctree tree_a = octree(a, options), tree_b = octree(b, options);
                return work(tree_a, tree_b, bodies.apart, 0.01f);
            };
            const double chosen = of_levels(0);
            double best = chosen;
            for (std::uint32_t levels = 1; levels <= 7; ++levels)
                best = std::min(best, of_levels(levels));
            EXPECT_LE(chosen, 1.5 * best) << bodies.a << " and " << bodies.b;
        }
    }
}

} // namespace
} // namespace tactus
