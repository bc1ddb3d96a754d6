// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <tactus/papers.h>

#include "hierarchy/spherical_octree_cases.h"
#include "scenes/wave.h"
#include "tree/octree/made/build_octree.h"
#include "tree/octree/made/grid_mesh.h"

namespace tactus {
namespace {

/// A cylinder as the paper would give it: a pole, rings, a pole; each ring's last point repeats its first.
std::vector<Vec3> cylinder_points(std::uint32_t rings, std::uint32_t sides)
{
    std::vector<Vec3> points;
    for (std::uint32_t row = 0; row < rings + 2; ++row)
        for (std::uint32_t k = 0; k <= sides; ++k) {
            const bool is_pole = row == 0 || row == rings + 1;
            const double turns = double(k % sides) / sides;
            const double height = row == 0 ? 0.0 : row == rings + 1 ? 1.0 : double(row - 1) / (rings - 1);
            points.push_back(scenes::rounded(
                is_pole ? scenes::Point{0.0, 0.0, height}
                        : scenes::Point{scenes::cosine_of_turns(turns), scenes::sine_of_turns(turns), height}));
        }
    return points;
}

TEST(GridMesh, AnOpenGridHasTwoTrianglesASquareThatFaceUp)
{
    std::vector<Vec3> points;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 5; ++column)
            points.push_back({float(column), float(row), 0.0f});
    const papers::GridMesh mesh = make_grid_mesh(points, 4, 5);
    EXPECT_EQ(mesh.positions.size(), 20u);
    EXPECT_EQ(mesh.triangles.size(), 2u * 3u * 4u);
    for (const TriangleIndices& t : mesh.triangles) {
        const Vec3 normal =
            cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
        EXPECT_EQ(normal, (Vec3{0.0f, 0.0f, 1.0f}));
    }
    const FeatureLists lists = make_feature_lists(mesh.triangles, mesh.positions.size());
    EXPECT_EQ(lists.vertices.size() + mesh.triangles.size(), lists.edges.size() + 1) << "Euler's, of a disc";
}

TEST(GridMesh, PolesAndSeamsClose)
{
    for (const std::uint32_t sides : {3u, 8u, 31u}) {
        const std::vector<Vec3> points = cylinder_points(4, sides);
        const papers::GridMesh mesh = make_grid_mesh(points, 6, sides + 1);
        EXPECT_EQ(mesh.positions.size(), 4 * sides + 2);
        EXPECT_EQ(mesh.triangles.size(), 3 * 2 * sides + 2 * sides);
        const FeatureLists lists = make_feature_lists(mesh.triangles, mesh.positions.size());
        EXPECT_EQ(lists.vertices.size() + mesh.triangles.size(), lists.edges.size() + 2) << "Euler's, of a sphere";
        EXPECT_EQ(2 * lists.edges.size(), 3 * mesh.triangles.size()) << "every edge has two faces";
        for (std::size_t p = 0; p < points.size(); ++p)
            EXPECT_EQ(mesh.positions[mesh.vertex_of_point[p]], points[p]);
    }
}

TEST(GridMesh, GridsOfNothingHaveNoTriangles)
{
    EXPECT_TRUE(make_grid_mesh({}, 0, 0).triangles.empty());
    EXPECT_TRUE(make_grid_mesh(std::vector<Vec3>(3), 1, 3).triangles.empty());
    EXPECT_TRUE(make_grid_mesh(std::vector<Vec3>(9), 3, 3).triangles.empty()) << "all in one point";
}

TEST(GridMesh, GetsATreeLikeAnyMesh)
{
    const papers::GridMesh mesh = make_grid_mesh(cylinder_points(9, 24), 11, 25);
    const SphericalOctree tree = build_octree(mesh.triangles, mesh.positions, {.levels = 3});
    EXPECT_EQ(tree.level_count(), 3u);
    std::vector<bool> is_listed(mesh.triangles.size(), false);
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf)
        for (const std::uint32_t face : tree.features(leaf).faces)
            is_listed[face] = true;
    for (const bool is : is_listed)
        EXPECT_TRUE(is);
}

} // namespace
} // namespace tactus
