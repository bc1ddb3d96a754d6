// SPDX-License-Identifier: MIT
#include "tree/clusters/cluster_tree.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/spatial_order.h"
#include "scenes/random.h"
#include "scenes/scene.h"
#include "tree/clusters/order/connected_order.h"

namespace tactus {
namespace {

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// The corners of a slot in the caller's numbers, in a fixed order.
TriangleIndices given_corners(const ClusterTree& tree, std::size_t slot)
{
    TriangleIndices corners = tree.indices[slot];
    for (std::uint32_t& corner : corners)
        corner = tree.vertex_order[corner];
    std::sort(corners.begin(), corners.end());
    return corners;
}

/// Everything that the layout promises, checked entry by entry.
void expect_sound(const ClusterTree& tree, const Mesh& mesh, const std::string& what)
{
    const std::size_t slots = std::size_t{tree.cluster_count()} * ClusterTree::cluster_size;
    EXPECT_EQ(tree.triangle_count, mesh.triangles.size()) << what;
    EXPECT_EQ(tree.vertex_count, mesh.positions.size()) << what;
    EXPECT_GE(slots, mesh.triangles.size()) << what;
    ASSERT_GE(tree.triangle_of_slot.size(), slots) << what;
    ASSERT_GE(tree.local.size(), slots) << what;
    std::set<std::uint32_t> seen;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::uint32_t triangle = tree.triangle_of_slot[slot];
        const auto& local = tree.local[slot];
        if (triangle == ClusterTree::no_triangle) {
            for (int k = 0; k < 3; ++k)
                EXPECT_EQ(local[k], ClusterTree::no_vertex) << what << ", slot " << slot;
            continue;
        }
        ASSERT_LT(triangle, mesh.triangles.size()) << what;
        EXPECT_TRUE(seen.insert(triangle).second) << what << ": triangle " << triangle << " is there twice";
        TriangleIndices given = mesh.triangles[triangle];
        std::sort(given.begin(), given.end());
        EXPECT_EQ(given_corners(tree, slot), given) << what << ", slot " << slot;
        // The local numbers mean the same vertices.
        const ClusterTree::Cluster& cluster = tree.clusters[slot / ClusterTree::cluster_size];
        for (int k = 0; k < 3; ++k) {
            ASSERT_LT(local[k], cluster.run_count + cluster.ref_count) << what << ", slot " << slot;
            const std::uint32_t place = local[k] < cluster.run_count
                                            ? cluster.run_begin + local[k]
                                            : tree.refs[cluster.ref_begin + local[k] - cluster.run_count];
            EXPECT_EQ(place, tree.indices[slot][k]) << what << ", slot " << slot;
        }
    }
    EXPECT_EQ(seen.size(), mesh.triangles.size()) << what;
    std::set<std::uint32_t> vertices;
    for (std::size_t place = 0; place < mesh.positions.size(); ++place)
        vertices.insert(tree.vertex_order[place]);
    EXPECT_EQ(vertices.size(), mesh.positions.size()) << what;
}

void expect_sound_in_every_order(const Mesh& mesh, const std::string& what)
{
    std::vector<std::uint32_t> as_given(mesh.triangles.size());
    std::iota(as_given.begin(), as_given.end(), 0u);
    for (const VertexPlaces places : {VertexPlaces::first_use, VertexPlaces::as_given}) {
        expect_sound(make_cluster_tree(mesh.triangles, mesh.positions, as_given, places), mesh, what + ", as given");
        expect_sound(
            make_cluster_tree(mesh.triangles, mesh.positions, spatial_order(mesh.triangles, mesh.positions), places),
            mesh, what + ", spatial");
        expect_sound(
            make_cluster_tree(mesh.triangles, mesh.positions, connected_order(mesh.triangles, mesh.positions), places),
            mesh, what + ", connected");
    }
}

TEST(ClusterTree, HoldsEveryTriangleOfEveryScene)
{
    for (const scenes::SceneInfo& info : scenes::all_scenes()) {
        const auto scene = scenes::make_scene(info.name, {.triangles = 300});
        ASSERT_TRUE(scene.ok());
        for (std::size_t mesh = 0; mesh < std::min<std::size_t>(2, scene.value().meshes.size()); ++mesh)
            expect_sound_in_every_order(
                {scene.value().meshes[mesh].triangles, scene.value().meshes[mesh].positions}, info.name);
    }
}

TEST(ClusterTree, HoldsMeshesOfEverySizeAroundAClusters)
{
    scenes::Random random(7);
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 63u, 64u, 65u, 128u, 511u, 513u}) {
        Mesh mesh;
        for (std::size_t v = 0; v < count / 2 + 3; ++v) {
            const scenes::Point p = random.in_cube();
            mesh.positions.push_back({float(p.x), float(p.y), float(p.z)});
        }
        const auto vertices = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::size_t t = 0; t < count; ++t)
            mesh.triangles.push_back({random.below(vertices), random.below(vertices), random.below(vertices)});
        expect_sound_in_every_order(mesh, std::to_string(count) + " triangles");
    }
}

