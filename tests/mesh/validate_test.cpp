// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

namespace tactus {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<TriangleIndices> tetrahedron = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

void expect(const MeshFinding& finding, std::size_t count, const Numbers& first)
{
    EXPECT_EQ(finding.count, count);
    EXPECT_EQ(finding.first, first);
}

TEST(Validate, FindsNothingUnusualInATetrahedron)
{
    const MeshReport report = validate({tetrahedron, corners});
    EXPECT_TRUE(report.is_accepted() && report.is_closed() && report.is_manifold());
    for (const MeshFinding* finding :
         {&report.out_of_range, &report.not_finite, &report.degenerate, &report.duplicate, &report.boundary_edges,
          &report.non_manifold_edges, &report.inconsistent_edges, &report.non_manifold_vertices,
          &report.unused_vertices})
        expect(*finding, 0, {});
    EXPECT_EQ(report.components, 1u);
    EXPECT_EQ(report.lower_corner, (Vec3{0, 0, 0}));
    EXPECT_EQ(report.upper_corner, (Vec3{1, 1, 1}));
}

TEST(Validate, NamesTheFirstOfEachKind)
{
    std::vector<TriangleIndices> triangles = tetrahedron;
    std::vector<Vec3> positions = corners;
    positions.insert(positions.end(), {{5, 5, 5}, {2, 0, 0}, {0, 2, 0}, {0, 0, -1}});
    triangles.push_back({0, 1, 5});  // 4: on a line, and a third triangle at the edge 0 1
    triangles.push_back({1, 3, 0});  // 5: triangle 1 again
    triangles.push_back({0, 1, 99}); // 6: out of range
    triangles.push_back({0, 6, 7});  // 7: meets the others in vertex 0 alone
    const MeshReport report = validate({triangles, positions});
    expect(report.out_of_range, 1, {6});
    expect(report.degenerate, 1, {4});
    expect(report.duplicate, 1, {5});
    expect(report.unused_vertices, 1, {4});
    expect(report.non_manifold_edges, 3, {0, 1});
    expect(report.boundary_edges, 5, {4, 7});
    expect(report.non_manifold_vertices, 1, {0});
    EXPECT_EQ(report.components, 1u);
    EXPECT_FALSE(report.is_accepted());
    EXPECT_FALSE(report.is_closed());
    EXPECT_FALSE(report.is_manifold());
}

TEST(Validate, SeesTrianglesThatAreWoundAgainstEachOther)
{
    std::vector<TriangleIndices> triangles = tetrahedron;
    std::swap(triangles[2][0], triangles[2][1]);
    const MeshReport report = validate({triangles, corners});
    expect(report.inconsistent_edges, 3, {0, 1, 2});
    EXPECT_TRUE(report.is_closed());
}

TEST(Validate, TakesCoordinatesThatAreNoneAndSaysWhatAddBodySays)
{
    std::vector<Vec3> positions = corners;
    positions[2].y = std::numeric_limits<float>::quiet_NaN();
    positions[3].z = std::numeric_limits<float>::infinity();
    const MeshReport report = validate({tetrahedron, positions});
    expect(report.not_finite, 2, {2, 3});
    expect(report.degenerate, 0, {});
    EXPECT_FALSE(report.is_accepted());
    World world = World::create().value();
    EXPECT_FALSE(world.add_body({.triangles = tetrahedron, .positions = positions}).ok());
}

TEST(Validate, TakesNothingAndBrokenArrays)
{
    EXPECT_TRUE(validate({}).is_accepted());
    const std::vector<std::uint32_t> numbers = {0, 1, 2, 3};
    const std::vector<float> floats = {0, 0, 0, 1};
    const MeshReport report = validate({numbers, floats});
    EXPECT_EQ(report.leftover_numbers, 2u);
    expect(report.out_of_range, 1, {0});
    EXPECT_FALSE(report.is_accepted());
}

TEST(Validate, KeepsTheSmallestEightNumbers)
{
    const std::vector<TriangleIndices> triangles(20, TriangleIndices{7, 8, 9});
    expect(validate({triangles, corners}).out_of_range, 20, {0, 1, 2, 3, 4, 5, 6, 7});
}

} // namespace
} // namespace tactus
