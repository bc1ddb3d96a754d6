// SPDX-License-Identifier: MIT
// Of many small bodies each worker takes some: in updates of several bodies, and in the search of those that meet.
#include <span>
#include <utility>

#include "base/cases.h"
#include "base/every_structure.h"
#include "determinism/ordered_pairs.h"

namespace tactus {
namespace {

/// A crowd of small bodies that meet their neighbours, a floor that more of them stand on than there are rounds at a
/// time, a sheet that meets itself, balls, and a half-space that most of them reach into.
class Crowd {
public:
    Crowd(std::uint32_t workers, const Way& way) : world_(make_world(workers))
    {
        const auto add = [&](const scenes::SceneMesh& mesh, std::size_t index) {
            const BodyDesc desc = {
                .triangles = mesh.triangles,
                .positions = mesh.positions,
                .structure = way.choice(index),
                .self_collision = mesh.self_collision};
            return world_.add_body(desc).value();
        };
        add_floor(way);
        for (std::size_t mesh = 0; mesh < bodies_scene().meshes.size(); ++mesh)
            ids_.push_back(add(bodies_scene().meshes[mesh], mesh + 1));
        ids_.push_back(add(sheet_scene().meshes[0], 0));
        for (int k = 0; k < 6; ++k)
            balls_.push_back(world_.add_sphere({.centre = ball(k, 0), .radius = 0.12f}).value());
        EXPECT_TRUE(world_.add_half_space({.normal = {0.2f, 0.1f, 1.0f}, .offset = 0.1f}).ok());
    }

    /// Moves everything but the floor to a frame, in one call each for meshes and balls, or in a call for each body.
    void set_frame(std::uint32_t frame, bool together)
    {
        std::vector<std::vector<Vec3>> positions;
        for (std::size_t mesh = 0; mesh + 1 < ids_.size(); ++mesh)
            positions.push_back(positions_at(bodies_scene(), frame, mesh));
        positions.push_back(positions_at(sheet_scene(), frame, 0));
        std::vector<BodyPositions> batch;
        for (std::size_t k = 0; k < ids_.size(); ++k)
            batch.push_back({ids_[k], positions[k]});
        std::vector<BodyPose> poses;
        for (std::size_t k = 0; k < balls_.size(); ++k) {
            const Vec3 at = ball(static_cast<int>(k), frame);
            poses.push_back({balls_[k], {{at.x, at.y, at.z}, {}}});
        }
        if (together) {
            EXPECT_TRUE(world_.set_positions(batch).ok());
            EXPECT_TRUE(world_.set_poses(poses).ok());
            return;
        }
        for (const BodyPositions& entry : batch)
            EXPECT_TRUE(world_.set_positions(entry.body, entry.positions).ok());
        for (const BodyPose& entry : poses)
            EXPECT_TRUE(world_.set_pose(entry.body, entry.pose).ok());
    }

    World& world() { return world_; }

    static std::uint32_t frame_count() { return bodies_scene().frame_count; }

private:
    static const scenes::Scene& bodies_scene()
    {
        static const scenes::Scene scene = scene_called(
            "many_bodies", {.triangles = sized(60), .bodies = static_cast<std::uint32_t>(cases(on_most_days(60, 90)))});
        return scene;
    }
    static const scenes::Scene& sheet_scene()
    {
        static const scenes::Scene scene = scene_called("crumpled_sheet", {.triangles = sized(400)});
        return scene;
    }
    static Vec3 ball(int number, std::uint32_t frame)
    {
        return {0.15f * static_cast<float>(number), 0.5f, 0.002f * static_cast<float>(frame)};
    }
    /// It is in the middle of all, slanted, so that most boxes overlap its own.
    void add_floor(const Way& way)
    {
        std::vector<Vec3> positions;
        std::vector<TriangleIndices> triangles;
        for (std::uint32_t y = 0; y < 5; ++y)
            for (std::uint32_t x = 0; x < 5; ++x)
                positions.push_back({-0.1f + 0.3f * float(x), -0.1f + 0.3f * float(y), 0.1f * float(x + y)});
        for (std::uint32_t y = 0; y < 4; ++y)
            for (std::uint32_t x = 0; x < 4; ++x) {
                const std::uint32_t corner = 5 * y + x;
                triangles.push_back({corner, corner + 1, corner + 6});
                triangles.push_back({corner, corner + 6, corner + 5});
            }
        world_.add_body({.triangles = triangles, .positions = positions, .structure = way.choice(0)}).value();
    }

    World world_;
    std::vector<BodyId> ids_;
    std::vector<BodyId> balls_;
};

struct CrowdReports {
    std::vector<OrderedReport> reports;
    std::vector<std::size_t> contacts;

    friend bool operator==(const CrowdReports&, const CrowdReports&) = default;
};

/// Numbers of workers for a crowd, which makes its trees anew each time.
std::vector<std::uint32_t> crowd_sizes()
{
    return wants_every_case() ? worker_counts() : std::vector<std::uint32_t>{16};
}

CrowdReports play_crowd(std::uint32_t workers, const Way& way, bool together)
{
    Crowd crowd(workers, way);
    CrowdReports all;
    const std::uint32_t middle = Crowd::frame_count() / 2;
    for (std::uint32_t frame = middle; frame < middle + 4; ++frame) {
        crowd.set_frame(frame, together);
        World& world = crowd.world();
        // What comes first leaves less to bring up to date for what comes after.
        if (frame % 2 == 0)
            all.reports.push_back(ordered(world.find_pairs(PairOptions{.first_hit_only = true})));
        else
            all.reports.push_back(ordered(world.find_pairs(Budget::work_units(150))));
        all.reports.push_back(ordered(world.find_pairs()));
        if (frame == middle + 1)
            all.contacts.push_back(world.find_contacts(Budget::work_units(500)).contacts.size());
    }
    return all;
}

class ManySmallBodies : public testing::TestWithParam<int> {
protected:
    /// All bodies have one structure, or each its own.
    static Way way()
    {
        constexpr auto count = static_cast<int>(std::size(every_structure));
        Way made = tree_way(1);
        made.structure = [](std::size_t mesh) {
            return every_structure[static_cast<int>(GetParam() < count ? std::size_t(GetParam()) : mesh % 6)];
        };
        made.octree = {.levels = 2};
        return made;
    }
};

/// Making medial spheres of every body takes longer than all the rest; on most days some have them, among others.
std::vector<int> crowds()
{
    return wants_every_case() ? std::vector<int>{0, 1, 2, 3, 4, 5, 6} : std::vector<int>{0, 1, 2, 3, 4, 6};
}

INSTANTIATE_TEST_SUITE_P(Structures, ManySmallBodies, testing::ValuesIn(crowds()));

TEST_P(ManySmallBodies, HaveTheSameReportsForAnyNumberOfWorkers)
{
    const CrowdReports one = play_crowd(1, way(), false);
    EXPECT_GT(one.reports.back().bodies.size(), 10u);
    EXPECT_TRUE(play_crowd(1, way(), true) == one);
    for (const std::uint32_t workers : crowd_sizes())
        EXPECT_TRUE(play_crowd(workers, way(), true) == one) << workers << " workers";
}

} // namespace
} // namespace tactus
