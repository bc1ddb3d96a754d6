// SPDX-License-Identifier: MIT
// The spheres by which searches know the nodes of trees that are only posed.
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/double_vector.h"
#include "scenes/random.h"
#include "scenes/shapes.h"
#include "tree/octree/posed_octree.h"
#include "tree/spheres/sphere_tree_body.h"

namespace tactus {
namespace {

using scenes::ShapeMesh;

std::unique_ptr<Tree> octree_of(const ShapeMesh& mesh)
{
    return std::make_unique<PosedOctree>(mesh.triangles, mesh.positions, structures::SphericalOctree{});
}

std::unique_ptr<Tree> medial_tree_of(const ShapeMesh& mesh)
{
    const SphereTree spheres =
        make_sphere_tree({mesh.triangles, mesh.positions}, {.levels = 2, .method = SphereMethod::octree}).value();
    return std::make_unique<SphereTreeBody>(mesh.triangles, mesh.positions, spheres);
}

std::unique_ptr<Tree> cell_tree_of(const ShapeMesh& mesh)
{
    return std::make_unique<SphereTreeBody>(mesh.triangles, mesh.positions, structures::OnDemandSphereTree{});
}

/// Goes through all nodes, and gives the places of the triangles below one.
std::vector<std::uint32_t> check_below(const Tree& tree, TreeNodes& nodes, std::uint32_t node)
{
    std::vector<std::uint32_t> triangles;
    NodeBlock below;
    nodes.open(node, nodes.root_box(), 0, below);
    below.for_each([&](std::uint32_t k) {
        if (below.are_triangles) {
            triangles.push_back(below.name[k]);
            return;
        }
        const std::vector<std::uint32_t> more = check_below(tree, nodes, below.name[k]);
        triangles.insert(triangles.end(), more.begin(), more.end());
    });
    const Sphere sphere = nodes.sphere(node);
    const TriangleList list = tree.triangles();
    for (const std::uint32_t triangle : triangles)
        for (const std::uint32_t vertex : list.indices[triangle]) {
            const float* p = list.positions + 3 * std::size_t{vertex};
            const DoubleVector way = to_double({p[0], p[1], p[2]}) - to_double(sphere.centre);
            EXPECT_LE(length(way), double(sphere.radius)) << "vertex " << vertex << " of node " << node;
        }
    return triangles;
}

class NodeSpheres : public testing::TestWithParam<std::unique_ptr<Tree> (*)(const ShapeMesh&)> {};

TEST_P(NodeSpheres, HoldAllThatIsInTheirNodesWhereverTheBodyLies)
{
    scenes::Random random(7);
    const ShapeMesh mesh = scenes::make_shape("torus", {.triangles = 700}).value();
    const std::unique_ptr<Tree> tree = GetParam()(mesh);
    for (const double far : {0.0, 1.0, 1e6}) {
        const auto along = [&] { return static_cast<float>(far * random.between(-1.0, 1.0)); };
        const Pose pose = {.position = {along(), along(), along()}, .rotation = {along() + 0.1f, 0.3f, -0.5f, along()}};
        ASSERT_TRUE(tree->set_pose(RigidPose(pose)));
        TreeNodes& nodes = tree->nodes();
        nodes.begin();
        nodes.prepare_all();
        ASSERT_TRUE(nodes.has_spheres());
        EXPECT_EQ(check_below(*tree, nodes, nodes.root()).size(), mesh.triangles.size());
    }
}

TEST_P(NodeSpheres, AreNoneWhereABodyDeforms)
{
    ShapeMesh mesh = scenes::make_shape("sphere", {.triangles = 80}).value();
    const std::unique_ptr<Tree> tree = GetParam()(mesh);
    EXPECT_TRUE(tree->nodes().has_spheres());
    mesh.positions[0].x += 0.25f;
    Workers workers(1);
    ASSERT_TRUE(tree->update(PositionsView(mesh.positions), workers));
    EXPECT_FALSE(tree->nodes().has_spheres());
}

INSTANTIATE_TEST_SUITE_P(OfOctrees, NodeSpheres, testing::Values(&octree_of));
INSTANTIATE_TEST_SUITE_P(OfMedialTrees, NodeSpheres, testing::Values(&medial_tree_of));
INSTANTIATE_TEST_SUITE_P(OfTreesOnDemand, NodeSpheres, testing::Values(&cell_tree_of));

} // namespace
} // namespace tactus
