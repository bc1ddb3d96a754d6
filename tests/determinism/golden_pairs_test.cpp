// SPDX-License-Identifier: MIT
// Pair counts and hashes of scene frames, the same on every machine, compiler and instruction set. A change of a number
// here means that the answer changed: the scene, or the exactness.
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

struct Golden {
    std::string scene;
    std::uint32_t triangles = 0;
    std::uint32_t frame = 0;
    std::size_t pairs = 0;
    std::uint64_t hash = 0;
};

std::vector<Golden> golden_frames()
{
    return {
GOLDEN_TABLE
    };
}

TEST(GoldenPairs, AreTheSameOnEveryMachine)
{
    for (const Golden& golden : golden_frames())
        for (const std::uint32_t workers : {1u, 2u}) {
            const scenes::Scene scene = scene_called(golden.scene, {.triangles = golden.triangles});
            ASSERT_LT(golden.frame, scene.frame_count);
            ScenePlayer player(scene, tree_way(workers));
            player.set_frame(golden.frame);
            const PairReport& report = player.world().find_pairs();
            EXPECT_EQ(report.pair_count, golden.pairs) << golden.scene << " frame " << golden.frame;
            EXPECT_EQ(pair_hash(report), golden.hash)
                << golden.scene << " frame " << golden.frame << ": 0x" << std::hex << pair_hash(report);
        }
}

} // namespace
} // namespace tactus
