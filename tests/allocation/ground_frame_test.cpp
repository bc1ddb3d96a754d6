// SPDX-License-Identifier: MIT
// Frames in which bodies move on a ground allocate nothing once the world has seen some.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "allocation/counting_new.h"

namespace tactus {
namespace {

/// Sheets and balls that sink into a flat ground and come up again, and a slope that tilts.
class MovingGround {
public:
    MovingGround()
    {
        constexpr std::uint32_t n = 8;
        std::vector<Vec3> positions;
        std::vector<TriangleIndices> triangles;
        for (std::uint32_t k = 0; k < n * n; ++k)
            positions.push_back({0.1f * float(k % n), 0.1f * float(k / n), 0.01f * float(k % 3)});
        for (std::uint32_t k = 0; k + n + 1 < n * n; ++k)
            if (k % n != n - 1) {
                triangles.push_back({k, k + 1, k + n + 1});
                triangles.push_back({k, k + n + 1, k + n});
            }
        slope_ = world_.add_half_space({.normal = {1.0f, 0.0f, 4.0f}, .offset = -4.0f}).value();
        for (int k = 0; k < 4; ++k) {
            bodies_.push_back(world_.add_body({.triangles = triangles, .positions = positions}).value());
            bodies_.push_back(world_.add_sphere({.radius = 0.25f}).value());
        }
        EXPECT_TRUE(world_.add_half_space({}).ok());
    }

    /// Plays all frames; gives how often memory was asked for.
    std::size_t play(Budget budget)
    {
        const std::size_t before = allocation_count();
        std::size_t found = 0;
        bool ok = true;
        for (int frame = 0; frame < 20; ++frame) {
            for (std::size_t k = 0; k < bodies_.size(); ++k) {
                const double height = 0.3 - 0.03 * std::abs(frame - 10) - 0.1 * double(k % 3);
                ok = world_.set_pose(bodies_[k], {.position = {2.0 * double(k), 0.0, height}, .rotation = {}}).ok()
                     && ok;
            }
            ok = world_.set_pose(slope_, {.position = {}, .rotation = {0.0, 0.01 * frame, 0.0, 1.0}}).ok() && ok;
            const ContactReport& report = world_.find_contacts(budget);
            found += report.contacts.size() + report.unrefined.size();
            world_.contact_forces({.step_seconds = 0.01f});
            found += world_.find_pairs().pair_count;
        }
        const std::size_t allocations = allocation_count() - before;
        EXPECT_TRUE(ok);
        EXPECT_GT(found, 0u);
        return allocations;
    }

private:
    World world_ = World::create({.contacts = {.contact_distance = 0.02f}}).value();
    std::vector<BodyId> bodies_;
    BodyId slope_;
};

TEST(MovingOnAGround, AllocatesNothingOnceItIsSettled)
{
    MovingGround ground;
    EXPECT_GT(ground.play(Budget::unlimited()), 0u) << "the first time takes memory; if not, this test counts nothing";
    for (const Budget budget : {Budget::unlimited(), Budget::work_units(40), Budget::work_units(100000)}) {
        for (int round = 0; round < 4; ++round)
            ground.play(budget);
        EXPECT_EQ(ground.play(budget), 0u);
    }
}

} // namespace
} // namespace tactus
