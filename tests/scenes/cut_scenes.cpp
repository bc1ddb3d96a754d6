// SPDX-License-Identifier: MIT
// Scenes whose meshes are cut and torn: what every edit must keep.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "scenes/counting.h"

namespace tactus::scenes {
namespace {

/// Parts of a mesh that share no vertex, each with its triangles.
std::vector<std::vector<TriangleIndices>> connected_parts(const std::vector<NumberedTriangle>& triangles)
{
    std::map<std::uint32_t, std::uint32_t> parent;
    const auto root = [&](std::uint32_t v) {
        parent.try_emplace(v, v);
        while (parent[v] != v)
            v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const NumberedTriangle& triangle : triangles) {
        const std::uint32_t a = root(triangle.vertices[0]);
        parent[root(triangle.vertices[1])] = a;
        parent[root(triangle.vertices[2])] = a;
    }
    std::map<std::uint32_t, std::vector<TriangleIndices>> parts;
    for (const NumberedTriangle& triangle : triangles)
        parts[root(triangle.vertices[0])].push_back(triangle.vertices);
    std::vector<std::vector<TriangleIndices>> list;
    for (auto& [vertex, part] : parts)
        list.push_back(std::move(part));
    return list;
}

using DirectedEdges = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

DirectedEdges edges_of(const std::vector<TriangleIndices>& triangles)
{
    DirectedEdges edges;
    for (const TriangleIndices& t : triangles)
        for (std::size_t k = 0; k < 3; ++k)
            ++edges[{t[k], t[(k + 1) % 3]}];
    return edges;
}

/// Nothing can get in or out: every edge is gone along as often one way as the other.
bool is_closed(const std::vector<TriangleIndices>& triangles)
{
    const DirectedEdges edges = edges_of(triangles);
    return std::ranges::all_of(edges, [&](const auto& edge) {
        const auto back = edges.find({edge.first.second, edge.first.first});
        return back != edges.end() && back->second == edge.second;
    });
}

/// Closed, with two triangles at every edge, and without holes through it.
bool is_sphere_like(const std::vector<TriangleIndices>& triangles)
{
    std::set<std::uint32_t> vertices;
    for (const TriangleIndices& t : triangles)
        vertices.insert(t.begin(), t.end());
    const bool is_manifold =
        std::ranges::all_of(edges_of(triangles), [](const auto& edge) { return edge.second == 1; });
    return is_closed(triangles) && is_manifold && 2 * vertices.size() == triangles.size() + 4;
}

double volume(const std::vector<TriangleIndices>& triangles, const std::vector<Vec3>& positions)
{
    const auto point = [&](std::uint32_t v) { return Point{positions[v].x, positions[v].y, positions[v].z}; };
    double sum = 0.0;
    for (const auto& [a, b, c] : triangles)
        sum += dot(point(a), cross(point(b), point(c))) / 6.0;
    return sum;
}

std::vector<TriangleIndices> plain_triangles(const Scene& scene, std::uint32_t frame)
{
    std::vector<TriangleIndices> triangles;
    for (const NumberedTriangle& triangle : triangles_at(scene, frame, 0))
        triangles.push_back(triangle.vertices);
    return triangles;
}

struct CutScene {
    const char* name;
    std::size_t parts; ///< at the end
    std::size_t edits; ///< at the least, in sixty frames
};

void PrintTo(const CutScene& scene, std::ostream* out) { *out << scene.name; }

class CutScenes : public testing::TestWithParam<CutScene> {};

INSTANTIATE_TEST_SUITE_P(
    Catalogue, CutScenes,
    testing::Values(CutScene{"torn_cloth", 2, 15}, CutScene{"cut_organ", 2, 20}, CutScene{"falling_pieces", 12, 1}),
    [](const auto& scene) { return scene.param.name; });

TEST_P(CutScenes, NameOnlyWhatIsThereInTheirEdits)
{
    for (const std::uint32_t frames : {2u, 7u, 60u, 300u}) {
        const Scene scene = made(GetParam().name, {.triangles = 700, .frames = frames, .seed = frames});
        std::vector<std::size_t> vertices, triangles;
        std::vector<std::set<std::uint32_t>> removed(scene.meshes.size());
        std::set<std::size_t> has_split;
        for (const SceneMesh& mesh : scene.meshes) {
            vertices.push_back(mesh.positions.size());
            triangles.push_back(mesh.triangles.size());
        }
        std::set<std::pair<std::uint32_t, std::size_t>> seen;
        std::uint32_t before = 1;
        for (const MeshEdit& edit : scene.edits) {
            EXPECT_GE(edit.frame, before);
            EXPECT_LT(edit.frame, frames);
            EXPECT_TRUE(seen.emplace(edit.frame, edit.mesh).second) << "one edit of a mesh in a frame";
            EXPECT_TRUE(has_split.insert(edit.mesh).second) << "none after the one that splits";
            if (!edit.split)
                has_split.erase(edit.mesh);
            before = edit.frame;
            vertices[edit.mesh] += edit.add_vertices;
            for (const std::uint32_t triangle : edit.remove_triangles) {
                EXPECT_LT(triangle, triangles[edit.mesh]);
                EXPECT_TRUE(removed[edit.mesh].insert(triangle).second);
            }
            for (const TriangleIndices& triangle : edit.add_triangles)
                for (const std::uint32_t vertex : triangle)
                    ASSERT_LT(vertex, vertices[edit.mesh]);
            triangles[edit.mesh] += edit.add_triangles.size();
        }
        EXPECT_EQ(has_split, std::set<std::size_t>{0});
        EXPECT_EQ(vertices[0], vertex_count_at(scene, frames - 1, 0));
        if (frames >= 60) {
            EXPECT_GE(scene.edits.size(), GetParam().edits);
        }
        EXPECT_EQ(connected_parts(triangles_at(scene, 0, 0)).size(), 1u);
        EXPECT_EQ(connected_parts(triangles_at(scene, frames - 1, 0)).size(), GetParam().parts);
    }
}

TEST_P(CutScenes, HaveEdgesOfAtMostTwoTrianglesWhenTheyAreCut)
{
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
        const Scene scene = made(GetParam().name, {.triangles = 2000, .frames = 60, .seed = seed});
        for (const auto& [edge, count] : edges_of(plain_triangles(scene, 59)))
            ASSERT_EQ(count, 1) << edge.first << ' ' << edge.second;
    }
}

TEST_P(CutScenes, MoveOldVerticesAsIfThereWereNoNewOnes)
{
    const Scene scene = made(GetParam().name, {.triangles = 700, .frames = 60});
    for (const std::uint32_t frame : {0u, 30u, 59u}) {
        std::vector<Vec3> all(vertex_count_at(scene, 59, 0));
        scene.positions(frame, 0, all);
        std::vector<Vec3> first(scene.meshes[0].positions.size());
        scene.positions(frame, 0, first);
        EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin())) << frame;
    }
}

