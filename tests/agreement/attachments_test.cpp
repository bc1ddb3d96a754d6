// SPDX-License-Identifier: MIT
// Triangles at vertices that are attached to each other may touch: they are missing from the answer, and nothing else
// is.
#include "agreement/scene_player.h"

namespace tactus {
namespace {

struct Attachment {
    std::size_t mesh_a = 0;
    std::uint32_t vertex_a = 0;
    std::size_t mesh_b = 0;
    std::uint32_t vertex_b = 0;
};

bool holds(const TriangleIndices& triangle, std::uint32_t vertex) { return std::ranges::count(triangle, vertex) > 0; }

Answer without(const Answer& all, const scenes::Scene& scene, const std::vector<Attachment>& attachments)
{
    Answer kept;
    for (const auto& found : all)
        for (const TrianglePair& pair : found.second) {
            const auto& bodies = found.first;
            const TriangleIndices& a = scene.meshes[bodies.first].triangles[pair.a];
            const TriangleIndices& b = scene.meshes[bodies.second].triangles[pair.b];
            const bool attached = std::ranges::any_of(attachments, [&](const Attachment& at) {
                const bool this_way = at.mesh_a == bodies.first && at.mesh_b == bodies.second && holds(a, at.vertex_a)
                                      && holds(b, at.vertex_b);
                const bool other_way = at.mesh_b == bodies.first && at.mesh_a == bodies.second && holds(a, at.vertex_b)
                                       && holds(b, at.vertex_a);
                return this_way || other_way;
            });
            if (!attached)
                kept[bodies].push_back(pair);
        }
    return kept;
}

class Attachments : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    Scenes, Attachments,
    testing::Values(
        "bumpy_spheres", "cloth_on_ball", "crumpled_sheet", "touching_cubes", "coincident_twins", "triangle_soup"),
    [](const auto& name) { return name.param; });

TEST_P(Attachments, LeaveOutTheTrianglesAtThemAndNoOthers)
{
    const scenes::Scene scene = scene_called(GetParam(), {.triangles = sized(300)});
    for (const Way& way : every_way()) {
        ScenePlayer player(scene, way), unattached(scene, brute_force_way());
        scenes::Random random(41);
        std::vector<Attachment> attachments;
        std::size_t left_out = 0;
        for (const std::uint32_t frame : spread_frames(scene, 6)) {
            player.set_frame(frame);
            unattached.set_frame(frame);
            const Answer all = unattached.pairs();
            for (const auto& [bodies, pairs] : all)
                for (int k = 0; k < 4; ++k) {
                    const TrianglePair& pair = pairs[random.below(std::uint32_t(pairs.size()))];
                    Attachment at{
                        bodies.first, scene.meshes[bodies.first].triangles[pair.a][random.below(3)], bodies.second,
                        scene.meshes[bodies.second].triangles[pair.b][random.below(3)]};
                    if (k % 2 == 1)
                        std::swap(at.mesh_a, at.mesh_b), std::swap(at.vertex_a, at.vertex_b);
                    attachments.push_back(at);
                    EXPECT_TRUE(
                        player.world()
                            .attach_vertices(player.body(at.mesh_a), at.vertex_a, player.body(at.mesh_b), at.vertex_b)
                            .ok());
                }
            const Answer expected = without(all, scene, attachments);
            left_out += pair_count(all) - pair_count(expected);
            EXPECT_TRUE(agree(player.pairs(), expected)) << GetParam() << " frame " << frame << ", " << way.name;
            EXPECT_EQ(player.world().any_pair(), !expected.empty()) << GetParam() << " frame " << frame;
        }
        EXPECT_GT(left_out, 0u);
    }
}

} // namespace
} // namespace tactus
