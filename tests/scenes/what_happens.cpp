// SPDX-License-Identifier: MIT
// Each scene shows what its name promises.
#include <algorithm>
#include <array>
#include <set>

#include "scenes/counting.h"

namespace tactus::scenes {
namespace {

std::uint32_t frames_in_contact(const Scene& scene)
{
    std::uint32_t count = 0;
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame)
        count += pair_count(scene, frame) > 0 ? 1 : 0;
    return count;
}

TEST(BumpySpheres, GoFromApartToDeepAndTouchInHalfOfTheFrames)
{
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
        const Scene scene = made("bumpy_spheres", {.triangles = 320, .seed = seed});
        for (const std::uint32_t frame : {0u, 3u, 6u, 9u, 12u})
            EXPECT_EQ(pair_count(scene, frame), 0u) << "seed " << seed << " frame " << frame;
        EXPECT_GE(2 * frames_in_contact(scene), scene.frame_count) << "seed " << seed;
        EXPECT_GT(pair_count(scene, 42), 40u) << "seed " << seed;
    }
}

TEST(BumpySpheres, DeformByThreePercentAtMost)
{
    const Scene scene = made("closed_bumpy_sphere", {.triangles = 320});
    const std::vector<Vec3> first = positions_at(scene, 0, 0);
    double largest = 0.0;
    for (std::uint32_t frame = 1; frame < scene.frame_count; ++frame) {
        const std::vector<Vec3> now = positions_at(scene, frame, 0);
        for (std::size_t i = 0; i < now.size(); ++i) {
            const Point move = Point{now[i].x, now[i].y, now[i].z} - Point{first[i].x, first[i].y, first[i].z};
            largest = std::max(largest, norm(move));
        }
    }
    // From a trough to a crest at 1.14 m, twice 3 %.
    EXPECT_LT(largest, 0.07);
    EXPECT_GT(largest, 0.02);
}

TEST(SixObjects, AreRigidAndTheFollowerMeetsEachOfTheOthersAndIsFreeInBetween)
{
    const Scene scene = made("six_objects");
    ASSERT_EQ(scene.meshes.size(), 6u);
    for (std::size_t mesh = 0; mesh < 6; ++mesh) {
        ASSERT_EQ(scene.meshes[mesh].own_positions.size(), scene.meshes[mesh].positions.size());
        // The others stand still.
        if (mesh > 0) {
            EXPECT_EQ(positions_at(scene, 0, mesh), positions_at(scene, scene.frame_count - 1, mesh));
        }
        // And touch nothing but the follower.
        for (std::size_t other = 1; other < mesh; ++other)
            EXPECT_FALSE(meshes_intersect(
                             scene.meshes[mesh].triangles, scene.meshes[mesh].positions, scene.meshes[other].triangles,
                             scene.meshes[other].positions)
                             .value())
                << mesh << " " << other;
    }
    std::set<std::size_t> met;
    std::uint32_t free = 0;
    for (std::uint32_t frame = 0; frame < scene.frame_count; frame += 3) {
        bool is_free = true;
        for (std::size_t other = 1; other < 6; ++other)
            if (meshes_intersect(
                    scene.meshes[0].triangles, positions_at(scene, frame, 0), scene.meshes[other].triangles,
                    positions_at(scene, frame, other))
                    .value()) {
                met.insert(other);
                is_free = false;
            }
        free += is_free ? 1 : 0;
    }
    EXPECT_EQ(met.size(), 5u);
    EXPECT_GE(free, 4u);
}

TEST(ClosedBumpySphere, NeverMeetsItself)
{
    const Scene scene = made("closed_bumpy_sphere", {.triangles = 1280});
    for (const std::uint32_t frame : {0u, 17u, 59u})
        EXPECT_EQ(self_pair_count(scene, frame), 0u);
}

TEST(FoldedCloth, LiesInFourLayers)
{
    const Scene scene = made("folded_cloth", {.triangles = 8000});
    const std::vector<Vec3> positions = positions_at(scene, 0, 0);
    // A needle through the middle: the heights at which the cloth passes near it fall into four groups.
    std::vector<float> heights;
    for (const Vec3& p : positions)
        if (std::abs(p.x - 0.5f) < 0.05f && std::abs(p.y - 0.5f) < 0.05f)
            heights.push_back(p.z);
    std::ranges::sort(heights);
    int layers = 1;
    for (std::size_t i = 1; i < heights.size(); ++i)
        layers += heights[i] - heights[i - 1] > 0.05f ? 1 : 0;
    EXPECT_EQ(layers, 4);
}

