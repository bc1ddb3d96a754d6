// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include "sphere_check/test_meshes.h"

namespace tactus::judged {
namespace {

TEST(SphereCheckRefuses, WhatIsNotASphereOrNotAMesh)
{
    const TestMesh mesh = unit_square();
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    for (const Sphere& bad :
         {Sphere{{nan, 0, 0}, 1.0f},
          {{0, infinite, 0}, 1.0f},
          {{0, 0, 0}, nan},
          {{0, 0, 0}, infinite},
          {{0, 0, 0}, -1.0f}}) {
        const Result<SphereCheck> check = check_spheres(mesh.view(), std::vector<Sphere>{{{0, 0, 0}, 1.0f}, bad});
        ASSERT_FALSE(check.ok());
        EXPECT_EQ(check.error().code, ErrorCode::invalid_argument);
        EXPECT_NE(check.error().message.find("sphere 1"), std::string::npos) << check.error().message;
    }
    TestMesh broken = mesh;
    broken.positions[2].y = nan;
    EXPECT_FALSE(check_spheres(broken.view(), {}).ok());
    broken = mesh;
    broken.triangles[1][2] = 4;
    EXPECT_FALSE(check_spheres(broken.view(), {}).ok());
    broken = mesh;
    broken.triangles.clear();
    EXPECT_FALSE(check_spheres(broken.view(), {}).ok());
}

TEST(SphereCheckRefuses, ToGoOnWhenItsCallerGivesUp)
{
    const TestMesh mesh = from_shape(scenes::bumpy_sphere(320, 1));
    std::vector<Sphere> spheres;
    for (std::size_t i = 0; i < 64; ++i)
        spheres.push_back({mesh.positions[i * 2], 0.2f});
    int calls = 0;
    double last = 0.0;
    ASSERT_TRUE(check_spheres(
                    mesh.view(), spheres,
                    {.progress =
                         [&](double done) {
                             ++calls;
                             EXPECT_GE(done, last);
                             EXPECT_LE(done, 1.0);
                             last = done;
                             return true;
                         }})
                    .ok());
    EXPECT_EQ(last, 1.0);
    EXPECT_GT(calls, 5);
    for (int stop = 0; stop < calls; ++stop) {
        int seen = 0;
        const Result<SphereCheck> check =
            check_spheres(mesh.view(), spheres, {.progress = [&](double) { return seen++ < stop; }});
        ASSERT_FALSE(check.ok());
        EXPECT_EQ(check.error().code, ErrorCode::cancelled);
        EXPECT_EQ(seen, stop + 1);
    }
}

TEST(SphereCheckScales, FromTheSmallestToTheLargestFloats)
{
    const TestMesh mesh = from_shape(scenes::bumpy_sphere(320, 2));
    std::vector<Sphere> spheres;
    for (std::size_t i = 0; i < 30; ++i)
        spheres.push_back({mesh.positions[i * 5], 0.25f});
    const SphereCheck one = check_spheres(mesh.view(), spheres).value();
    for (const float scale : {0x1p-90f, 0x1p90f}) {
        TestMesh scaled = mesh;
        std::vector<Sphere> scaled_spheres = spheres;
        for (Vec3& p : scaled.positions)
            p = {p.x * scale, p.y * scale, p.z * scale};
        for (Sphere& s : scaled_spheres)
            s = {{s.centre.x * scale, s.centre.y * scale, s.centre.z * scale}, s.radius * scale};
        const SphereCheck other = check_spheres(scaled.view(), scaled_spheres).value();
        const double length = scale;
        EXPECT_EQ(other.uncovered_area.lower, one.uncovered_area.lower * length * length);
        EXPECT_EQ(other.uncovered_area.upper, one.uncovered_area.upper * length * length);
        EXPECT_EQ(other.largest_gap.upper, one.largest_gap.upper * length);
        EXPECT_EQ(other.largest_protrusion.upper, one.largest_protrusion.upper * length);
        EXPECT_EQ(other.outside_volume, one.outside_volume * length * length * length);
    }
}

TEST(SphereCheckTakes, TrianglesWithoutAreaAndNeedles)
{
    // A point, a segment, and a needle of a billionth of its length.
    const TestMesh mesh = {
        {{0, 0, 0}, {0, 1, 1}, {0, 1, 2}, {1, 0, 3}}, {{0, 0, 0}, {1, 0, 0}, {0.5f, 1e-9f, 0}, {0.25f, 0, 0}}};
    const SphereCheck covered = check_spheres(mesh.view(), std::vector<Sphere>{{{0.5f, 0, 0}, 0.501f}}).value();
    EXPECT_EQ(covered.uncovered_area.upper, 0.0);
    EXPECT_EQ(covered.largest_gap.upper, 0.0);
    const SphereCheck half = check_spheres(mesh.view(), std::vector<Sphere>{{{0, 0, 0}, 0.5f}}).value();
    EXPECT_GT(half.uncovered_area.upper, 0.0);
    EXPECT_LE(half.uncovered_area.upper, 1e-9);
    EXPECT_NEAR(half.largest_gap.lower, 0.5, 1e-6);
    EXPECT_NEAR(half.largest_gap.upper, 0.5, 1e-6);
    EXPECT_NEAR(half.largest_protrusion.upper, 0.5, 1e-5);
}

TEST(SphereCheckTakes, MeshesWhoseVerticesAreNotShared)
{
    const TestMesh whole = cube(0.5f);
    TestMesh soup;
    for (const TriangleIndices& t : whole.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        soup.triangles.push_back({first, first + 1, first + 2});
        for (const std::uint32_t v : t)
            soup.positions.push_back(whole.positions[v]);
    }
    EXPECT_TRUE(check_spheres(soup.view(), {}).value().closed);
    std::swap(soup.triangles[3][0], soup.triangles[3][1]);
    EXPECT_FALSE(check_spheres(soup.view(), {}).value().closed);
}

} // namespace
} // namespace tactus::judged