TEST(ClusterTree, HoldsTrianglesThatShareNothing)
{
    // 192 vertices a cluster: the most there can be.
    Mesh mesh;
    for (std::uint32_t t = 0; t < 200; ++t) {
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        mesh.positions.insert(mesh.positions.end(), {{float(t), 0, 0}, {float(t), 1, 0}, {float(t), 0, 1}});
    }
    expect_sound_in_every_order(mesh, "unwelded");
}

TEST(ClusterTree, NumbersVerticesByTheirFirstUse)
{
    const auto scene = scenes::make_scene("soft_organs", {.triangles = 1000});
    const scenes::SceneMesh& from = scene.value().meshes[0];
    const ClusterTree tree =
        make_cluster_tree(from.triangles, from.positions, spatial_order(from.triangles, from.positions));
    std::uint32_t next = 0;
    for (std::uint32_t c = 0; c < tree.cluster_count(); ++c) {
        EXPECT_EQ(tree.clusters[c].run_begin, next);
        next += tree.clusters[c].run_count;
        for (std::uint32_t k = 0; k < tree.clusters[c].ref_count; ++k)
            EXPECT_LT(tree.refs[tree.clusters[c].ref_begin + k], tree.clusters[c].run_begin);
    }
    EXPECT_EQ(next, tree.used_vertex_count);
    EXPECT_EQ(tree.used_vertex_count, from.positions.size());
}

TEST(ClusterTree, PutsUnusedVerticesLast)
{
    Mesh mesh{{{5, 3, 1}}, std::vector<Vec3>(7)};
    mesh.positions[3] = {1, 0, 0};
    mesh.positions[1] = {0, 1, 0};
    const ClusterTree tree = make_cluster_tree(mesh.triangles, mesh.positions, std::vector<std::uint32_t>{0});
    EXPECT_EQ(tree.used_vertex_count, 3u);
    EXPECT_EQ(
        (std::set<std::uint32_t>{tree.vertex_order[0], tree.vertex_order[1], tree.vertex_order[2]}),
        (std::set<std::uint32_t>{1, 3, 5}));
    expect_sound(tree, mesh, "one triangle of seven vertices");
}

TEST(ReorderedClusters, HoldTheSameTriangles)
{
    const auto scene = scenes::make_scene("crumpled_sheet", {.triangles = 1000});
    const Mesh mesh{scene.value().meshes[0].triangles, scene.value().meshes[0].positions};
    ClusterTree tree = make_cluster_tree(
        mesh.triangles, mesh.positions, spatial_order(mesh.triangles, mesh.positions), VertexPlaces::as_given);
    scenes::Random random(9);
    for (int round = 0; round < 20; ++round) {
        const std::uint32_t first = random.below(tree.cluster_count());
        const std::uint32_t end = first + 1 + random.below(tree.cluster_count() - first);
        std::vector<std::uint32_t> slots;
        for (std::uint32_t slot = first * ClusterTree::cluster_size; slot < end * ClusterTree::cluster_size; ++slot)
            if (tree.triangle_of_slot[slot] != ClusterTree::no_triangle)
                slots.push_back(slot);
        for (std::size_t k = slots.size(); k > 1; --k)
            std::swap(slots[k - 1], slots[random.below(std::uint32_t(k))]);
        reorder_clusters(tree, first, end, slots);
        expect_sound(tree, mesh, "clusters " + std::to_string(first) + " to " + std::to_string(end));
    }
}

} // namespace
} // namespace tactus