TEST(TornCloth, DoublesVerticesWhereTheyLie)
{
    const Scene scene = made("torn_cloth", {.triangles = 1000, .frames = 100});
    std::size_t count = scene.meshes[0].positions.size();
    for (const MeshEdit& edit : scene.edits) {
        const std::vector<Vec3> before = positions_at(scene, edit.frame - 1, 0);
        std::vector<Vec3> after(before.size() + edit.add_vertices);
        scene.positions(edit.frame - 1, 0, after);
        EXPECT_EQ(before.size(), count);
        for (std::size_t v = count; v < after.size(); ++v)
            EXPECT_NE(std::ranges::find(before, after[v]), before.end());
        count = after.size();
    }
}

TEST(CutOrgan, IsClosedAtEveryFrame)
{
    for (const std::uint32_t triangles : {20u, 320u, 2000u}) {
        const Scene scene = made("cut_organ", {.triangles = triangles, .frames = 80});
        for (std::uint32_t frame = 0; frame < 80; ++frame)
            ASSERT_TRUE(is_closed(plain_triangles(scene, frame))) << triangles << " triangles, frame " << frame;
    }
}

TEST(CutOrgan, EndsAsTwoClosedHalvesThatMakeUpTheWhole)
{
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
        const Scene scene = made("cut_organ", {.triangles = 2000, .frames = 80, .seed = seed});
        const double whole = volume(plain_triangles(scene, 0), positions_at(scene, 0, 0));
        const std::vector<Vec3> positions = positions_at(scene, 79, 0);
        double sum = 0.0;
        for (const std::vector<TriangleIndices>& half : connected_parts(triangles_at(scene, 79, 0))) {
            EXPECT_TRUE(is_sphere_like(half));
            const double its = volume(half, positions);
            EXPECT_GT(its, 0.3 * whole);
            sum += its;
        }
        EXPECT_NEAR(sum / whole, 1.0, 0.1) << "it breathes, and sags where it is cut";
    }
}

TEST(FallingPieces, AreClosedAndMakeUpTheWhole)
{
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
        const Scene scene = made("falling_pieces", {.triangles = 2000, .frames = 80, .seed = seed});
        EXPECT_TRUE(is_sphere_like(plain_triangles(scene, 0)));
        const double whole = volume(plain_triangles(scene, 0), positions_at(scene, 0, 0));
        const std::vector<Vec3> positions = positions_at(scene, 79, 0);
        double sum = 0.0;
        for (const std::vector<TriangleIndices>& piece : connected_parts(triangles_at(scene, 79, 0))) {
            EXPECT_TRUE(is_sphere_like(piece));
            const double its = volume(piece, positions);
            EXPECT_GT(its, 0.01 * whole);
            sum += its;
        }
        EXPECT_NEAR(sum / whole, 1.0, 1e-4);
    }
}

TEST(FallingPieces, StayInTheBowl)
{
    const Scene scene = made("falling_pieces", {.triangles = 700});
    for (const Vec3& p : positions_at(scene, scene.frame_count - 1, 0)) {
        EXPECT_LT(p.z, 1.2f);
        EXPECT_GT(p.z, -0.2f);
        EXPECT_LT(p.x * p.x + p.y * p.y, 1.2f * 1.2f);
    }
}

} // namespace
} // namespace tactus::scenes
