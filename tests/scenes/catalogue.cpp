// SPDX-License-Identifier: MIT
#include <set>

#include "scenes/counting.h"
#include "scenes/shapes.h"

namespace tactus::scenes {
namespace {

std::string refusal_of(std::string_view name, const SceneOptions& options = {})
{
    const Result<Scene> scene = make_scene(name, options);
    EXPECT_FALSE(scene.ok());
    return scene.ok() ? "" : scene.error().message;
}

TEST(Catalogue, NamesNoSceneTwice)
{
    std::set<std::string> names;
    for (const SceneInfo& info : all_scenes()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_FALSE(info.description.empty()) << info.name;
        EXPECT_GE(info.default_triangles, 1u) << info.name;
        EXPECT_GE(info.default_frames, 1u) << info.name;
    }
}

TEST(Catalogue, RefusesAnUnknownNameWithTheNearestOnes)
{
    EXPECT_EQ(refusal_of("bumpy_sphers").find("no scene is called 'bumpy_sphers'; nearest: bumpy_spheres, "), 0u);
    EXPECT_NE(refusal_of("cloth").find("folded_cloth"), std::string::npos);
    EXPECT_NE(refusal_of("").find("no scene is called ''"), std::string::npos);
    EXPECT_NE(refusal_of(std::string(100000, 'x')).find("nearest"), std::string::npos);
}

TEST(Catalogue, RefusesAbsurdSizesWithTheNumberAndTheLimit)
{
    EXPECT_EQ(
        refusal_of("bumpy_spheres", {.triangles = 4'000'000'000u}),
        "scene bumpy_spheres: 4,000,000,000 triangles asked for, at most 16,000,000 are made");
    EXPECT_EQ(
        refusal_of("folded_cloth", {.triangles = 20, .frames = 4'000'000'000u}),
        "scene folded_cloth: 4,000,000,000 frames asked for, at most 10,000,000 are made");
    EXPECT_EQ(
        refusal_of("many_bodies", {.bodies = 1'000'000}),
        "scene many_bodies: 1,000,000 bodies asked for, at most 100,000 are made");
    EXPECT_EQ(
        refusal_of("many_bodies", {.triangles = 1'000'000, .bodies = 1000}),
        "scene many_bodies: 1,000,000,000 triangles in all bodies asked for, at most 64,000,000 are made");
    EXPECT_EQ(
        refusal_of("one_point", {.triangles = 100'000}),
        "scene one_point: 100,000 triangles asked for, at most 2000 are made");
}

TEST(Catalogue, TakesTheNumberOfBodiesAskedFor)
{
    EXPECT_EQ(made("many_bodies", {.triangles = 20, .bodies = 5}).meshes.size(), 5u);
    EXPECT_EQ(made("many_bodies").meshes.size(), 64u);
    EXPECT_EQ(made("separate_bodies", {.triangles = 20}).meshes.size(), 27u);
}

TEST(Catalogue, ASeedChangesTheSceneAndTheSameSeedDoesNot)
{
    const auto hash = [](std::uint64_t seed) {
        return frame_hash(made("bumpy_spheres", {.triangles = 80, .seed = seed}), 3);
    };
    EXPECT_EQ(hash(5), hash(5));
    EXPECT_NE(hash(5), hash(6));
    EXPECT_NE(hash(0), hash(1));
}

TEST(Shapes, AreMadeNearTheSizeAskedFor)
{
    for (const ShapeInfo& info : all_shapes()) {
        const Result<ShapeMesh> mesh = make_shape(info.name, {.triangles = 1000});
        ASSERT_TRUE(mesh.ok()) << info.name;
        EXPECT_GE(mesh.value().triangles.size(), 700u) << info.name;
        EXPECT_LE(mesh.value().triangles.size(), 1600u) << info.name;
        for (const TriangleIndices& triangle : mesh.value().triangles)
            for (const std::uint32_t index : triangle)
                ASSERT_LT(index, mesh.value().positions.size()) << info.name;
        EXPECT_TRUE(info.moving_scene.empty() || make_scene(info.moving_scene, {.triangles = 20}).ok()) << info.name;
    }
}

TEST(Shapes, AreRefusedByUnknownNameAndAbsurdSize)
{
    const Result<ShapeMesh> unknown = make_shape("orgn");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().message.find("no shape is called 'orgn'; nearest: organ"), 0u);
    const Result<ShapeMesh> absurd = make_shape("organ", {.triangles = 1'000'000'000});
    ASSERT_FALSE(absurd.ok());
    EXPECT_EQ(absurd.error().message, "shape organ: 1,000,000,000 triangles asked for, at most 16,000,000 are made");
}

} // namespace
} // namespace tactus::scenes
