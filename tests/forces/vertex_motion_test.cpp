// SPDX-License-Identifier: MIT
// How fast vertices move where nobody has said so: by what they have moved since the contact query before.
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "base/every_structure.h"
#include "forces/vertex_motion_test.h"

namespace tactus {
namespace {

/// Its vertex 0 points down.
const std::vector<Vec3> tip = {{0, 0, -0.1f}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1}};

/// One way to keep a body, and to move it.
struct Kept {
    Structure structure = Structure::refit_bvh;
    PositionStorage storage = PositionStorage::copied;
    bool self_collision = false;
    bool by_pose = false;

    friend void PrintTo(const Kept& kept, std::ostream* out)
    {
        *out << "structure " << int(kept.structure) << (kept.storage == PositionStorage::borrowed ? " borrowed" : "")
             << (kept.self_collision ? " in its own order" : "") << (kept.by_pose ? " posed" : "");
    }
};

std::vector<Kept> all_kept()
{
    std::vector<Kept> all;
    for (const bool by_pose : {false, true}) {
        for (const Structure structure : every_structure)
            all.push_back({structure, PositionStorage::copied, false, by_pose});
        all.push_back({Structure::refit_bvh, PositionStorage::borrowed, false, by_pose});
        all.push_back({Structure::refit_bvh, PositionStorage::copied, true, by_pose});
    }
    return all;
}

/// With room to be read beyond the last, as borrowed ones need.
std::vector<Vec3> shifted(const std::vector<Vec3>& positions, Vec3 by)
{
    std::vector<Vec3> moved;
    moved.reserve(positions.size() + 2);
    for (const Vec3 p : positions)
        moved.push_back({p.x + by.x, p.y + by.y, p.z + by.z});
    return moved;
}

/// What the ground pushes a tip with that lies so and moves so.
double force_at(Vec3 shift, Vec3 velocity)
{
    World world = World::create().value();
    const BodyId below = world.add_body({.triangles = tip_triangles, .positions = ground_below_tip}).value();
    const std::vector<Vec3> positions = shifted(tip, shift);
    const BodyId body = world.add_body({.triangles = tip_triangles, .positions = positions}).value();
    EXPECT_TRUE(world.set_pair(below, body, damped_tip).ok());
    EXPECT_TRUE(world.set_velocities(body, std::vector<Vec3>(4, velocity)).ok());
    EXPECT_TRUE(world.find_contacts().complete);
    return upward_force(world, body);
}

class VertexMotion : public testing::TestWithParam<Kept> {
protected:
    VertexMotion()
    {
        below = world.add_body({.triangles = tip_triangles, .positions = ground_below_tip}).value();
        body = add();
    }

    BodyId add()
    {
        const Kept& kept = GetParam();
        array = shifted(tip, {});
        const BodyId added = world
                                 .add_body(
                                     {.triangles = tip_triangles,
                                      .positions = PositionsView(&array[0].x, 4),
                                      .structure = kept.structure,
                                      .storage = kept.storage,
                                      .self_collision = kept.self_collision})
                                 .value();
        EXPECT_TRUE(world.set_pair(below, added, damped_tip).ok());
        return added;
    }

    void move_to(Vec3 shift) { move(body, shift); }
    void move(BodyId which, Vec3 shift)
    {
        if (GetParam().by_pose) {
            EXPECT_TRUE(world.set_pose(which, {.position = {shift.x, shift.y, shift.z}, .rotation = {}}).ok());
            return;
        }
        // The caller's one array is changed where it is, as those do who lend theirs.
        for (std::size_t k = 0; k < tip.size(); ++k)
            array[k] = {tip[k].x + shift.x, tip[k].y + shift.y, tip[k].z + shift.z};
        EXPECT_TRUE(world.set_positions(which, PositionsView(&array[0].x, 4)).ok());
    }
    double query()
    {
        EXPECT_TRUE(world.find_contacts().complete);
        return upward_force(world, body);
    }

    World world = World::create().value();
    BodyId below, body;
    static constexpr Vec3 first = {0.0f, 0.0f, 0.03f}, second = {0.0f, 0.0f, 0.02f}, third = {0.0f, 0.0f, 0.05f};
    static constexpr Vec3 falling = {0.0f, 0.0f, (second.z - first.z) / tip_step};

