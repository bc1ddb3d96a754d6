// SPDX-License-Identifier: MIT
#include <limits>

#include <gtest/gtest.h>

#include "base/cases.h"
#include "sphere_tree/sphere_judge.h"

namespace tactus::sphere_judge {
namespace {

Mesh scaled(Mesh mesh, float scale, float offset)
{
    for (Vec3& p : mesh.positions)
        p = {p.x * scale + offset, p.y * scale - offset, p.z * scale + offset};
    return mesh;
}

struct Named {
    const char* name;
    Mesh mesh;
    bool closed;
};

std::vector<Named> nasty_meshes()
{
    const Mesh ball = star_body(6, 8, [](double, double) { return 1.0; });
    std::vector<Named> meshes = {
        {"one triangle", {{{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 2, 0.5f}}}, false},
        {"a point", {{{0, 1, 2}}, {{3, 4, 5}, {3, 4, 5}, {3, 4, 5}}}, false},
        {"a point by number", {{{0, 0, 0}}, {{3, 4, 5}}}, true},
        {"a segment", {{{0, 1, 2}}, {{0, 0, 0}, {1, 1, 1}, {0.3f, 0.3f, 0.3f}}}, false},
        {"a needle", {{{0, 1, 2}}, {{0, 0, 0}, {1000, 0, 0}, {500, 1e-4f, 0}}}, false},
        {"coincident triangles", {{{0, 1, 2}, {0, 1, 2}, {2, 1, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, false},
        {"a flat body", {{{0, 1, 2}, {2, 1, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, true},
        {"three on an edge",
         {{{0, 1, 2}, {0, 1, 3}, {1, 0, 4}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, -1}}},
         false},
        {"far apart",
         {{{0, 1, 2}, {3, 4, 5}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {900, 0, 0}, {900, 0, 0}, {900, 0, 1}}},
         false},
        {"huge", scaled(ball, 1e30f, 0.0f), true},
        {"tiny", scaled(ball, 1e-30f, 0.0f), true},
        {"far from the origin", scaled(ball, 1.0f, 1e5f), true},
    };
    Mesh open = ball;
    open.triangles.resize(open.triangles.size() / 2);
    meshes.push_back({"half a ball", open, false});
    Mesh flipped = ball;
    std::swap(flipped.triangles[5][0], flipped.triangles[5][1]);
    meshes.push_back({"one triangle turned over", flipped, false});
    Mesh inside_out = ball;
    for (TriangleIndices& t : inside_out.triangles)
        std::swap(t[0], t[1]);
    meshes.push_back({"inside out", inside_out, true});
    Mesh crossing = ball;
    for (const TriangleIndices& t : ball.triangles)
        crossing.triangles.push_back(
            {t[0] + std::uint32_t(ball.positions.size()), t[1] + std::uint32_t(ball.positions.size()),
             t[2] + std::uint32_t(ball.positions.size())});
    for (const Vec3 p : ball.positions)
        crossing.positions.push_back({p.x + 0.7f, p.y, p.z});
    meshes.push_back({"through itself", crossing, true});
    Mesh apart = crossing;
    for (std::size_t i = ball.positions.size(); i < apart.positions.size(); ++i)
        apart.positions[i] = {0.01f * apart.positions[i].x + 50.0f, 0.01f * apart.positions[i].y, apart.positions[i].z};
    meshes.push_back({"a ball and a far needle of a ball", apart, true});
    Mesh dirty = ball;
    dirty.triangles.push_back({0, 0, 0});
    dirty.triangles.push_back({3, 4, 3});
    meshes.push_back({"a ball with triangles that are points and edges", dirty, true});
    return meshes;
}

TEST(NastyMeshes, AreCovered)
{
    for (const auto& [name, mesh, closed] : nasty_meshes()) {
        for (const SphereMethod method : {SphereMethod::medial, SphereMethod::octree, SphereMethod::adaptive}) {
            const auto levels = std::uint32_t(method == SphereMethod::octree ? 2 : on_most_days(1, 2));
            const auto tree = make_tree(mesh, {.levels = levels, .branch = 3, .method = method, .inner = true});
            ASSERT_TRUE(tree.ok()) << name << ": " << tree.error().message;
            EXPECT_EQ(tree.value().closed, closed) << name;
            for (std::uint32_t level = 0; level <= levels; ++level)
                EXPECT_TRUE(is_covered(mesh, spheres_of_level(tree.value(), level))) << name << ", level " << level;
            for (const SphereNode& node : tree.value().nodes) {
                EXPECT_TRUE(std::isfinite(node.error) && node.error >= 0.0f) << name;
                EXPECT_TRUE(std::isfinite(node.sphere.radius)) << name;
            }
        }
    }
}

TEST(NastyMeshes, AreRefusedWithASentence)
{
    const Mesh triangle = {{{0, 1, 2}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const auto refusal = [](const Mesh& mesh, const SphereTreeOptions& options) {
        const auto tree = make_tree(mesh, options);
        return tree.ok() ? std::string() : tree.error().message;
    };
    EXPECT_EQ(refusal(triangle, {.levels = 1}), "");
    EXPECT_NE(refusal({{}, triangle.positions}, {}).find("no triangles"), std::string::npos);
    EXPECT_NE(refusal({{{0, 1, 7}}, triangle.positions}, {}).find("vertex 7"), std::string::npos);
    Mesh broken = triangle;
    broken.positions[1].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(refusal(broken, {}).find("vertex 1: y is nan"), std::string::npos);
    broken.positions[1].y = 3e38f;
    EXPECT_NE(refusal(broken, {}).find("too large"), std::string::npos);
    EXPECT_NE(refusal(triangle, {.branch = 9}).find("branch is 9"), std::string::npos);
    EXPECT_NE(refusal(triangle, {.branch = 1}).find("branch is 1"), std::string::npos);
    EXPECT_NE(refusal(triangle, {.max_error = -1.0}).find("max_error"), std::string::npos);
    EXPECT_NE(refusal(triangle, {.levels = 12}).find("12 levels"), std::string::npos);
}

} // namespace
} // namespace tactus::sphere_judge
