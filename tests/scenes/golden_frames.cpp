// SPDX-License-Identifier: MIT
// A scene is the same to the last bit on every machine and with every compiler: that is what lets the hashes of
// pairs be compared. A change of a number here is a change of a scene, and of every result made from it.
#include <map>

#include "scenes/counting.h"

namespace tactus::scenes {
namespace {

const std::map<std::string, std::uint64_t> golden_hashes = {
    {"bumpy_spheres", 0x08e3ed7c62e8e403u},       {"organ_tool", 0x9a2bba9e258ceeb9u},
    {"soft_organs", 0x6de0cf778beee7f6u},         {"large_deformation", 0xdd02261bdc97fd4cu},
    {"folded_cloth", 0xa0bbe5b81ce69e1eu},        {"closed_bumpy_sphere", 0xdbde887ba9f85400u},
    {"crumpled_sheet", 0xc7286d1394e6cb6au},      {"flat_folded_sheet", 0x20842ffbc5b847f4u},
    {"wound_sheet", 0x9e09b3f57c7f3cd4u},         {"cloth_on_ball", 0x6b9084d956e5af76u},
    {"touching_cubes", 0x5db40358019cb7eau},      {"many_bodies", 0x232e099867a71bb8u},
    {"separate_bodies", 0xdbc80a92b4126bc5u},     {"two_triangles", 0x44a1af0f81bd18c9u},
    {"zero_area_triangles", 0x5027c8675cc74abdu}, {"duplicate_faces", 0xa347f89748c147e8u},
    {"shared_hub", 0xa0e96b558dac6dd9u},          {"coincident_twins", 0x138923f0590dff5fu},
    {"one_point", 0xc02db3c6aaca89e7u},           {"empty_mesh", 0xff4716ffc63fc65au},
    {"triangle_soup", 0x3e9f1a14b984b098u},       {"needle_soup", 0x6d8d022aa8c80adbu},
    {"one_plane", 0x2372be69e27562dau},           {"mixed_scales", 0x0a48ea56f0762112u},
    {"tiny_coordinates", 0xc61b9de568bfb929u},    {"huge_coordinates", 0x4f06a796d4f9af2bu},
    {"haptic_probe", 0x675a562d19293e39u},        {"six_objects", 0x5f9931cd9992ab5cu},
    {"torn_cloth", 0x95cd5aab9bbe54d8u},          {"cut_organ", 0xcab7a0fc2065e9bcu},
    {"falling_pieces", 0x45b35268e2dafb01u},
};

std::uint64_t three_frames_hash(const Scene& scene)
{
    const std::uint64_t first = frame_hash(scene, 0);
    const std::uint64_t middle = frame_hash(scene, scene.frame_count / 2);
    return splitmix64(splitmix64(first) ^ middle) ^ frame_hash(scene, scene.frame_count - 1);
}

TEST(GoldenFrames, AreTheSameOnEveryMachine)
{
    for (const SceneInfo& info : all_scenes()) {
        const std::uint64_t hash = three_frames_hash(made(info.name, {.triangles = 320}));
        const auto golden = golden_hashes.find(info.name);
        ASSERT_NE(golden, golden_hashes.end()) << info.name << " is new: its hash is 0x" << std::hex << hash;
        EXPECT_EQ(hash, golden->second) << info.name << ": 0x" << std::hex << hash;
    }
}

} // namespace
} // namespace tactus::scenes
