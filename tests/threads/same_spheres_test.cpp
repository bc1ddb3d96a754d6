// SPDX-License-Identifier: MIT
// Spheres are made and judged the same by any number of workers.
#include <cstring>

#include <tactus/spheres.h>

#include "agreement/scene_player.h"
#include "sphere_check/test_meshes.h"

namespace tactus {
namespace {

TEST(SameSpheres, AreMadeByAnyNumberOfWorkers)
{
    const judged::TestMesh mesh =
        judged::from_shape(scenes::bumpy_sphere(sized(std::uint32_t(on_most_days(80, 160))), 1));
    for (const SphereMethod method : {SphereMethod::medial, SphereMethod::merge, SphereMethod::adaptive}) {
        const auto levels = std::uint32_t(on_most_days(1, 2)), branch = std::uint32_t(on_most_days(3, 4));
        SphereTreeOptions options{.levels = levels, .branch = branch, .method = method, .inner = true};
        const SphereTree one = make_sphere_tree(mesh.view(), options).value();
        for (std::uint32_t workers = 2; workers < on_most_days(3, 4); ++workers) {
            options.worker_count = workers;
            const SphereTree many = make_sphere_tree(mesh.view(), options).value();
            ASSERT_EQ(one.nodes.size(), many.nodes.size());
            EXPECT_EQ(one.triangles, many.triangles);
            for (std::size_t n = 0; n < one.nodes.size(); ++n) {
                EXPECT_EQ(one.nodes[n].sphere, many.nodes[n].sphere);
                EXPECT_EQ(one.nodes[n].inner, many.nodes[n].inner);
                EXPECT_EQ(one.nodes[n].error, many.nodes[n].error);
            }
        }
    }
}

TEST(SameSpheres, AreJudgedTheSameHoweverManyWorkersThereAre)
{
    const judged::TestMesh mesh = judged::from_shape(scenes::bumpy_sphere(sized(1280), 2));
    std::vector<Sphere> spheres;
    for (std::size_t i = 0; i < 90; ++i)
        spheres.push_back({mesh.positions[i * 5], 0.05f + 0.002f * static_cast<float>(i)});
    const auto bits = [&](std::uint32_t workers) {
        const SphereCheck c = check_spheres(mesh.view(), spheres, {.worker_count = workers}).value();
        const std::vector<double> numbers = {
            c.surface_area,
            c.body_volume,
            c.uncovered_area.lower,
            c.uncovered_area.upper,
            c.largest_gap.lower,
            c.largest_gap.upper,
            c.largest_protrusion.lower,
            c.largest_protrusion.upper,
            c.mean_protrusion,
            c.outside_volume,
            static_cast<double>(c.worst_sphere)};
        std::vector<std::uint64_t> words(numbers.size());
        std::memcpy(words.data(), numbers.data(), numbers.size() * sizeof(double));
        return words;
    };
    const auto alone = bits(1);
    EXPECT_EQ(bits(2), alone);
    EXPECT_EQ(bits(5), alone);
}

/// Sphere trees of bodies are made with the workers of their world.
TEST(SameSpheres, OfBodiesGiveTheSamePairsForAnyNumberOfWorkers)
{
    const scenes::Scene scene = scene_called("soft_organs", {.triangles = sized(400)});
    Way way{.name = "medial_sphere_tree", .structure = [](std::size_t) { return Structure::medial_sphere_tree; }};
    std::vector<Answer> answers;
    for (const std::uint32_t workers : {1u, 2u, 5u}) {
        way.workers = workers;
        ScenePlayer player(scene, way);
        player.set_frame(60);
        answers.push_back(player.pairs());
        EXPECT_FALSE(answers.back().empty());
        EXPECT_TRUE(agree(answers.back(), answers.front())) << workers << " workers";
    }
}

} // namespace
} // namespace tactus