TEST(FoldedCloth, IsFreeAtFirstAndPassesThroughItselfLater)
{
    const Scene scene = made("folded_cloth", {.triangles = 4000});
    EXPECT_TRUE(scene.meshes[0].self_collision);
    EXPECT_EQ(self_pair_count(scene, 0), 0u);
    EXPECT_EQ(self_pair_count(scene, 10), 0u);
    EXPECT_GT(self_pair_count(scene, 30), 50u);
    EXPECT_GT(self_pair_count(scene, 42), 200u);
}

TEST(FlatFoldedSheet, LiesInOnePlaneWithItsLayersOnEachOther)
{
    const Scene scene = made("flat_folded_sheet", {.triangles = 512});
    for (const std::uint32_t frame : {0u, 20u, 59u}) {
        for (const Vec3& p : positions_at(scene, frame, 0))
            EXPECT_EQ(p.z, 0.0f);
        EXPECT_GT(self_pair_count(scene, frame), 900u);
    }
    std::set<std::array<float, 3>> places;
    for (const Vec3& p : scene.meshes[0].positions)
        places.insert({p.x, p.y, p.z});
    // 17 columns of 17 vertices, folded at the ninth.
    EXPECT_EQ(places.size(), 9u * 17u);
}

TEST(WoundSheet, MeetsItselfEverywhere)
{
    const Scene scene = made("wound_sheet", {.triangles = 1000});
    EXPECT_GT(self_pair_count(scene, 0), 5000u);
}

TEST(CrumpledSheet, MeetsItself)
{
    const Scene scene = made("crumpled_sheet", {.triangles = 2000});
    EXPECT_GT(self_pair_count(scene, 0), 500u);
    EXPECT_GT(self_pair_count(scene, 59), 500u);
}

TEST(OrganTool, TheToolComesFromAwayAndStaysInTheOrgan)
{
    const Scene scene = made("organ_tool");
    EXPECT_EQ(scene.meshes[0].triangles.size(), 1280u);
    EXPECT_EQ(scene.meshes[1].triangles.size(), 64u);
    EXPECT_EQ(pair_count(scene, 0), 0u);
    EXPECT_EQ(pair_count(scene, 10), 0u);
    EXPECT_GE(2 * frames_in_contact(scene), scene.frame_count);
}

TEST(HapticProbe, PressesLetsGoAndMovesLittleInAMillisecond)
{
    const Scene scene = made("haptic_probe", {.triangles = 1280});
    EXPECT_EQ(scene.frame_count, 10000u);
    EXPECT_EQ(scene.frames_per_second, 1000.0);
    EXPECT_GT(pair_count(scene, 300), 5u);
    EXPECT_EQ(pair_count(scene, 1071), 0u);
    EXPECT_GT(pair_count(scene, 5000), 5u);
    for (std::size_t mesh = 0; mesh < 2; ++mesh) {
        const std::vector<Vec3> now = positions_at(scene, 5000, mesh);
        const std::vector<Vec3> next = positions_at(scene, 5001, mesh);
        for (std::size_t i = 0; i < now.size(); ++i)
            ASSERT_LT(norm(Point{next[i].x, next[i].y, next[i].z} - Point{now[i].x, now[i].y, now[i].z}), 0.0005);
    }
    // A shorter run is the beginning of the same: its frames are milliseconds too.
    EXPECT_EQ(
        frame_hash(made("haptic_probe", {.triangles = 80, .frames = 50}), 40),
        frame_hash(made("haptic_probe", {.triangles = 80}), 40));
}

TEST(SoftOrgans, PressIntoEachOtherAndGiveWay)
{
    const Scene scene = made("soft_organs", {.triangles = 2000});
    EXPECT_EQ(pair_count(scene, 0), 0u);
    EXPECT_GT(pair_count(scene, 60), 50u);
    EXPECT_GT(pair_count(scene, 90), 50u);
    EXPECT_EQ(pair_count(scene, 119), 0u);
    // The kidney's top would stand well above the liver's underside if neither gave way.
    const std::vector<Vec3> kidney = positions_at(scene, 60, 1);
    const auto highest = std::ranges::max(kidney, {}, &Vec3::z).z;
    EXPECT_LT(highest, 0.015f);
}

TEST(ClothOnBall, MeetsItselfAndTheBall)
{
    const Scene scene = made("cloth_on_ball", {.triangles = 4000});
    EXPECT_EQ(pair_count(scene, 0) + self_pair_count(scene, 0), 0u);
    EXPECT_GT(pair_count(scene, 48), 20u);
    EXPECT_GT(self_pair_count(scene, 48), 20u);
}

