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
        {"bumpy_spheres", 1280, 59, 89, 0x7420a20e79c15305u},
        {"organ_tool", 1280, 30, 20, 0x78208aea1ef519dcu},
        {"soft_organs", 1280, 60, 138, 0x974c709a798b7f5au},
        {"large_deformation", 1280, 5000, 132, 0xfb943e896dbd14c5u},
        {"folded_cloth", 1000, 59, 79, 0x48a28941c083bb03u},
        {"crumpled_sheet", 1000, 30, 604, 0xfe89a49ec3ad7032u},
        {"flat_folded_sheet", 600, 59, 1236, 0x8b28d4b85c1869cbu},
        {"wound_sheet", 600, 59, 10160, 0xe27cde3f8d76d798u},
        {"cloth_on_ball", 1000, 59, 330, 0x61ff52bfd42e3863u},
        {"touching_cubes", 768, 0, 76380, 0x7ccb0c5fb79a92e4u},
        {"touching_cubes", 768, 33, 41043, 0xff3bb8e94c2a5a73u},
        {"many_bodies", 320, 20, 893, 0x3200211da6fa517bu},
        {"two_triangles", 1, 7, 1, 0xe220a8397b1dcdafu},
        {"zero_area_triangles", 320, 4, 370, 0xe4d57599d145607cu},
        {"duplicate_faces", 320, 4, 4132, 0x1821096c3037722eu},
        {"coincident_twins", 320, 3, 4100, 0xb28d415bd2ee034cu},
        {"triangle_soup", 320, 5, 284, 0x28e018d8c77002d8u},
        {"needle_soup", 320, 5, 1016, 0xef756894cfeb1ee0u},
        {"one_plane", 320, 5, 3956, 0x3db6002b7a69e132u},
        {"mixed_scales", 320, 5, 989, 0xa1b68329ddf22ae8u},
        {"tiny_coordinates", 320, 7, 64, 0x21eebcf8d0fc188au},
        {"huge_coordinates", 320, 7, 64, 0x21eebcf8d0fc188au},
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
