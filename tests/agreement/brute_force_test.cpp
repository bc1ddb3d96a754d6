// SPDX-License-Identifier: MIT
// Brute force is what everything else is measured by, so it is measured by plain loops over the predicates.
#include "agreement/plain_loop.h"
#include "agreement/scene_player.h"

namespace tactus {
namespace {

class BruteForceOn : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, BruteForceOn, testing::ValuesIn(scene_names()), [](const auto& name) {
    return name.param;
});

TEST_P(BruteForceOn, GivesWhatPlainLoopsGive)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = 60, .bodies = 8});
    const std::uint32_t frame = scene.frame_count / 2;
    ScenePlayer player(scene, brute_force_way());
    player.set_frame(frame);
    std::vector<std::vector<Vec3>> positions;
    for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh)
        positions.push_back(positions_at(scene, frame, mesh));
    Answer expected;
    for (std::uint32_t a = 0; a < scene.meshes.size(); ++a)
        for (std::uint32_t b = a; b < scene.meshes.size(); ++b) {
            if (a == b && !scene.meshes[a].self_collision)
                continue;
            const PlainMesh mesh_a{scene.meshes[a].triangles, positions[a]},
                mesh_b{scene.meshes[b].triangles, positions[b]};
            std::vector<TrianglePair> pairs = a == b ? plain_self_pairs(mesh_a) : plain_pairs(mesh_a, mesh_b);
            if (!pairs.empty())
                expected[{a, b}] = std::move(pairs);
        }
    EXPECT_TRUE(agree(player.pairs(), expected)) << GetParam();
}

} // namespace
} // namespace tactus