TEST(TouchingCubes, MoveByEighthsAndTouchExactly)
{
    const Scene scene = made("touching_cubes", {.triangles = 320});
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame)
        for (const Vec3& p : positions_at(scene, frame, 1)) {
            EXPECT_EQ(p.x * 8.0f, std::floor(p.x * 8.0f));
            EXPECT_EQ(p.y * 8.0f, std::floor(p.y * 8.0f));
        }
    EXPECT_GT(pair_count(scene, 0), 0u);
    EXPECT_GT(self_pair_count(scene, 0), 0u);
}

TEST(ManyBodies, SomeTouchAndSomeDoNot)
{
    const Scene scene = made("many_bodies", {.triangles = 80, .bodies = 64});
    int touching = 0;
    for (std::size_t a = 0; a < 64; ++a)
        for (std::size_t b = a + 1; b < 64; ++b)
            touching += pair_count(scene, 20, a, b) > 0 ? 1 : 0;
    EXPECT_GT(touching, 4);
    EXPECT_LT(touching, 200);
}

TEST(SeparateBodies, KeepToTheirCellsAndOnlyEveryTenthMoves)
{
    const Scene scene = made("separate_bodies", {.triangles = 80, .bodies = 27});
    for (std::uint32_t frame = 0; frame < scene.frame_count; frame += 7)
        for (std::size_t body = 0; body < scene.meshes.size(); ++body) {
            const std::vector<Vec3> positions = positions_at(scene, frame, body);
            const double left = static_cast<double>(body % 3) / 3.0;
            for (const Vec3& p : positions)
                ASSERT_TRUE(p.x > left + 0.01 && p.x < left + 0.32) << body;
            if (frame > 0) {
                EXPECT_EQ(positions == scene.meshes[body].positions, body % 10 != 0);
            }
        }
}

TEST(LargeDeformation, BringsFarPartsTogetherAndGoesOn)
{
    const Scene scene = made("large_deformation", {.triangles = 1000});
    EXPECT_EQ(scene.frame_count, 10000u);
    std::uint32_t touching = 0;
    for (std::uint32_t frame = 0; frame < scene.frame_count; frame += 500)
        touching += pair_count(scene, frame) > 0 ? 1 : 0;
    EXPECT_GE(touching, 15u);
    // No vertex jumps from one frame to the next, and all have gone far after a minute.
    const std::vector<Vec3> now = positions_at(scene, 5000, 0);
    const std::vector<Vec3> next = positions_at(scene, 5001, 0);
    const std::vector<Vec3> later = positions_at(scene, 8600, 0);
    double farthest = 0.0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Point here = {now[i].x, now[i].y, now[i].z};
        EXPECT_LT(norm(Point{next[i].x, next[i].y, next[i].z} - here), 0.1);
        farthest = std::max(farthest, norm(Point{later[i].x, later[i].y, later[i].z} - here));
    }
    EXPECT_GT(farthest, 0.5);
}

TEST(TwoTriangles, MeetAsTheirPositionsSay)
{
    const Scene scene = made("two_triangles");
    const std::array<bool, 16> expected = {false, true, true, true,  true, true, true, true,
                                           true,  true, true, false, true, true, true, false};
    for (std::uint32_t frame = 0; frame < scene.frame_count; ++frame)
        EXPECT_EQ(pair_count(scene, frame) == 1, expected[frame % 16]) << "frame " << frame;
}

TEST(OnePoint, EveryTriangleMeetsEveryOther)
{
    const Scene scene = made("one_point", {.triangles = 20});
    EXPECT_EQ(pair_count(scene, 0), 400u);
    EXPECT_EQ(pair_count(scene, 1), 0u);
}

TEST(SharedHub, HasNothingToReportAgainstItself) { EXPECT_EQ(self_pair_count(made("shared_hub"), 0), 0u); }

TEST(CoincidentTwins, EveryTriangleMeetsItsTwin)
{
    EXPECT_GE(pair_count(made("coincident_twins", {.triangles = 80}), 3), 80u);
}

TEST(TinyAndHugeCoordinates, MeetAsAtEverydayScale)
{
    const std::size_t tiny = pair_count(made("tiny_coordinates"), 2);
    const std::size_t huge = pair_count(made("huge_coordinates"), 2);
    EXPECT_GT(tiny, 30u);
    EXPECT_GT(huge, 30u);
}

} // namespace
} // namespace tactus::scenes
