// SPDX-License-Identifier: MIT
#include <cmath>

#include "scenes/counting.h"

namespace tactus::scenes {
namespace {

class EveryScene : public testing::TestWithParam<std::string> {
protected:
    Scene scene_ = made(GetParam(), {.triangles = 320});
};

std::vector<std::string> scene_names()
{
    std::vector<std::string> names;
    for (const SceneInfo& info : all_scenes())
        names.push_back(info.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(EveryScene, CarriesItsNameAndWhatItIsAbout)
{
    EXPECT_EQ(scene_.name, GetParam());
    EXPECT_FALSE(scene_.description.empty());
    EXPECT_FALSE(scene_.meshes.empty());
    EXPECT_GE(scene_.frame_count, 1u);
}

TEST_P(EveryScene, HasNoIndexOutOfRange)
{
    for (const SceneMesh& mesh : scene_.meshes) {
        EXPECT_FALSE(mesh.name.empty());
        for (const TriangleIndices& triangle : mesh.triangles)
            for (const std::uint32_t index : triangle)
                ASSERT_LT(index, mesh.positions.size());
    }
}

TEST_P(EveryScene, HasNeitherNanNorInfinityAtAnyFrame)
{
    const std::uint32_t step = std::max(1u, scene_.frame_count / 20);
    for (std::uint32_t frame = 0; frame < scene_.frame_count; frame += step)
        for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh)
            for (const Vec3& p : positions_at(scene_, frame, mesh))
                ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) << "frame " << frame;
}

TEST_P(EveryScene, StartsWhereItsMeshesLie)
{
    for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh)
        EXPECT_EQ(positions_at(scene_, 0, mesh), scene_.meshes[mesh].positions);
}

TEST_P(EveryScene, GivesAFrameTheSameInAnyOrderAndFromACopy)
{
    const std::uint32_t last = scene_.frame_count - 1;
    const std::uint64_t forward = frame_hash(scene_, last);
    frame_hash(scene_, 0);
    EXPECT_EQ(frame_hash(scene_, last), forward);
    const Scene copy = scene_;
    scene_ = {};
    EXPECT_EQ(frame_hash(copy, last), forward);
}

TEST_P(EveryScene, ComesNearTheSizeAskedFor)
{
    if (GetParam() == "two_triangles" || GetParam() == "empty_mesh")
        return;
    EXPECT_GE(scene_.meshes[0].triangles.size(), 160u);
    EXPECT_LE(scene_.meshes[0].triangles.size(), 640u);
}

TEST_P(EveryScene, CanBeMadeWithOneTriangleAndOneFrame)
{
    const Scene smallest = made(GetParam(), {.triangles = 1, .frames = 1});
    EXPECT_EQ(smallest.frame_count, 1u);
    for (std::size_t mesh = 0; mesh < smallest.meshes.size(); ++mesh)
        for (const Vec3& p : positions_at(smallest, 0, mesh))
            EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
}

TEST_P(EveryScene, TakesTheNumberOfFramesAskedFor)
{
    EXPECT_EQ(made(GetParam(), {.triangles = 20, .frames = 7}).frame_count, 7u);
}

} // namespace
} // namespace tactus::scenes
