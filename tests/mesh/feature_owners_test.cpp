// SPDX-License-Identifier: MIT
#include "mesh/feature_owners.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "scenes/scene.h"

namespace tactus {
namespace {

/// Where another triangle has the edge, a third corner of such a one, and nothing otherwise.
void expect_across(const FeatureOwners& owners, std::span<const TriangleIndices> triangles, std::size_t t, int k)
{
    std::set<std::uint32_t> thirds;
    for (std::size_t other = 0; other < triangles.size() && owners.edge(t, k) != FeatureOwners::no_edge; ++other)
        for (int j = 0; j < 3; ++j)
            if ((other != t || j != k) && owners.edge(other, j) == owners.edge(t, k))
                thirds.insert(triangles[other][(j + 2) % 3]);
    if (thirds.empty())
        EXPECT_EQ(owners.across(t, k), FeatureOwners::no_vertex);
    else
        EXPECT_TRUE(thirds.contains(owners.across(t, k))) << "triangle " << t << ", edge " << k;
}

void expect_one_owner_each(std::span<const TriangleIndices> triangles, std::size_t vertex_count)
{
    const FeatureOwners owners(triangles, vertex_count);
    std::map<std::uint32_t, int> vertex_owners;
    std::map<std::array<std::uint32_t, 2>, int> edge_owners;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t begin = triangles[t][k], end = triangles[t][(k + 1) % 3];
            vertex_owners[begin] += owners.owns_corner(t, k) ? 1 : 0;
            if (begin == end) {
                EXPECT_EQ(owners.edge(t, k), FeatureOwners::no_edge);
                EXPECT_FALSE(owners.owns_edge(t, k));
                continue;
            }
            const std::array<std::uint32_t, 2> vertices = {std::min(begin, end), std::max(begin, end)};
            edge_owners[vertices] += owners.owns_edge(t, k) ? 1 : 0;
            ASSERT_LT(owners.edge(t, k), owners.edge_count());
            EXPECT_EQ(owners.edges()[owners.edge(t, k)], vertices);
        }
    EXPECT_EQ(owners.edge_count(), edge_owners.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k)
            expect_across(owners, triangles, t, k);
    for (const auto& [vertex, count] : vertex_owners)
        EXPECT_EQ(count, 1) << "vertex " << vertex;
    for (const auto& [vertices, count] : edge_owners)
        EXPECT_EQ(count, 1) << "edge " << vertices[0] << " " << vertices[1];
}

TEST(FeatureOwners, AreOneForEveryVertexAndEdgeOfEveryScene)
{
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        SCOPED_TRACE(info.name);
        const scenes::Scene scene = scenes::make_scene(info.name, {.triangles = 300}).value();
        for (const scenes::SceneMesh& mesh : scene.meshes)
            expect_one_owner_each(mesh.triangles, mesh.positions.size());
    }
}

TEST(FeatureOwners, AreOneWhereTrianglesNameAVertexTwice)
{
    expect_one_owner_each(std::vector<TriangleIndices>{{0, 0, 1}, {1, 1, 1}, {2, 1, 2}, {0, 1, 2}, {0, 1, 2}}, 4);
}

TEST(FeatureOwners, AreTheFirstTrianglesInTheirOrder)
{
    const std::vector<TriangleIndices> triangles = {{3, 2, 1}, {0, 1, 2}};
    const FeatureOwners owners(triangles, 4);
    for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(owners.owns_corner(0, k));
        EXPECT_TRUE(owners.owns_edge(0, k));
        EXPECT_EQ(owners.owns_corner(1, k), k == 0);
        EXPECT_EQ(owners.owns_edge(1, k), k != 1);
    }
    EXPECT_EQ(owners.edge_count(), 5u);
}

TEST(FeatureOwners, TellWhetherAnEdgeHasMoreThanTwoTriangles)
{
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 0, 3}, {2, 1, 4}, {4, 0, 1}};
    EXPECT_FALSE(FeatureOwners(std::span(triangles).first(3), 5).has_crowded_edges());
    EXPECT_TRUE(FeatureOwners(triangles, 5).has_crowded_edges());
}

TEST(FeatureOwners, OfNothingAreNone)
{
    EXPECT_EQ(FeatureOwners({}, 0).edge_count(), 0u);
    EXPECT_EQ(FeatureOwners({}, 7).edge_count(), 0u);
}

} // namespace
} // namespace tactus
