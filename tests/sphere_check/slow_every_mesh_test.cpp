// SPDX-License-Identifier: MIT
// The trees that the library makes, of every mesh of TACTUS_DATA and every shape of its own, before the judge.
#include <gtest/gtest.h>

#include <tactus/spheres.h>

#include "io/mesh_file.h"
#include "io/temporary_folder.h"
#include "scenes/bodies/torus.h"
#include "sphere_check/test_meshes.h"

namespace tactus::judged {
namespace {

void expect_kept_promises(const std::string& name, const MeshView& mesh, const SphereTreeOptions& options)
{
    const Result<SphereTree> tree = make_sphere_tree(mesh, options);
    ASSERT_TRUE(tree.ok()) << name << ": " << tree.error().message;
    for (std::uint32_t level = 0; level + 1 < tree.value().first_of_level.size(); ++level) {
        std::vector<Sphere> spheres;
        float worst = 0.0f;
        for (const SphereNode& node : spheres_of_level(tree.value(), level)) {
            spheres.push_back(node.sphere);
            worst = std::max(worst, node.error);
        }
        const Result<SphereCheck> check = check_spheres(mesh, spheres);
        ASSERT_TRUE(check.ok()) << name << ": " << check.error().message;
        EXPECT_EQ(check.value().uncovered_area.upper, 0.0) << name << ", level " << level;
        EXPECT_EQ(check.value().largest_gap.upper, 0.0) << name << ", level " << level;
        // A mesh that only the judge takes for closed, because its vertices are not shared, has the stricter promise.
        EXPECT_LE(check.value().largest_protrusion.lower, static_cast<double>(worst)) << name << ", level " << level;
        EXPECT_TRUE(check.value().closed || !tree.value().closed) << name;
    }
}

TEST(SphereTreesBeforeTheJudge, CoverEveryMeshOfTheData)
{
    const std::filesystem::path data = data_folder();
    if (data.empty())
        GTEST_SKIP() << "TACTUS_DATA names no folder";
    std::size_t judged = 0;
    for (const char* part : {"surface", "nasty", "spheres", "deform"}) {
        if (!std::filesystem::is_directory(data / part))
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(data / part)) {
            const Result<io::Mesh> mesh = io::read_mesh(entry.path());
            if (!mesh.ok())
                continue;
            const MeshView view{mesh.value().triangles, mesh.value().positions};
            expect_kept_promises(entry.path().filename().string(), view, {.levels = 2});
            ++judged;
        }
    }
    EXPECT_GT(judged, 40u);
}

TEST(SphereTreesBeforeTheJudge, CoverEveryShapeByEveryMethod)
{
    const std::vector<std::pair<std::string, TestMesh>> meshes = {
        {"square", unit_square()},
        {"cube", cube(0.5f)},
        {"bumpy sphere", from_shape(scenes::bumpy_sphere(320, 5))},
        {"torus", from_shape(scenes::torus(400, 1.0, 0.3))}};
    for (const auto& [name, mesh] : meshes)
        for (const SphereMethod method :
             {SphereMethod::medial, SphereMethod::merge, SphereMethod::burst, SphereMethod::expand,
              SphereMethod::octree, SphereMethod::adaptive})
            for (const bool layered : {false, true})
                expect_kept_promises(
                    name + ", method " + std::to_string(static_cast<int>(method)), mesh.view(),
                    {.levels = 2, .branch = 6, .method = method, .layered = layered, .inner = true});
}

TEST(SphereTreesBeforeTheJudge, CoverAsAFlatSet)
{
    const TestMesh mesh = from_shape(scenes::bumpy_sphere(1280, 6));
    for (const std::uint32_t count : {1u, 7u, 100u}) {
        const SphereTree tree = make_sphere_set(mesh.view(), count).value();
        std::vector<Sphere> spheres;
        for (const SphereNode& node : spheres_of_level(tree, 1))
            spheres.push_back(node.sphere);
        EXPECT_LE(spheres.size(), count);
        EXPECT_EQ(check_spheres(mesh.view(), spheres).value().uncovered_area.upper, 0.0) << count;
    }
}

} // namespace
} // namespace tactus::judged
