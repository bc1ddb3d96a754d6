// SPDX-License-Identifier: MIT
// A world takes its memory at set-up and in the first frames. Frames like those it has seen allocate nothing.
#include "agreement/scene_player.h"
#include "allocation/counting_new.h"

namespace tactus {
namespace {

struct Settled {
    std::string scene;
    std::uint32_t triangles = 0;
    std::uint32_t workers = 1;
};

class SettledFrame : public testing::TestWithParam<Settled> {
protected:
    SettledFrame()
        : scene_(scene_called(GetParam().scene, {.triangles = GetParam().triangles})),
          player_(scene_, tree_way(GetParam().workers)), frames_(spread_frames(scene_, 12))
    {
        for (const std::uint32_t frame : frames_)
            for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh)
                positions_.push_back(positions_at(scene_, frame, mesh));
    }

    /// Plays all frames; gives how often memory was asked for.
    std::size_t play(const PairOptions& options = {})
    {
        World& world = player_.world();
        const std::size_t before = allocation_count();
        std::size_t pairs = 0;
        bool ok = true;
        for (std::size_t k = 0; k < positions_.size(); ++k) {
            const std::size_t mesh = k % scene_.meshes.size();
            ok = world.set_positions(player_.body(mesh), positions_[k]).ok() && ok;
            if (mesh + 1 == scene_.meshes.size())
                pairs += world.find_pairs(options).pair_count;
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(pairs, 0u);
        return allocations;
    }

    scenes::Scene scene_;
    ScenePlayer player_;
    std::vector<std::uint32_t> frames_;
    std::vector<std::vector<Vec3>> positions_;
};

std::vector<Settled> settled_scenes()
{
    std::vector<Settled> all;
    for (const std::uint32_t workers : {1u, 2u})
        for (const auto& [name, triangles] :
             {std::pair{"bumpy_spheres", 2000u}, std::pair{"organ_tool", 1280u}, std::pair{"folded_cloth", 3000u},
              std::pair{"crumpled_sheet", 2000u}, std::pair{"cloth_on_ball", 2000u}, std::pair{"many_bodies", 320u},
              std::pair{"touching_cubes", 768u}})
            all.push_back({name, triangles, workers});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Scenes, SettledFrame, testing::ValuesIn(settled_scenes()), [](const auto& settled) {
    return settled.param.scene + "_" + std::to_string(settled.param.workers);
});

TEST(CountingNew, SeesEveryAllocation)
{
    const std::size_t before = allocation_count();
    std::vector<int> numbers(100);
    EXPECT_EQ(allocation_count() - before, 1u);
    EXPECT_EQ(numbers[99], 0);
}

TEST_P(SettledFrame, AllocatesNothing)
{
    EXPECT_GT(play(), 0u) << "the first time takes memory; if not, this test counts nothing";
    if (GetParam().workers == 1) {
        EXPECT_EQ(play(), 0u);
        return;
    }
    // With several workers the piece of the work that one of them gets differs from time to time, and so does the room
    // it needs, until each has had the largest.
    std::size_t rounds = 0;
    while (play() > 0 && rounds < 50)
        ++rounds;
    EXPECT_LT(rounds, 50u);
}

TEST_P(SettledFrame, AllocatesNothingUnderABudgetOrForTheFirstHit)
{
    if (GetParam().workers > 1)
        GTEST_SKIP() << "which worker needs the most room is a matter of chance";
    play();
    EXPECT_EQ(play({.first_hit_only = true}), 0u);
    EXPECT_EQ(play({.budget = Budget::within(std::chrono::hours(1))}), 0u);
}

} // namespace
} // namespace tactus
