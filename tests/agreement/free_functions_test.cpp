// SPDX-License-Identifier: MIT
#include <tactus/world.h>

#include <cmath>

#include "agreement/plain_loop.h"
#include "agreement/scene_player.h"

namespace tactus {
namespace {

class FreeFunctions : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, FreeFunctions, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(FreeFunctions, GiveTheSortedPairsOfPlainLoops)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 120});
    for (const std::uint32_t frame : spread_frames(scene, 3)) {
        const std::vector<Vec3> a = positions_at(scene, frame, 0);
        const std::vector<TriangleIndices>& triangles_a = scene.meshes[0].triangles;
        const auto self = self_intersecting_pairs(triangles_a, a);
        ASSERT_TRUE(self.ok());
        EXPECT_EQ(self.value(), plain_self_pairs({triangles_a, a}));
        if (scene.meshes.size() < 2)
            continue;
        const std::vector<Vec3> b = positions_at(scene, frame, 1);
        const std::vector<TriangleIndices>& triangles_b = scene.meshes[1].triangles;
        const std::vector<TrianglePair> expected = plain_pairs({triangles_a, a}, {triangles_b, b});
        const auto pairs = intersecting_pairs(triangles_a, a, triangles_b, b);
        ASSERT_TRUE(pairs.ok());
        EXPECT_EQ(pairs.value(), expected) << GetParam() << " frame " << frame;
        const auto any = meshes_intersect(triangles_a, a, triangles_b, b);
        ASSERT_TRUE(any.ok());
        EXPECT_EQ(any.value(), !expected.empty());
        // The other way round it is the same set, turned over.
        const auto turned = intersecting_pairs(triangles_b, b, triangles_a, a);
        ASSERT_TRUE(turned.ok());
        std::vector<TrianglePair> back;
        for (const TrianglePair& pair : turned.value())
            back.push_back({pair.b, pair.a});
        std::sort(back.begin(), back.end());
        EXPECT_EQ(back, expected);
    }
}

TEST(TrianglesIntersect, IsFalseForNanAndInfinity)
{
    const std::array<Vec3, 3> triangle = {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
    EXPECT_TRUE(triangles_intersect(triangle, triangle));
    for (const float bad : {std::nanf(""), INFINITY, -INFINITY}) {
        std::array<Vec3, 3> broken = triangle;
        broken[1].z = bad;
        EXPECT_FALSE(triangles_intersect(triangle, broken));
        EXPECT_FALSE(triangles_intersect(broken, triangle));
    }
}

TEST(TwoMeshes, ThatAreBrokenAreToldApart)
{
    const std::vector<TriangleIndices> good = {{0, 1, 2}}, bad = {{0, 1, 3}};
    const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const auto first = intersecting_pairs(bad, positions, good, positions);
    ASSERT_FALSE(first.ok());
    EXPECT_EQ(first.error().message, "first mesh: triangle 0: vertex 3 does not exist, the body has 3 vertices");
    const auto second = meshes_intersect(good, positions, bad, positions);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().message, "second mesh: triangle 0: vertex 3 does not exist, the body has 3 vertices");
    const auto self = self_intersecting_pairs(bad, positions);
    ASSERT_FALSE(self.ok());
    EXPECT_EQ(self.error().code, ErrorCode::invalid_argument);
}

TEST(TwoMeshes, WithoutTrianglesHaveNoPairs)
{
    const std::vector<TriangleIndices> none;
    const std::vector<Vec3> nowhere;
    EXPECT_TRUE(intersecting_pairs(none, nowhere, none, nowhere).value().empty());
    EXPECT_FALSE(meshes_intersect(none, nowhere, none, nowhere).value());
    EXPECT_TRUE(self_intersecting_pairs(none, nowhere).value().empty());
}

} // namespace
} // namespace tactus
