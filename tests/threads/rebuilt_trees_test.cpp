// SPDX-License-Identifier: MIT
// A tree that deformation has loosened is rebuilt, a little with every update. Nobody sees it but in the time it takes.
#include <map>

#include "agreement/scene_player.h"

namespace tactus {
namespace {

class Rebuilt : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Workers, Rebuilt, testing::Values(1u, 2u, 5u), testing::PrintToStringParamName());

/// Brute force's pairs of a frame, worked out once however often the frame comes round and however many tests ask.
const Answer& expected_at(const scenes::Scene& scene, std::uint32_t frame)
{
    static std::map<std::uint32_t, Answer> all;
    const auto [at, is_new] = all.try_emplace(frame);
    if (is_new) {
        ScenePlayer oracle(scene, brute_force_way());
        oracle.set_frame(frame);
        at->second = oracle.pairs();
    }
    return at->second;
}

TEST_P(Rebuilt, TreesGiveBruteForcesPairs)
{
    const scenes::Scene scene = scene_called("large_deformation", {.triangles = 600});
    ScenePlayer player(scene, tree_way(GetParam()));
    std::size_t seen = 0;
    for (std::uint32_t step = 0; step < on_most_days(200, 400); ++step) {
        const std::uint32_t frame = step * 24 % scene.frame_count;
        player.set_frame(frame);
        const PairReport& report = player.world().find_pairs();
        if (step % on_most_days(32, 8) == 0 || step % 64 < 3) {
            EXPECT_TRUE(agree(answer_of(report), expected_at(scene, frame))) << "step " << step;
            seen += report.pair_count;
        }
    }
    EXPECT_GT(seen, 0u);
    EXPECT_GT(player.world().info(player.body(0)).value().rebuilt_subtrees, 0u);
}

TEST_P(Rebuilt, TreesOfTwistedSoupGiveBruteForcesPairs)
{
    // Triangles that all change places: nothing of the first order is left.
    const scenes::Scene scene = scene_called("triangle_soup", {.triangles = 500});
    ScenePlayer player(scene, tree_way(GetParam())), oracle(scene, brute_force_way());
    scenes::Random random(53);
    std::vector<Vec3> mixed = scene.meshes[0].positions;
    for (int round = 0; round < (wants_every_case() ? 6 : 2); ++round) {
        for (std::size_t t = mixed.size() / 3; t > 1; --t) {
            const std::size_t other = random.below(std::uint32_t(t));
            std::swap_ranges(&mixed[3 * t - 3], &mixed[3 * t - 3] + 3, &mixed[3 * other]);
        }
        for (int update = 0; update < 40; ++update) {
            player.set_positions(0, mixed);
            // Someone must come near, or nobody minds how loose the tree is.
            player.world().any_pair();
        }
        oracle.set_positions(0, mixed);
        EXPECT_TRUE(agree(player.pairs(), oracle.pairs())) << "round " << round;
    }
}

} // namespace
} // namespace tactus
