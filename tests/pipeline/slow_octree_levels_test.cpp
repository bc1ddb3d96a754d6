// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>

#include "pipeline/posed_octrees.h"
#include "scenes/random.h"

namespace tactus {
namespace {

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
        for (const OctreeOrder traversal : {OctreeOrder::both_at_once, OctreeOrder::leaves_then_reverse}) {
            const auto of_levels = [&](std::uint32_t levels) {
                const structures::SphericalOctree options = {.levels = levels, .uniform = true};
                PosedOctree tree_a = octree(a, options, traversal), tree_b = octree(b, options, traversal);
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