    std::vector<Vec3> array;
};

INSTANTIATE_TEST_SUITE_P(Bodies, VertexMotion, testing::ValuesIn(all_kept()));

TEST_P(VertexMotion, DampingIsSeenByTheOracle) { EXPECT_GT(force_at(second, falling), force_at(second, {}) + 10.0); }

TEST_P(VertexMotion, WhatIsPutInPlaceBeforeTheFirstQueryRests)
{
    move_to({0.0f, 0.0f, 5.0f});
    move_to(first);
    EXPECT_TRUE(world.set_pose(below, {.position = {0, 0, 7}, .rotation = {}}).ok());
    EXPECT_TRUE(world.set_pose(below, {.position = {0, 0, 0}, .rotation = {}}).ok());
    EXPECT_NEAR(query(), force_at(first, {}), 1e-3);
    EXPECT_NEAR(query(), force_at(first, {}), 1e-3);
}

TEST_P(VertexMotion, IsByWhatIsBetweenTwoQueriesAndEndsWithTheNext)
{
    move_to(first);
    (void)query();
    move_to(second);
    EXPECT_NEAR(query(), force_at(second, falling), 1e-2);
    EXPECT_NEAR(upward_force(world, body, 0.0f), force_at(second, {}), 1e-3) << "without a step";
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(query(), force_at(second, {}), 1e-3) << k;
}

TEST_P(VertexMotion, AddsUpAllMovesBetweenTwoQueries)
{
    move_to(first);
    (void)query();
    for (const Vec3 way : {third, Vec3{0.0f, 0.0f, 40.0f}, Vec3{0.0f, 0.0f, -0.01f}, second})
        move_to(way);
    (void)world.find_pairs();
    EXPECT_NEAR(query(), force_at(second, falling), 1e-2);
    EXPECT_NEAR(query(), force_at(second, {}), 1e-3);
}

TEST_P(VertexMotion, IsSinceTheLastQueryWhereBodiesHaveMovedOn)
{
    move_to(third);
    (void)query();
    move_to(first);
    (void)query();
    move_to(second);
    // The contacts are those of the query; how deep they were stays, and how fast they are is of now.
    const double damping = upward_force(world, body) - upward_force(world, body, 0.0f);
    EXPECT_NEAR(damping, force_at(second, falling) - force_at(second, {}), 1e-2);
}

TEST_P(VertexMotion, OfABodyThatComesFromFarIsKnownWhenItArrives)
{
    for (int k = 0; k < 40; ++k) {
        move_to({0.0f, 0.0f, 100.0f - float(k)});
        (void)query();
    }
    move_to(first);
    (void)query();
    for (int k = 0; k < 40; ++k) {
        move_to({0.0f, 0.0f, 100.0f - float(k)});
        (void)query();
    }
    move_to({0.0f, 0.0f, 0.53f});
    (void)query();
    move_to({0.0f, 0.0f, 0.03f});
    const Vec3 fast = {0.0f, 0.0f, -0.5f / tip_step};
    EXPECT_NEAR(query(), force_at(first, fast), 1.0);
}

TEST_P(VertexMotion, OfABodyThatIsAddedBetweenQueriesBeginsAfterTheNext)
{
    EXPECT_TRUE(world.remove_body(body).ok());
    (void)query();
    body = add();
    move_to(first);
    move_to(second);
    EXPECT_NEAR(query(), force_at(second, {}), 1e-3);
    move_to(first);
    (void)query();
    move_to(second);
    EXPECT_NEAR(query(), force_at(second, falling), 1e-2);
}

TEST_P(VertexMotion, GivenVelocitiesStayUntilTheNextPositionsWhateverThePose)
{
    move_to(first);
    EXPECT_TRUE(world.set_velocities(body, std::vector<Vec3>(4, falling)).ok());
    // Turned upside down and back: velocities are along the world's axes.
    EXPECT_TRUE(world.set_pose(body, {.position = {0, 0, 9}, .rotation = {1, 0, 0, 0}}).ok());
    EXPECT_TRUE(world.set_pose(body, {.position = {0, 0, second.z}, .rotation = {0, 0, 1, 0}}).ok());
    const double turned = [&] {
        World other = World::create().value();
        const BodyId under = other.add_body({.triangles = tip_triangles, .positions = ground_below_tip}).value();
        const BodyId over = other.add_body({.triangles = tip_triangles, .positions = tip}).value();
        EXPECT_TRUE(other.set_pair(under, over, damped_tip).ok());
        EXPECT_TRUE(other.set_pose(over, {.position = {0, 0, second.z}, .rotation = {0, 0, 1, 0}}).ok());
        EXPECT_TRUE(other.set_velocities(over, std::vector<Vec3>(4, falling)).ok());
        (void)other.find_contacts();
        return upward_force(other, over);
    }();
    if (!GetParam().by_pose) {
        // Its own coordinates lie where `first` put them.
        EXPECT_TRUE(world.set_pose(body, {.position = {0, 0, second.z - first.z}, .rotation = {0, 0, 1, 0}}).ok());
    }
    EXPECT_NEAR(query(), turned, 1e-2);
    EXPECT_NEAR(query(), turned, 1e-2) << "they do not end with a query";
    const std::vector<Vec3> placed = shifted(tip, second);
    EXPECT_TRUE(world.set_positions(body, PositionsView(&placed[0].x, 4)).ok());
    (void)query();
    EXPECT_NEAR(query(), force_at(second, {}), 1e-3);
}

TEST_P(VertexMotion, ARefusalIsNoMove)
{
    move_to(first);
    (void)query();
    EXPECT_FALSE(world.set_pose(body, {.position = {1e300, 0, 0}, .rotation = {}}).ok());
    move_to(second);
    EXPECT_FALSE(world.set_pose(body, {.position = {1e300, 0, 0}, .rotation = {}}).ok());
    EXPECT_NEAR(query(), force_at(second, falling), 1e-2);
}

} // namespace
} // namespace tactus
