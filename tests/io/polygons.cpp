// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "io/formats/polygon.h"
#include "io/mesh_file.h"
#include "io/temporary_folder.h"

namespace tactus::io {
namespace {

using Corners = std::vector<std::uint32_t>;

/// Of a polygon in the plane z = 0, the area of a triangle, below 0 if it runs to the right.
double area_of(const std::vector<Vec3>& points, const TriangleIndices& t)
{
    const Vec3 &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
    return 0.5 * ((double{b.x} - a.x) * (double{c.y} - a.y) - (double{b.y} - a.y) * (double{c.x} - a.x));
}

/// Expects triangles that all run as the polygon does and together have its area: then none lies outside.
void expect_split(const std::vector<Vec3>& points, const Corners& corners, double area)
{
    const std::vector<TriangleIndices> triangles = split_polygon(points, corners);
    ASSERT_EQ(triangles.size(), corners.size() - 2);
    double sum = 0.0;
    for (const TriangleIndices& triangle : triangles) {
        EXPECT_GT(area_of(points, triangle) * area, 0.0);
        sum += area_of(points, triangle);
    }
    EXPECT_NEAR(sum, area, 1e-9);
}

TEST(Polygons, AConcaveQuadHasNoTriangleOutsideOfIt)
{
    // An arrowhead: whichever corner it begins with, and whichever way it runs.
    const std::vector<Vec3> points = {{0, 0, 0}, {2, 1, 0}, {0, 2, 0}, {0.5f, 1, 0}};
    for (std::uint32_t first = 0; first < 4; ++first) {
        expect_split(points, {first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4}, 1.5);
        expect_split(points, {first, (first + 3) % 4, (first + 2) % 4, (first + 1) % 4}, -1.5);
    }
}

TEST(Polygons, AnLIsSplitWithinItself)
{
    const std::vector<Vec3> points = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    for (std::uint32_t first = 0; first < 6; ++first) {
        Corners corners;
        for (std::uint32_t k = 0; k < 6; ++k)
            corners.push_back((first + k) % 6);
        expect_split(points, corners, 5.0);
        expect_split(points, Corners(corners.rbegin(), corners.rend()), -5.0);
    }
}

TEST(Polygons, ACombOfManyTeethIsSplitWithinItself)
{
    std::vector<Vec3> points = {{0, -1, 0}, {40, -1, 0}};
    for (int tooth = 40; tooth >= 0; --tooth)
        points.push_back({static_cast<float>(tooth), tooth % 2 == 0 ? 0.0f : 5.0f, 0.0f});
    Corners corners;
    for (std::uint32_t k = 0; k < points.size(); ++k)
        corners.push_back(k);
    expect_split(points, corners, 40.0 + 20.0 * 5.0);
}

TEST(Polygons, ConvexOnesAndThoseWithoutAreaAreFans)
{
    const std::vector<Vec3> points = {{0, 0, 1}, {1, 0, 1}, {2, 1, 1}, {1, 2, 1}, {0, 1, 1}};
    const std::vector<TriangleIndices> fan = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
    EXPECT_EQ(split_polygon(points, Corners{0, 1, 2, 3, 4}), fan);
    EXPECT_EQ(split_polygon(std::vector<Vec3>(5), Corners{0, 1, 2, 3, 4}), fan);
}

TEST(Polygons, CrossedSidesStillGiveAsManyTriangles)
{
    const std::vector<Vec3> points = {{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 4, 0}, {-1, 2, 0}};
    EXPECT_EQ(split_polygon(points, Corners{0, 1, 2, 3, 4}).size(), 3u);
}

TEST(Polygons, AReaderSplitsAConcaveFaceWithinItself)
{
    const TemporaryFolder folder;
    const Result<Mesh> mesh = read_mesh(folder.write("arrow.obj", "v 0.5 1 0\nv 0 0 0\nv 2 1 0\nv 0 2 0\nf 2 3 4 1\n"));
    ASSERT_TRUE(mesh.ok());
    ASSERT_EQ(mesh.value().triangles.size(), 2u);
    EXPECT_EQ(mesh.value().split_polygons, 1u);
    for (const TriangleIndices& triangle : mesh.value().triangles)
        EXPECT_GT(area_of(mesh.value().positions, triangle), 0.0);
}

} // namespace
} // namespace tactus::io
