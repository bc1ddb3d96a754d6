// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/cube_lattice.h"
#include "scenes/bodies/grid_body.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/organ.h"
#include "scenes/bodies/sheet.h"
#include "scenes/bodies/torus.h"

namespace tactus::scenes {
namespace {

// Every directed edge once, and its opposite once: closed, manifold, of one orientation.
bool is_closed_manifold(const Shape& shape)
{
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const TriangleIndices& t : shape.triangles)
        for (int k = 0; k < 3; ++k)
            if (!edges.emplace(t[k], t[(k + 1) % 3]).second)
                return false;
    for (const auto& [from, to] : edges)
        if (!edges.contains({to, from}))
            return false;
    return true;
}

double enclosed_volume(const Shape& shape)
{
    double sum = 0.0;
    for (const TriangleIndices& t : shape.triangles)
        sum += dot(shape.points[t[0]], cross(shape.points[t[1]], shape.points[t[2]])) / 6.0;
    return sum;
}

// Vertices less edges plus triangles.
long euler_number(const Shape& shape)
{
    return static_cast<long>(shape.points.size()) - static_cast<long>(shape.triangles.size()) / 2;
}

TEST(Icosphere, ComesOutAtItsNaturalCountsExactly)
{
    for (const std::uint32_t count : {20u, 80u, 180u, 320u, 1280u, 5120u, 20480u, 81920u})
        EXPECT_EQ(icosphere(count).triangles.size(), count);
    EXPECT_EQ(icosphere(0).triangles.size(), 20u);
}

TEST(Icosphere, IsClosedAndFacesOutward)
{
    for (const std::uint32_t count : {20u, 180u, 1280u}) {
        const Shape shape = icosphere(count);
        EXPECT_TRUE(is_closed_manifold(shape));
        EXPECT_EQ(euler_number(shape), 2);
        EXPECT_GT(enclosed_volume(shape), 2.5);
    }
    EXPECT_NEAR(enclosed_volume(icosphere(20480)), 4.18879, 0.005);
}

TEST(Icosphere, HasEveryVertexOnTheUnitSphereAndNoneTwice)
{
    const Shape shape = icosphere(5120);
    std::set<std::array<double, 3>> places;
    for (const Point& p : shape.points) {
        EXPECT_NEAR(norm(p), 1.0, 1e-15);
        EXPECT_TRUE(places.insert({p.x, p.y, p.z}).second);
    }
}

TEST(GridBodies, AreClosedAndFaceOutward)
{
    for (const std::uint32_t count : {1u, 30u, 320u, 1280u}) {
        for (const Shape& shape :
             {grid_ellipsoid(count, {0.6, 0.8, 1.0}), grid_cylinder(count, 0.5, 2.0), grid_cone(count, 0.5, 2.0)}) {
            EXPECT_TRUE(is_closed_manifold(shape)) << count;
            EXPECT_EQ(euler_number(shape), 2) << count;
            EXPECT_GT(enclosed_volume(shape), 0.3) << count;
        }
    }
    EXPECT_NEAR(enclosed_volume(grid_ellipsoid(20000, {0.6, 0.8, 1.0})), 4.18879 * 0.48, 0.005);
    EXPECT_NEAR(enclosed_volume(grid_cylinder(2000, 0.5, 2.0)), 1.570796, 0.001);
    EXPECT_NEAR(enclosed_volume(grid_cone(2000, 0.5, 2.0)), 0.5235988, 0.001);
}

TEST(GridBodies, HaveABoxWithCornersAndTwoPoles)
{
    const Shape box = grid_box({2.0, 4.0, 6.0});
    EXPECT_TRUE(is_closed_manifold(box));
    EXPECT_EQ(box.points.size(), 10u);
    EXPECT_EQ(box.triangles.size(), 16u);
    EXPECT_NEAR(enclosed_volume(box), 48.0, 1e-12);
    for (const Point& p : box.points)
        EXPECT_NEAR(std::abs(p.z), 3.0, 1e-15);
}

TEST(GridBodies, OfTheWrongNumberOfPointsAreEmpty)
{
    const std::vector<Point> five(5);
    EXPECT_TRUE(grid_body(five, 2, 3).triangles.empty());
    EXPECT_TRUE(grid_body({}, 0, 0).points.empty());
}

TEST(Capsule, HasSixtyFourTrianglesAsATool)
{
    const Shape tool = capsule(64, 0.2, 0.004);
    EXPECT_EQ(tool.triangles.size(), 64u);
    EXPECT_TRUE(is_closed_manifold(tool));
    EXPECT_GT(enclosed_volume(tool), 0.0);
    for (const Point& p : tool.points) {
        EXPECT_GE(p.z, 0.0);
        EXPECT_LE(p.z, 0.2);
    }
    for (const std::uint32_t count : {1u, 12u, 500u, 5000u})
        EXPECT_TRUE(is_closed_manifold(capsule(count, 1.0, 0.1)));
}

TEST(Organ, IsClosedAndOfItsSize)
{
    for (const OrganKind kind : {OrganKind::liver, OrganKind::kidney}) {
        const Shape shape = organ(kind, 1280, 3);
        EXPECT_EQ(shape.triangles.size(), 1280u);
        EXPECT_TRUE(is_closed_manifold(shape));
        EXPECT_GT(enclosed_volume(shape), 1e-4);
        for (const Point& p : shape.points)
            EXPECT_LT(norm(p), 0.16);
    }
}

TEST(Torus, IsClosedWithOneHole)
{
    const Shape ring = torus(2000, 1.0, 0.3);
    EXPECT_TRUE(is_closed_manifold(ring));
    EXPECT_EQ(euler_number(ring), 0);
    EXPECT_NEAR(enclosed_volume(ring), 2.0 * 9.8696 * 0.09, 0.06);
}

TEST(Sheet, CoversItsRectangleOnce)
{
    const Shape shape = sheet(2000, 4.0, 1.0);
    double area = 0.0;
    for (const TriangleIndices& t : shape.triangles) {
        const Point normal = cross(shape.points[t[1]] - shape.points[t[0]], shape.points[t[2]] - shape.points[t[0]]);
        EXPECT_GT(normal.z, 0.0);
        area += 0.5 * normal.z;
    }
    EXPECT_NEAR(area, 4.0, 1e-12);
    EXPECT_NEAR(static_cast<double>(shape.triangles.size()), 2000.0, 60.0);
}

TEST(CubeLattice, SplitsIntoTwoColours)
{
    EXPECT_EQ(cube_lattice(3, LatticeColour::all).triangles.size(), 27u * 12u);
    EXPECT_EQ(cube_lattice(3, LatticeColour::white).triangles.size(), 14u * 12u);
    EXPECT_EQ(cube_lattice(3, LatticeColour::black).triangles.size(), 13u * 12u);
    EXPECT_NEAR(enclosed_volume(cube_lattice(3, LatticeColour::all)), 27.0, 1e-12);
}

TEST(CubeLattice, FindsTheSmallestSide)
{
    EXPECT_EQ(lattice_side(0), 1u);
    EXPECT_EQ(lattice_side(1), 1u);
    EXPECT_EQ(lattice_side(8), 2u);
    EXPECT_EQ(lattice_side(9), 3u);
    EXPECT_EQ(lattice_side(1000), 10u);
}

} // namespace
} // namespace tactus::scenes
