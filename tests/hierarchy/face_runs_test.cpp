// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hierarchy/spherical_octree_cases.h"
#include "tree/octree/face_runs.h"
#include "tree/octree/made/build_octree.h"

namespace tactus {
namespace {

using namespace octree_cases;

TEST(FaceRuns, HoldEveryFaceOnceWhateverTheLeavesList)
{
    for (const NamedSurface& named : std::vector<NamedSurface>{
             {"torus", shape("torus", 900)}, {"tool", shape("tool", 64)}, {"organ", shape("organ", 720)}})
        for (const std::uint32_t levels : {0u, 1u, 3u, 6u})
            for (const std::uint32_t enough : {0u, 16u}) {
                const Surface& s = named.surface;
                const SphericalOctree tree =
                    build_octree(s.triangles, s.positions, {.levels = levels, .enough_features = enough});
                const FaceRuns runs(tree, s.triangles, s.positions);
                const std::span<const FaceRuns::Run> all = runs.runs();
                std::vector<std::uint32_t> held;
                for (std::size_t index = 0; index < all.size(); ++index) {
                    const FaceRuns::Run& run = all[index];
                    if (run.is_leaf()) {
                        EXPECT_LE(run.end - run.begin, FaceRuns::max_faces);
                        EXPECT_LT(run.begin, run.end);
                        const auto faces = runs.faces(std::uint32_t(index));
                        held.insert(held.end(), faces.begin(), faces.end());
                        continue;
                    }
                    EXPECT_GT(run.child_count, 1u) << "the same faces again";
                    EXPECT_LE(run.child_count, 8u);
                    EXPECT_GT(run.first_child, index);
                    std::uint32_t at = run.begin;
                    for (std::uint32_t k = 0; k < run.child_count; ++k) {
                        EXPECT_EQ(all[run.first_child + k].begin, at);
                        at = all[run.first_child + k].end;
                    }
                    EXPECT_EQ(at, run.end);
                }
                std::sort(held.begin(), held.end());
                ASSERT_EQ(held.size(), s.triangles.size()) << named.name << ", " << levels << " levels";
                for (std::uint32_t face = 0; face < held.size(); ++face)
                    EXPECT_EQ(held[face], face);
            }
}

TEST(FaceRuns, StillHoldEveryFaceOnceAfterHundredsOfEdits)
{
    Surface s = shape("torus", 1800);
    scenes::Random random(64);
    const SphericalOctree tree = build_octree(s.triangles, s.positions, {.levels = 5, .enough_features = 16});
    FaceRuns runs(tree, s.triangles, s.positions);
    std::set<std::uint32_t> remaining;
    for (std::uint32_t face = 0; face < s.triangles.size(); ++face)
        remaining.insert(face);
    for (int round = 0; round < 150; ++round) {
        std::vector<std::uint32_t> removed, changed;
        for (std::uint32_t k = random.below(4); k > 0; --k) {
            const auto face = remaining.lower_bound(random.below(std::uint32_t(s.triangles.size())));
            if (face == remaining.end())
                continue;
            removed.push_back(*face);
            remaining.erase(face);
        }
        const auto first_added = std::uint32_t(s.triangles.size());
        for (std::uint32_t k = random.below(4); k > 0; --k) {
            // Often the same one again, so that runs must be divided.
            const TriangleIndices corners = s.triangles[random.below(round % 3 == 0 ? 1800 : 3)];
            remaining.insert(std::uint32_t(s.triangles.size()));
            s.triangles.push_back(corners);
        }
        ASSERT_TRUE(runs.edit(s.triangles, s.positions.size(), removed, first_added, changed));
        std::vector<std::uint32_t> held;
        for (std::uint32_t run = 0; run < runs.runs().size(); ++run) {
            const FaceRuns::Run& at = runs.runs()[run];
            for (std::uint32_t k = 0; k < at.child_count; ++k) {
                ASSERT_EQ(runs.runs()[at.first_child + k].parent, run);
                ASSERT_GT(at.first_child, run);
            }
            ASSERT_LE(runs.faces(run).size(), at.is_leaf() ? FaceRuns::max_faces : 0u);
            held.insert(held.end(), runs.faces(run).begin(), runs.faces(run).end());
        }
        std::sort(held.begin(), held.end());
        ASSERT_TRUE(std::equal(held.begin(), held.end(), remaining.begin(), remaining.end())) << round;
    }
}

TEST(FaceRuns, TakeOddSurfacesToo)
{
    for (const NamedSurface& odd : odd_surfaces()) {
        const Surface& s = odd.surface;
        const FaceRuns runs(build_octree(s.triangles, s.positions, {.levels = 4}), s.triangles, s.positions);
        ASSERT_FALSE(runs.runs().empty()) << odd.name;
        EXPECT_EQ(runs.runs()[0].end, s.triangles.size()) << odd.name;
        EXPECT_GT(runs.bytes(), 0u) << odd.name;
    }
}

} // namespace
} // namespace tactus
