// SPDX-License-Identifier: MIT
// What contact queries keep of a mesh, repaired after edits, beside what is made from the edited mesh.
#include "edits/edited_model.h"

#include "contacts/depths/depth_tables.h"
#include "mesh/feature_owners.h"

namespace tactus {
namespace {

void expect_same(const FeatureOwners& owners, const FeatureOwners& fresh, std::span<const TriangleIndices> triangles)
{
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        ASSERT_EQ(owners.owned()[t], fresh.owned()[t]) << t;
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t edge = owners.edge(t, k), expected = fresh.edge(t, k);
            ASSERT_EQ(edge == FeatureOwners::no_edge, expected == FeatureOwners::no_edge) << t;
            if (edge != FeatureOwners::no_edge) {
                ASSERT_EQ(owners.edges()[edge], fresh.edges()[expected]) << t;
            }
        }
    }
}

void expect_same(const DepthTables& tables, const DepthTables& fresh, std::size_t vertex_count)
{
    ASSERT_EQ(tables.is_closed, fresh.is_closed);
    ASSERT_EQ(tables.uneven_edges, fresh.uneven_edges);
    ASSERT_EQ(tables.stars.vertex_count(), vertex_count);
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex)
        ASSERT_TRUE(std::ranges::equal(tables.stars[vertex], fresh.stars[vertex])) << vertex;
    EXPECT_EQ(tables.shells, fresh.shells);
    EXPECT_EQ(tables.shell_of_vertex, fresh.shell_of_vertex);
}

TEST(EditedTables, AreThoseOfTheEditedMesh)
{
    scenes::Random random(24);
    std::vector<TriangleIndices> triangles = scenes::icosphere(80).triangles;
    std::size_t vertex_count = 42;
    FeatureOwners owners(triangles, vertex_count);
    DepthTables tables = make_depth_tables(triangles, vertex_count);
    ASSERT_TRUE(tables.is_closed);
    int closed = 0;
    for (int round = 0; round < 600; ++round) {
        std::vector<std::uint32_t> removed;
        std::vector<TriangleIndices> corners;
        const std::vector<std::uint32_t> remaining = remaining_triangles(triangles);
        for (const std::uint32_t triangle : remaining)
            if (random.below(std::uint32_t(remaining.size())) < 3) {
                removed.push_back(triangle);
                corners.push_back(triangles[triangle]);
            }
        const auto first_added = std::uint32_t(triangles.size());
        if (round % 3 == 0 && !corners.empty()) {
            // The same surface again, the first triangle cut in three.
            triangles.insert(triangles.end(), corners.begin() + 1, corners.end());
            const auto [a, b, c] = corners[0];
            const auto middle = std::uint32_t(vertex_count++);
            triangles.insert(triangles.end(), {{a, b, middle}, {b, c, middle}, {c, a, middle}});
        } else if (round % 3 == 1) {
            // And what was torn out is filled in the round after.
            triangles.insert(triangles.end(), {{0, 1, 1}, {random.below(42), random.below(42), random.below(42)}});
        }
        for (const std::uint32_t triangle : removed)
            triangles[triangle] = removed_triangle;
        edit_depth_tables(triangles, vertex_count, corners, removed, first_added, tables);
        owners.edit(triangles, tables.stars, corners, removed, first_added);
        const DepthTables fresh = make_depth_tables(triangles, vertex_count);
        ASSERT_NO_FATAL_FAILURE(expect_same(owners, FeatureOwners(triangles, vertex_count), triangles)) << round;
        ASSERT_TRUE(owners.has_crowded_edges() || !FeatureOwners(triangles, vertex_count).has_crowded_edges()) << round;
        ASSERT_NO_FATAL_FAILURE(expect_same(tables, fresh, vertex_count)) << round;
        closed += fresh.is_closed ? 1 : 0;
        if (round % 3 == 2) {
            // A new sphere in place of everything.
            removed = remaining_triangles(triangles);
            corners.clear();
            for (const std::uint32_t triangle : removed) {
                corners.push_back(triangles[triangle]);
                triangles[triangle] = removed_triangle;
            }
            const auto next = std::uint32_t(triangles.size());
            for (const TriangleIndices& triangle : scenes::icosphere(80).triangles)
                triangles.push_back(triangle);
            edit_depth_tables(triangles, vertex_count, corners, removed, next, tables);
            owners.edit(triangles, tables.stars, corners, removed, next);
            ASSERT_NO_FATAL_FAILURE(expect_same(owners, FeatureOwners(triangles, vertex_count), triangles)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_same(tables, make_depth_tables(triangles, vertex_count), vertex_count))
                << round;
        }
    }
    EXPECT_GT(closed, 100);
    EXPECT_LT(closed, 500);
}

} // namespace
} // namespace tactus
