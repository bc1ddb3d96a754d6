// SPDX-License-Identifier: MIT
// Scenes of some thousand triangles: several levels of the tree, and brute force that takes a while.
#include <ostream>

#include "agreement/scene_player.h"

namespace tactus {
namespace {

struct Larger {
    std::string name;
    std::uint32_t triangles = 5000;

    friend void PrintTo(const Larger& larger, std::ostream* out) { *out << larger.name; }
};

class LargerScene : public testing::TestWithParam<Larger> {};

INSTANTIATE_TEST_SUITE_P(
    Scenes, LargerScene,
    testing::Values(
        Larger{"bumpy_spheres"}, Larger{"soft_organs"}, Larger{"folded_cloth"}, Larger{"crumpled_sheet"},
        Larger{"cloth_on_ball"}, Larger{"large_deformation"}, Larger{"wound_sheet", 2500},
        Larger{"flat_folded_sheet", 3000}, Larger{"touching_cubes", 3072}, Larger{"triangle_soup", 1500},
        Larger{"duplicate_faces", 2000}),
    [](const auto& larger) { return larger.param.name; });

TEST_P(LargerScene, GivesBruteForcesPairs)
{
    const scenes::Scene scene = scene_called(GetParam().name, {.triangles = GetParam().triangles});
    ScenePlayer oracle(scene, brute_force_way());
    std::vector<Way> ways = {
        tree_way(1), tree_way(2), tree_way(8), {.name = "borrowed", .storage = PositionStorage::borrowed}};
    std::vector<ScenePlayer> players;
    for (const Way& way : ways)
        players.emplace_back(scene, way);
    std::size_t seen = 0;
    // Backwards, so that the first query is the deepest and later ones find old state to bring up to date.
    std::vector<std::uint32_t> frames = spread_frames(scene, 3);
    std::swap(frames.front(), frames.back());
    for (const std::uint32_t frame : frames) {
        oracle.set_frame(frame);
        const Answer expected = oracle.pairs();
        seen += pair_count(expected);
        for (std::size_t way = 0; way < ways.size(); ++way) {
            players[way].set_frame(frame);
            EXPECT_TRUE(agree(players[way].pairs(), expected)) << "frame " << frame << ", " << ways[way].name;
        }
    }
    EXPECT_GT(seen, 0u);
}

} // namespace
} // namespace tactus
