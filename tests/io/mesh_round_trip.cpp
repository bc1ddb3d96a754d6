// SPDX-License-Identifier: MIT
#include <bit>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "temporary_folder.h"

namespace tactus::io {
namespace {

/// Triangles over random floats of every exponent, denormal ones and both zeros included.
Mesh random_mesh(std::uint32_t seed)
{
    std::mt19937 random(seed);
    Mesh mesh;
    const auto any_float = [&] {
        for (;;) {
            const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
            if (value - value == 0.0f)
                return value;
        }
    };
    for (int k = 0; k < 600; ++k)
        mesh.positions.push_back({any_float(), any_float(), any_float()});
    mesh.positions.push_back({0.0f, -0.0f, std::numeric_limits<float>::denorm_min()});
    mesh.positions.push_back({std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(), 1.0f / 3.0f});
    const auto count = static_cast<std::uint32_t>(mesh.positions.size());
    for (int k = 0; k < 1000; ++k)
        mesh.triangles.push_back(
            {static_cast<std::uint32_t>(random()) % count, static_cast<std::uint32_t>(random()) % count,
             static_cast<std::uint32_t>(random()) % count});
    mesh.triangles.push_back({5, 5, 5});
    mesh.triangles.push_back(mesh.triangles[3]);
    return mesh;
}

void expect_same_bits(const Vec3& a, const Vec3& b)
{
    EXPECT_EQ(std::bit_cast<std::uint32_t>(a.x), std::bit_cast<std::uint32_t>(b.x));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(a.y), std::bit_cast<std::uint32_t>(b.y));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(a.z), std::bit_cast<std::uint32_t>(b.z));
}

class EveryWrittenFormat : public testing::TestWithParam<const char*> {};

TEST_P(EveryWrittenFormat, GivesBackTheSameTrianglesAndTheSameFloats)
{
    const TemporaryFolder folder;
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Mesh mesh = random_mesh(seed);
        const auto file = folder.path() / (std::string("mesh.") + GetParam());
        ASSERT_TRUE(write_mesh(file, mesh).ok());
        const Result<Mesh> back = read_mesh(file, {.weld = false});
        ASSERT_TRUE(back.ok()) << back.error().message;
        ASSERT_EQ(back.value().triangles.size(), mesh.triangles.size());
        for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
            for (std::size_t corner = 0; corner < 3; ++corner)
                expect_same_bits(
                    back.value().positions[back.value().triangles[k][corner]],
                    mesh.positions[mesh.triangles[k][corner]]);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, EveryWrittenFormat, testing::Values("obj", "ply", "stl"));

TEST(WrittenObjAndPly, KeepVertexNumbersAndVerticesThatNoTriangleUses)
{
    const TemporaryFolder folder;
    const Mesh mesh = random_mesh(9);
    for (const char* name : {"mesh.obj", "mesh.ply"}) {
        ASSERT_TRUE(write_mesh(folder.path() / name, mesh).ok());
        const Result<Mesh> back = read_mesh(folder.path() / name, {.weld = false});
        ASSERT_TRUE(back.ok()) << back.error().message;
        EXPECT_EQ(back.value().triangles, mesh.triangles);
        EXPECT_EQ(back.value().positions.size(), mesh.positions.size());
    }
}

TEST(WrittenStl, IsWeldedBackToSharedVertices)
{
    const TemporaryFolder folder;
    const Mesh mesh{{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    ASSERT_TRUE(write_mesh(folder.path() / "mesh.stl", mesh).ok());
    const Result<Mesh> back = read_mesh(folder.path() / "mesh.stl");
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(back.value().triangles, mesh.triangles);
    EXPECT_EQ(back.value().positions, mesh.positions);
    EXPECT_EQ(back.value().welded_vertices, 8u);
    EXPECT_EQ(bytes_of(folder.path() / "mesh.stl").size(), 84u + 4 * 50);
}

TEST(WriteMesh, RefusesWhatItCannotWriteAndSaysWhy)
{
    const TemporaryFolder folder;
    const Mesh good{{{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    Mesh with_nan = good;
    with_nan.positions[2].y = std::numeric_limits<float>::quiet_NaN();
    Mesh out_of_range = good;
    out_of_range.triangles[0][1] = 7;

    const auto message = [&](const char* name, const Mesh& mesh) {
        const Result<void> written = write_mesh(folder.path() / name, mesh);
        EXPECT_FALSE(written.ok());
        EXPECT_FALSE(std::filesystem::exists(folder.path() / name));
        return written.ok() ? std::string() : written.error().message;
    };
    EXPECT_NE(message("a.obj", with_nan).find("vertex 2: y is nan"), std::string::npos);
    EXPECT_NE(
        message("a.ply", out_of_range).find("triangle 0: it names vertex 7, but there are only 3"), std::string::npos);
    EXPECT_NE(message("a.xyz", good).find("\"xyz\" is not a format that is written"), std::string::npos);
    EXPECT_NE(message("missing/a.obj", good).find("cannot be written"), std::string::npos);
}

} // namespace
} // namespace tactus::io
