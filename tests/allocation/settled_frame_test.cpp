// SPDX-License-Identifier: MIT
// A world takes its memory at set-up and in the first frames. Frames like those it has seen allocate nothing.
#include <algorithm>
#include <chrono>
#include <ostream>

#include "agreement/scene_player.h"
#include "allocation/counting_new.h"
#include "base/every_structure.h"

namespace tactus {
namespace {

struct Settled {
    std::string scene;
    std::uint32_t triangles = 0;
    std::uint32_t workers = 1;
    Structure structure = Structure::refit_bvh;

    std::string name() const { return scene + "_" + structure_name(structure) + "_" + std::to_string(workers); }

    friend void PrintTo(const Settled& settled, std::ostream* out) { *out << settled.name(); }
};

class SettledFrame : public testing::TestWithParam<Settled> {
protected:
    SettledFrame()
        : scene_(scene_called(GetParam().scene, {.triangles = GetParam().triangles})), player_(scene_, way()),
          frames_(spread_frames(scene_, 12))
    {
        for (const std::uint32_t frame : frames_)
            for (std::size_t mesh = 0; mesh < scene_.meshes.size(); ++mesh)
                positions_.push_back(positions_at(scene_, frame, mesh));
    }

    static Way way()
    {
        Way made = tree_way(GetParam().workers);
        made.structure = [](std::size_t) { return GetParam().structure; };
        return made;
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
        EXPECT_TRUE(pairs > 0 || options.budget.work_unit_limit() < UINT64_MAX);
        return allocations;
    }

    /// Plays all frames with one update of all bodies; gives how often memory was asked for.
    std::size_t play_together()
    {
        World& world = player_.world();
        std::vector<BodyPositions> batch(scene_.meshes.size());
        const std::size_t before = allocation_count();
        bool ok = true;
        for (std::size_t k = 0; k < positions_.size(); ++k) {
            const std::size_t mesh = k % scene_.meshes.size();
            batch[mesh] = {player_.body(mesh), positions_[k]};
            if (mesh + 1 == scene_.meshes.size()) {
                ok = world.set_positions(batch).ok() && ok;
                world.find_pairs();
            }
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        return allocations;
    }

    /// Plays all frames with other questions than which pairs there are; gives how often memory was asked for.
    std::size_t ask_around()
    {
        World& world = player_.world();
        const std::size_t before = allocation_count();
        int hits = 0;
        bool ok = true;
        for (std::size_t k = 0; k < positions_.size(); ++k) {
            const std::size_t mesh = k % scene_.meshes.size();
            ok = world.set_positions(player_.body(mesh), positions_[k]).ok() && ok;
            if (mesh + 1 != scene_.meshes.size())
                continue;
            for (std::size_t other = 1; other < std::min<std::size_t>(scene_.meshes.size(), 5); ++other)
                ok = world.closest_points(player_.body(0), player_.body(other)).ok() && ok;
            const Vec3 target = positions_[k][0];
            for (const Vec3 direction : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.3f, -0.8f, 0.5f}}) {
                const Vec3 origin = {
                    target.x - 10 * direction.x, target.y - 10 * direction.y, target.z - 10 * direction.z};
                hits += world.cast_ray(origin, direction).value().hit ? 1 : 0;
            }
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(hits, 0);
        return allocations;
    }

