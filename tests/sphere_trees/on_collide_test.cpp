// SPDX-License-Identifier: MIT
// The trees of Rodríguez and Franquesa 2005 as they are printed: which cells hold surface, which spheres of the last
// level overlap, and that trees come and go.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "geometry/features/box_triangle.h"
#include "geometry/sphere.h"
#include "played_scene.h"
#include "scenes/random.h"
#include "scenes/shapes.h"
#include "tree/spheres/on_collide_tree.h"

namespace tactus {
namespace {

scenes::ShapeMesh shape_of(const char* name, std::uint32_t triangles)
{
    return scenes::make_shape(name, {.triangles = triangles}).value();
}

void divide_all(
    const OnCollideTree& tree, OnCollideTree::Node& node, int levels, std::vector<OnCollideTree::Asked>& asked)
{
    if (levels == 0 || !node.is_grey())
        return;
    tree.divide(node, asked);
    for (OnCollideTree::Node& child : *node.children)
        divide_all(tree, child, levels - 1, asked);
}

TEST(OnCollideTrees, KnowExactlyWhichCellsHoldSurface)
{
    for (const char* shape : {"bumpy_sphere", "sheet", "torus", "tool"}) {
        const scenes::ShapeMesh mesh = shape_of(shape, 300);
        OnCollideTree tree(mesh.triangles, mesh.positions);
        std::vector<OnCollideTree::Asked> asked;
        divide_all(tree, tree.root(), 3, asked);
        std::size_t grey = 0;
        for (const OnCollideTree::Asked& cell : asked) {
            std::size_t faces = 0;
            for (const auto& [a, b, c] : mesh.triangles)
                faces += box_meets_triangle(cell.cell, {mesh.positions[a], mesh.positions[b], mesh.positions[c]});
            EXPECT_EQ(cell.is_grey, faces > 0);
            EXPECT_TRUE(cell.is_grey || cell.views == 3) << "an empty cell is looked at along all axes";
            EXPECT_GE(cell.views, 1u);
            grey += cell.is_grey ? 1 : 0;
        }
        EXPECT_EQ(asked.size() % 8, 0u);
        EXPECT_GT(asked.size(), 64u);
        std::size_t counted = 0;
        tree.for_each([&](const OnCollideTree::Node&, std::uint32_t) { ++counted; });
        EXPECT_EQ(counted, grey + 1);
    }
}

/// The views go along x, y and z, and one that sees a triangle edge-on sees nothing.
TEST(OnCollideTrees, CountViewsInThePapersOrder)
{
    const std::vector<TriangleIndices> triangle = {{0, 1, 2}};
    const auto views = [&](Vec3 a, Vec3 b, Vec3 c) {
        OnCollideTree tree(triangle, {a, b, c});
        std::vector<OnCollideTree::Asked> asked;
        tree.divide(tree.root(), asked);
        std::set<std::uint32_t> of_grey;
        for (const OnCollideTree::Asked& cell : asked)
            if (cell.is_grey)
                of_grey.insert(cell.views);
        EXPECT_EQ(of_grey.size(), 1u);
        return *of_grey.begin();
    };
    EXPECT_EQ(views({0, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1u);
    EXPECT_EQ(views({0, 0, 0}, {1, 1, 0}, {0, 0, 1}), 1u);
    EXPECT_EQ(views({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 2u);
    EXPECT_EQ(views({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), 3u);
    EXPECT_EQ(views({0, 0, 0}, {1, 2, 3}, {2, 4, 6}), 3u) << "without an area it is never seen, and is there";
}

bool overlaps_box_of(const Sphere& sphere, const std::array<Vec3, 3>& triangle)
{
    Box box;
    for (const Vec3 p : triangle)
        box = include(box, p);
    return overlap(box, box_of(sphere));
}

TEST(OnCollideTrees, FindASphereOfTheLastLevelAroundWhateverIntersects)
{
    const scenes::ShapeMesh a = shape_of("bumpy_sphere", 320), b = shape_of("torus", 300);
    World world = World::create().value();
    const std::array<const scenes::ShapeMesh*, 2> meshes = {&a, &b};
    std::vector<BodyId> bodies;
    papers::OnCollideTrees trees = papers::OnCollideTrees::create({.levels = 4, .drop_after = 2}).value();
    for (std::uint32_t k = 0; k < 2; ++k) {
        bodies.push_back(
            world.add_body({.triangles = meshes[k]->triangles, .positions = meshes[k]->positions}).value());
        EXPECT_EQ(trees.add_body(meshes[k]->triangles, meshes[k]->positions).value(), k);
    }
    scenes::Random random(11);
    std::size_t found = 0, apart = 0;
    for (int round = 0; round < 40; ++round) {
        const std::array<Pose, 2> poses = {random_pose(random, 1.5), random_pose(random, 1.5)};
        for (std::size_t k = 0; k < 2; ++k)
            ASSERT_TRUE(world.set_pose(bodies[k], poses[k]).ok());
        const papers::OnCollideReport report = trees.collide(poses).value();
        std::uint64_t views = 0;
        for (const papers::CellQuestion& asked : report.asked)
            views += asked.views;
        EXPECT_EQ(report.views, views);
        for (const papers::LeafSpherePair& pair : report.pairs) {
            EXPECT_EQ(pair.body_a, 0u);
            EXPECT_EQ(pair.body_b, 1u);
            const double x = double(pair.b.centre.x) - pair.a.centre.x, y = double(pair.b.centre.y) - pair.a.centre.y,
                         z = double(pair.b.centre.z) - pair.a.centre.z;
            EXPECT_LE(std::sqrt(x * x + y * y + z * z), 1.00001 * (double(pair.a.radius) + pair.b.radius));
        }
        apart += report.pairs.empty() ? 1 : 0;
        const std::vector<Vec3> at_a = world.positions(bodies[0]).value(), at_b = world.positions(bodies[1]).value();
        const auto corners = [](const scenes::ShapeMesh& mesh, const std::vector<Vec3>& at, std::uint32_t face) {
            const auto [i, j, k] = mesh.triangles[face];
            return std::array{at[i], at[j], at[k]};
        };
        for (const BodyPairs& between : world.find_pairs().bodies)
            for (const TrianglePair& pair : between.pairs) {
                ++found;
                const auto first = corners(a, at_a, pair.a), second = corners(b, at_b, pair.b);
                EXPECT_TRUE(std::any_of(report.pairs.begin(), report.pairs.end(), [&](const auto& spheres) {
                    return overlaps_box_of(spheres.a, first) && overlaps_box_of(spheres.b, second);
                }));
            }
    }
    EXPECT_GT(found, 100u);
    EXPECT_GT(apart, 3u);
}

TEST(OnCollideTrees, GrowWhereSpheresOverlapAndGoALevelAPeriod)
{
    const scenes::ShapeMesh mesh = shape_of("bumpy_sphere", 500);
    papers::OnCollideTrees trees = papers::OnCollideTrees::create({.levels = 4, .drop_after = 5}).value();
    for (int k = 0; k < 2; ++k)
        trees.add_body(mesh.triangles, mesh.positions).value();
    const Pose here, beside = {{1.5, 0.0, 0.0}, {}}, away = {{100.0, 0.0, 0.0}, {}};
    EXPECT_TRUE(trees.collide(std::array{here, away}).value().asked.empty());
    EXPECT_EQ(trees.node_count(0).value(), 1u);
    EXPECT_EQ(trees.spheres(0).value().size(), 1u);
    const papers::OnCollideReport first = trees.collide(std::array{here, beside}).value();
    EXPECT_FALSE(first.pairs.empty());
    EXPECT_EQ(first.nodes_made, trees.node_count(0).value() + trees.node_count(1).value() - 2);
    EXPECT_GT(first.views, first.asked.size());
    EXPECT_LE(first.views, 3 * first.asked.size());
    EXPECT_TRUE(trees.collide(std::array{here, beside}).value().asked.empty()) << "what is there is kept";
    const std::size_t grown = trees.node_count(0).value();
    EXPECT_GT(grown, 100u);
    std::vector<int> smaller_at;
    std::size_t before = grown;
    for (int frame = 1; frame <= 40; ++frame) {
        trees.collide(std::array{here, away}).value();
        const std::size_t now = trees.node_count(0).value();
        if (now < before)
            smaller_at.push_back(frame);
        before = now;
    }
    EXPECT_EQ(smaller_at, (std::vector<int>{6, 12, 18, 24})) << "four levels";
    EXPECT_EQ(trees.node_count(0).value(), 1u);
    EXPECT_EQ(trees.node_count(1).value(), 1u);
    EXPECT_EQ(trees.collide(std::array{here, beside}).value().nodes_made, first.nodes_made);
}

TEST(OnCollideTrees, RefuseWhatTheyCannotTake)
{
    const scenes::ShapeMesh mesh = shape_of("sphere", 80);
    papers::OnCollideTrees trees = papers::OnCollideTrees::create().value();
    EXPECT_FALSE(trees.add_body(std::vector<TriangleIndices>{{0, 1, 2}}, std::vector<Vec3>(2)).ok());
    EXPECT_FALSE(trees.add_body(mesh.triangles, std::vector<Vec3>(mesh.positions.size(), Vec3{NAN, 0, 0})).ok());
    EXPECT_EQ(trees.add_body(mesh.triangles, mesh.positions).value(), 0u);
    EXPECT_EQ(trees.collide({}).error().message, "0 poses for 1 bodies");
    EXPECT_FALSE(trees.collide(std::array{Pose{{NAN, 0, 0}, {}}}).ok());
    EXPECT_TRUE(trees.collide(std::array{Pose{}}).ok());
    EXPECT_EQ(trees.spheres(1).error().message, "there is no body 1 among 1");
    EXPECT_FALSE(trees.node_count(7).ok());
    const papers::OnCollideTrees taken = std::move(trees);
    EXPECT_EQ(taken.node_count(0).value(), 1u);
    EXPECT_FALSE(trees.collide(std::array{Pose{}}).ok());
}

} // namespace
} // namespace tactus
