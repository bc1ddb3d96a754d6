// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "geometry/triangle_distance.h"
#include "pipeline/posed_octrees.h"
#include "scenes/random.h"

namespace tactus {
namespace {

constexpr OctreeTraversal both_traversals[] = {OctreeTraversal::both_at_once, OctreeTraversal::leaves_then_reverse};

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

} // namespace
} // namespace tactus