    /// Plays all frames with contact queries, and what they push with; gives how often memory was asked for.
    std::size_t touch(Budget budget)
    {
        World& world = player_.world();
        const std::size_t before = allocation_count();
        std::size_t contacts = 0;
        bool ok = true;
        for (std::size_t k = 0; k < positions_.size(); ++k) {
            const std::size_t mesh = k % scene_.meshes.size();
            ok = world.set_positions(player_.body(mesh), positions_[k]).ok() && ok;
            if (mesh + 1 != scene_.meshes.size())
                continue;
            const ContactReport& report = world.find_contacts(budget);
            contacts += report.contacts.size() + report.unrefined.size();
            world.refine_contacts(budget);
            world.contact_forces({.step_seconds = 0.01f});
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(contacts, 0u);
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
              std::pair{"touching_cubes", 200u}})
            all.push_back({name, triangles, workers});
    for (const char* name : {"bumpy_spheres", "folded_cloth", "six_objects"})
        for (const Structure structure :
             {Structure::spherical_octree, Structure::on_demand_sphere_tree, Structure::medial_sphere_tree})
            all.push_back({name, 640, 1, structure});
    for (const char* name : {"bumpy_spheres", "folded_cloth", "many_bodies"})
        for (const std::uint32_t workers : {1u, 2u})
            all.push_back({name, 640, workers, Structure::bucket_octree});
    return all;
}

/// Contact queries share the workers' code with pair queries, but for their first search.
std::vector<Settled> settled_touching_scenes()
{
    std::vector<Settled> all = settled_scenes();
    std::erase_if(all, [](const Settled& settled) { return settled.workers > 1 || settled.scene == "touching_cubes"; });
    return all;
}

INSTANTIATE_TEST_SUITE_P(Scenes, SettledFrame, testing::ValuesIn(settled_scenes()), [](const auto& settled) {
    return settled.param.name();
});

class SettledContacts : public SettledFrame {};

INSTANTIATE_TEST_SUITE_P(
    Scenes, SettledContacts, testing::ValuesIn(settled_touching_scenes()),
    [](const auto& settled) { return settled.param.name(); });

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
    for (const PairOptions& options :
         {PairOptions{}, PairOptions{.first_hit_only = true}, PairOptions{.budget = Budget::work_units(20)},
          PairOptions{.budget = Budget::within(std::chrono::hours(1))}}) {
        // Long enough that what is done once in a while has been done too. With several workers the piece of the work
        // that one of them gets differs from time to time, until each has had the largest.
        const int max_rounds = GetParam().workers == 1 ? 5 : 60;
        int quiet_rounds = 0;
        for (int round = 0; round < max_rounds && quiet_rounds < 5; ++round)
            quiet_rounds = play(options) == 0 ? quiet_rounds + 1 : 0;
        if (GetParam().workers > 1) {
            EXPECT_EQ(quiet_rounds, 5);
            continue;
        }
        for (int round = 0; round < 4; ++round)
            EXPECT_EQ(play(options), 0u) << "round " << round;
    }
}

TEST_P(SettledFrame, AllocatesNothingWhereAllBodiesMoveTogether)
{
    EXPECT_GT(play_together(), 0u) << "the first time takes memory; if not, this test counts nothing";
    int quiet_rounds = 0;
    for (int round = 0; round < 60 && quiet_rounds < 5; ++round)
        quiet_rounds = play_together() == 0 ? quiet_rounds + 1 : 0;
    EXPECT_EQ(quiet_rounds, 5);
}

TEST_P(SettledContacts, AllocateNothing)
{
    ASSERT_TRUE(player_.world().set_contact_settings({.contact_distance = 0.001f, .max_contacts = 1u << 15}).ok());
    for (std::size_t a = 0; a < scene_.meshes.size(); ++a)
        for (std::size_t b = a; b < scene_.meshes.size(); ++b)
            ASSERT_TRUE(
                player_.world()
                    .set_pair(player_.body(a), player_.body(b), {.material = {.coulomb = 0.5f, .sticking = 1.0f}})
                    .ok());
    EXPECT_GT(touch(Budget::unlimited()), 0u) << "the first time takes memory; if not, this test counts nothing";
    for (const Budget budget : {Budget::unlimited(), Budget::work_units(40), Budget::within(std::chrono::hours(1))}) {
        // Cut queries go another way down each time, and make other branches of trees that are made on demand.
        int quiet_rounds = 0;
        for (int round = 0; round < 40 && quiet_rounds < 5; ++round)
            quiet_rounds = touch(budget) == 0 ? quiet_rounds + 1 : 0;
        EXPECT_EQ(quiet_rounds, 5);
    }
}

TEST_P(SettledFrame, AllocatesNothingForDistancesAndRays)
{
    EXPECT_GT(ask_around(), 0u) << "the first time takes memory; if not, this test counts nothing";
    const int max_rounds = GetParam().workers == 1 ? 5 : 60;
    int quiet_rounds = 0;
    for (int round = 0; round < max_rounds && quiet_rounds < 5; ++round)
        quiet_rounds = ask_around() == 0 ? quiet_rounds + 1 : 0;
    if (GetParam().workers > 1) {
        EXPECT_EQ(quiet_rounds, 5);
        return;
    }
    for (int round = 0; round < 4; ++round)
        EXPECT_EQ(ask_around(), 0u) << "round " << round;
}

} // namespace
} // namespace tactus
