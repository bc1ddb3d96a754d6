// SPDX-License-Identifier: MIT
#include "tree/spheres/medial_tree.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/double_vector.h"
#include "scenes/random.h"
#include "scenes/shapes.h"
#include "tree/posed_mesh.h"

namespace tactus {
namespace {

SphereTree spheres_of(const scenes::ShapeMesh& mesh, std::uint32_t levels)
{
    return make_sphere_tree({mesh.triangles, mesh.positions}, {.levels = levels, .method = SphereMethod::octree})
        .value();
}

double squared(DoubleVector v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

void expect_faces_hang_together(const MedialTree& tree, const scenes::ShapeMesh& mesh, std::vector<std::uint32_t> faces)
{
    const auto sorted = [&](std::uint32_t node) {
        std::vector<std::uint32_t> own(tree.own(node).begin(), tree.own(node).end());
        std::sort(own.begin(), own.end());
        return own;
    };
    EXPECT_EQ(sorted(0), faces);
    std::uint32_t leaves = 0;
    for (std::uint32_t node = 0; node < tree.counts().nodes; ++node) {
        for (const std::uint32_t face : tree.own(node))
            for (const std::uint32_t vertex : mesh.triangles[face]) {
                const Vec3 p = mesh.positions[vertex];
                EXPECT_EQ(intersection(tree.own_box(node), Box{p, p}), (Box{p, p}));
                const Sphere sphere = tree.own_sphere(node);
                EXPECT_LE(squared(to_double(p) - to_double(sphere.centre)), double(sphere.radius) * sphere.radius);
            }
        leaves += tree.has_children(node) ? 0 : 1;
        if (!tree.has_children(node))
            continue;
        std::vector<std::uint32_t> below;
        for (std::uint32_t child = 0; child < tree.children(node).count; ++child)
            for (const std::uint32_t face : tree.own(tree.children(node).first + child))
                below.push_back(face);
        std::sort(below.begin(), below.end());
        EXPECT_EQ(below, sorted(node)) << "every face is one child's own";
    }
    EXPECT_EQ(tree.counts().leaves, leaves);
}

TEST(MedialTrees, HangEveryFaceOnOneLeafWhateverTheTreeWasMadeFor)
{
    const auto mesh = scenes::make_shape("torus", {.triangles = 700}).value();
    const auto other = scenes::make_shape("sphere", {.triangles = 300}).value();
    std::vector<std::uint32_t> all(mesh.triangles.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<std::uint32_t> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), [](std::uint32_t face) { return face % 3 != 0; });
    SphereTree root;
    root.nodes.resize(1);
    for (const SphereTree& spheres : {spheres_of(mesh, 3), spheres_of(other, 2), root})
        for (const auto& faces : {all, some, std::vector<std::uint32_t>{}}) {
            const MedialTree tree(mesh.triangles, mesh.positions, faces, spheres);
            expect_faces_hang_together(tree, mesh, faces);
            EXPECT_EQ(tree.counts().nodes, spheres.nodes.size());
        }
}

TEST(MedialTrees, KeepTheSpheresOfATreeOfTheirMesh)
{
    const auto mesh = scenes::make_shape("sphere", {.triangles = 5120}).value();
    std::vector<std::uint32_t> all(mesh.triangles.size());
    std::iota(all.begin(), all.end(), 0u);
    const SphereTree spheres = spheres_of(mesh, 2);
    const MedialTree tree(mesh.triangles, mesh.positions, all, spheres);
    for (std::uint32_t node = 0; node < tree.counts().nodes; ++node) {
        EXPECT_EQ(tree.own_sphere(node).centre, spheres.nodes[node].sphere.centre);
        // Whole triangles stand out from spheres around their pieces, by no more than their edges are long.
        EXPECT_LE(tree.own_sphere(node).radius, spheres.nodes[node].sphere.radius + 0.12f);
    }
}

TEST(PosedMeshes, PoseSpheresAroundAllThatIsPosedInThem)
{
    scenes::Random random(11);
    for (const float scale : {1e-30f, 1.0f, 1e6f}) {
        auto mesh = scenes::make_shape("cube_lattice", {.triangles = 12}).value();
        for (Vec3& p : mesh.positions)
            p = p * scale;
        PosedMesh posed(mesh.triangles, mesh.positions);
        for (int round = 0; round < 200; ++round) {
            const double far = double(scale) * (round % 2 == 0 ? 1.0 : 1e6);
            const Pose pose = {
                {random.between(-far, far), random.between(-far, far), random.between(-far, far)},
                {random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.1}};
            ASSERT_TRUE(posed.set_pose(RigidPose(pose), mesh.positions));
            const Vec3 centre = {
                float(random.between(-1.0, 1.0)) * scale, float(random.between(-1.0, 1.0)) * scale,
                float(random.between(-1.0, 1.0)) * scale};
            double reach = 0.0;
            for (const Vec3 p : mesh.positions)
                reach = std::max(reach, std::sqrt(squared(to_double(p) - to_double(centre))));
            const Box around = posed.posed(Sphere{centre, rounded_up(reach)});
            for (const Vec3 p : posed.positions())
                EXPECT_EQ(intersection(around, Box{p, p}), (Box{p, p}));
            EXPECT_EQ(posed.posed(Sphere{{}, std::numeric_limits<float>::infinity()}), posed.box());
        }
    }
}

} // namespace
} // namespace tactus
