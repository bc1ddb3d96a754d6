// SPDX-License-Identifier: MIT
// Forces that are asked for again before anything has moved or been looked for.
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "geometry/double_vector.h"
#include "scenes/bodies/icosphere.h"

namespace tactus {
namespace {

std::vector<Vec3> ball_at(double x)
{
    std::vector<Vec3> positions;
    for (const scenes::Point& p : scenes::icosphere(320).points)
        positions.push_back(to_float({p.x + x, p.y, p.z}));
    return positions;
}

std::map<BodyId, std::vector<Vec3>> wrenches_of(World& world, ForcePolicy policy = ForcePolicy::held)
{
    std::map<BodyId, std::vector<Vec3>> wrenches;
    for (const Wrench& wrench : world.contact_forces({.policy = policy}).bodies)
        wrenches[wrench.body] = {wrench.force, wrench.torque};
    return wrenches;
}

/// How much wrenches differ, as a share of the largest of their forces and torques.
double difference(const std::map<BodyId, std::vector<Vec3>>& left, const std::map<BodyId, std::vector<Vec3>>& right)
{
    double largest = 0.0, most = 0.0;
    for (const auto& [body, wrench] : left)
        for (std::size_t k = 0; k < wrench.size(); ++k) {
            const auto other = right.find(body);
            const DoubleVector here = to_double(wrench[k]);
            const DoubleVector apart = here - (other != right.end() ? to_double(other->second[k]) : DoubleVector{});
            largest = std::fmax(largest, std::sqrt(dot(here, here)));
            most = std::fmax(most, std::sqrt(dot(apart, apart)));
        }
    if (left.size() != right.size())
        return 1.0;
    return largest > 0.0 ? most / largest : 0.0;
}

/// Two balls, one of which moves into the other. Gives how often cut answers pushed.
std::size_t ask_again(ContactSettings settings, std::uint64_t units)
{
    World world = World::create({.worker_count = 1, .contacts = settings}).value();
    const auto triangles = scenes::icosphere(320).triangles;
    (void)world.add_body({.triangles = triangles, .positions = ball_at(0.0)}).value();
    const BodyId moved = world.add_body({.triangles = triangles, .positions = ball_at(1.6)}).value();
    std::size_t pushed = 0;
    for (int frame = 0; frame < 12; ++frame) {
        EXPECT_TRUE(world.set_positions(moved, ball_at(1.6 - 0.03 * frame)).ok());
        const Budget budget = frame == 0 ? Budget::unlimited() : Budget::work_units(units);
        const bool complete = world.find_contacts(budget).complete;
        // Another policy in between neither adds nor takes away.
        (void)wrenches_of(world, ForcePolicy::certified_lower);
        const auto first = wrenches_of(world);
        pushed += !complete && !first.empty() ? 1 : 0;
        for (int again = 0; again < 8; ++again)
            EXPECT_LT(difference(wrenches_of(world), first), 1e-6) << units << " units, frame " << frame;
    }
    return pushed;
}

TEST(ForcesAskedForAgain, AreTheSame)
{
    EXPECT_GT(ask_again({}, 30), 0u);
    EXPECT_GT(ask_again({}, 300), 0u);
    EXPECT_GT(ask_again({.contact_distance = 0.1f}, 300), 0u);
    EXPECT_GT(ask_again({.max_contacts = 60}, 100000), 0u);
}

TEST(ForcesAskedForAgain, GoOnWithWhatIsBesideWhenSomethingMoves)
{
    World world = World::create({.worker_count = 1}).value();
    const auto triangles = scenes::icosphere(320).triangles;
    (void)world.add_body({.triangles = triangles, .positions = ball_at(0.0)}).value();
    const BodyId moved = world.add_body({.triangles = triangles, .positions = ball_at(1.9)}).value();
    const auto push = [&] {
        const ForceReport& report = world.contact_forces();
        return double(report.confirmed_push) + double(report.held_push);
    };
    (void)world.find_contacts();
    EXPECT_GT(push(), 0.0);
    ASSERT_TRUE(world.set_positions(moved, ball_at(1.6)).ok());
    (void)world.find_contacts(Budget::work_units(1));
    const double first = push();
    EXPECT_EQ(push(), first);
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_TRUE(world.set_positions(moved, ball_at(1.6)).ok());
        (void)push();
    }
    EXPECT_GT(push(), first);
}

} // namespace
} // namespace tactus
