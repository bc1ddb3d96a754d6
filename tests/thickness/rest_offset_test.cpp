// SPDX-License-Identifier: MIT
// Surfaces that rest at a distance from each other: what is nearer is pushed away, and nothing pulls.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "forces/blocks.h"
#include "thickness/sheets.h"

namespace tactus {
namespace {

constexpr Material springs = {.stiffness = 100.0f};

/// Forces and torques of all bodies cancel out, and so do those of their vertices where all have vertices.
void expect_balance(const ForceReport& report)
{
    Vec3 force = {}, torque = {};
    float size = 0.0f;
    for (const Wrench& wrench : report.bodies) {
        force = {force.x + wrench.force.x, force.y + wrench.force.y, force.z + wrench.force.z};
        const Vec3 c = wrench.centroid, f = wrench.force;
        torque = {
            torque.x + wrench.torque.x + c.y * f.z - c.z * f.y, torque.y + wrench.torque.y + c.z * f.x - c.x * f.z,
            torque.z + wrench.torque.z + c.x * f.y - c.y * f.x};
        size += std::fabs(f.x) + std::fabs(f.y) + std::fabs(f.z);
    }
    for (const float component : {force.x, force.y, force.z, torque.x, torque.y, torque.z})
        EXPECT_NEAR(component, 0.0f, 1e-4f * size + 1e-6f);
}

TEST(RestOffset, PushesABallThatIsNearerAndNoOther)
{
    World world = World::create({.contacts = {.contact_distance = 0.5f}}).value();
    const BodyId ground = world.add_half_space({.thickness = {.rest_offset = 0.1f}}).value();
    const BodyId ball = world.add_sphere({.radius = 1.0f, .thickness = {.rest_offset = 0.3f}}).value();
    ASSERT_TRUE(world.set_pair(ground, ball, {.material = springs}).ok());
    for (const float gap : {-0.5f, -0.01f, 0.0f, 0.05f, 0.15f, 0.25f, 0.45f}) {
        ASSERT_TRUE(world.set_pose(ball, {.position = {0.0, 0.0, 1.0 + double(gap)}, .rotation = {}}).ok());
        ASSERT_EQ(world.find_contacts().contacts.size(), 1u);
        EXPECT_NEAR(world.find_contacts().contacts[0].separation, gap, 1e-6f) << "the offset is no part of it";
        const ForceReport& forces = world.contact_forces();
        EXPECT_NEAR(lift_of(forces, ball), 100.0f * std::max(0.0f, 0.2f - gap), 1e-3f) << gap;
        expect_balance(forces);
    }
}

TEST(RestOffset, HoldsACoarseAndAFineBoxByTheSameForce)
{
    constexpr float rest = 0.01f, gap = 0.004f;
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all})
        for (const bool on_mesh : {false, true})
            for (const int cells : {4, 8}) {
                World world = World::create({.contacts = {.contact_distance = 0.02f, .which = which}}).value();
                const FlatSheet table(0.0f, 3.0f, 11);
                const BodyId below =
                    (on_mesh ? world.add_body(table.desc()) : world.add_half_space({.offset = 0.0f})).value();
                const Block block = gridded_block(0.5f, 0.5f, 0.5f, cells);
                const BodyId box = world.add_body({.triangles = block.triangles, .positions = block.positions}).value();
                ASSERT_TRUE(world.set_pose(box, {.position = {0.013, 0.007, 0.5 + gap}, .rotation = {}}).ok());
                ASSERT_TRUE(
                    world
                        .set_pair(
                            below, box, {.material = {.pressure_stiffness = 1e5f}, .thickness = {.rest_offset = rest}})
                        .ok());
                ASSERT_TRUE(world.find_contacts().complete);
                const ForceReport& forces = world.contact_forces();
                // A square metre. On a mesh edges push beside the vertices, where those of the box end.
                const float all = 1e5f * (rest - gap);
                EXPECT_NEAR(lift_of(forces, box), all, (on_mesh ? 0.35f : 0.06f) * all) << cells << ' ' << on_mesh;
                expect_balance(forces);
            }
}

TEST(RestOffset, PushesTheSameByLocalAndByAllContacts)
{
    float lifts[2] = {};
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all}) {
        World world = World::create({.contacts = {.contact_distance = 0.05f, .which = which}}).value();
        const BodyId low = world.add_body(FlatSheet(0.0f, 1.0f, 5).desc({.rest_offset = 0.02f})).value();
        const BodyId high = world.add_body(FlatSheet(0.01f, 0.83f, 4).desc({.rest_offset = 0.02f})).value();
        ASSERT_TRUE(world.set_pair(low, high, {.material = springs}).ok());
        ASSERT_TRUE(world.find_contacts().complete);
        const ForceReport& forces = world.contact_forces();
        lifts[which == ContactSelection::all] = lift_of(forces, high);
        for (const ContactForce& push : forces.contacts)
            EXPECT_GE(push.force.z, 0.0f);
        expect_balance(forces);
    }
    EXPECT_GT(lifts[0], 0.0f);
    EXPECT_NEAR(lifts[0], lifts[1], 1e-4f * lifts[0]);
}

/// A box that has sunk into another, less and more than the offset, is pushed up by everything that pushes.
TEST(RestOffset, PushesNothingFurtherIn)
{
    for (const ContactSelection which : {ContactSelection::local, ContactSelection::all})
        for (const float height : {-0.05f, -0.011f, -0.002f, 0.0f, 0.003f, 0.009f}) {
            World world = World::create({.contacts = {.contact_distance = 0.02f, .which = which}}).value();
            const Block slab = gridded_block(1.0f, 1.0f, 0.5f, 3), block = gridded_block(0.2f, 0.2f, 0.2f, 2);
            const BodyId below = world.add_body({.triangles = slab.triangles, .positions = slab.positions}).value();
            const BodyId box = world.add_body({.triangles = block.triangles, .positions = block.positions}).value();
            ASSERT_TRUE(world.set_pose(below, {.position = {0, 0, -0.5}, .rotation = {}}).ok());
            ASSERT_TRUE(world.set_pose(box, {.position = {0.031, -0.017, 0.2 + double(height)}, .rotation = {}}).ok());
            ASSERT_TRUE(world.set_pair(below, box, {.material = springs, .thickness = {.rest_offset = 0.01f}}).ok());
            ASSERT_TRUE(world.find_contacts().complete);
            const ForceReport& forces = world.contact_forces();
            float corners = 0.0f;
            for (const ContactForce& push : forces.contacts) {
                EXPECT_GE(push.force.z, 0.0f) << height;
                corners = std::max(corners, push.force.z);
            }
            EXPECT_NEAR(corners, 100.0f * (0.01f - height), 0.02f) << height;
            expect_balance(forces);
        }
}

TEST(RestOffset, CountsForABodyWithItself)
{
    FlatSheet cloth(0.0f), above(0.01f);
    const auto count = static_cast<std::uint32_t>(cloth.positions.size());
    cloth.positions.insert(cloth.positions.end(), above.positions.begin(), above.positions.end());
    for (const TriangleIndices& t : above.triangles)
        cloth.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    World world = World::create().value();
    BodyDesc desc = cloth.desc();
    desc.self_collision = true;
    const BodyId body = world.add_body(desc).value();
    ASSERT_TRUE(world.set_pair(body, body, {.material = springs, .thickness = {.rest_offset = 0.015f}}).ok());
    ASSERT_TRUE(world.find_contacts().complete);
    const ForceReport& forces = world.contact_forces();
    EXPECT_GE(forces.vertices.size(), 2 * count);
    for (const VertexForce& push : forces.vertices)
        EXPECT_GT(push.force.z * (push.vertex < count ? -1.0f : 1.0f), 0.0f);
}

/// Whatever the policy, a query that is cut gives forces that push apart, and all of them when it is done.
TEST(RestOffset, CountsWhileAnswersAreUnfinished)
{
    for (const ForcePolicy policy : {ForcePolicy::held, ForcePolicy::certified_lower, ForcePolicy::spheres}) {
        World world = World::create({.contacts = {.contact_distance = 0.02f}}).value();
        const Block slab = gridded_block(1.0f, 1.0f, 0.5f, 6), block = gridded_block(0.3f, 0.3f, 0.3f, 4);
        const BodyId below = world.add_body({.triangles = slab.triangles, .positions = slab.positions}).value();
        const BodyId box = world.add_body({.triangles = block.triangles, .positions = block.positions}).value();
        ASSERT_TRUE(world.set_pose(below, {.position = {0, 0, -0.5}, .rotation = {}}).ok());
        ASSERT_TRUE(world.set_pair(below, box, {.material = springs, .thickness = {.rest_offset = 0.01f}}).ok());
        ASSERT_TRUE(world.set_pose(box, {.position = {0, 0, 0.303}, .rotation = {}}).ok());
        ASSERT_TRUE(world.find_contacts().complete);
        const float whole = lift_of(world.contact_forces({.policy = policy}), box);
        EXPECT_GT(whole, 0.0f);
        ASSERT_TRUE(world.set_pose(box, {.position = {0, 0, 0.304}, .rotation = {}}).ok());
        const ContactReport* report = &world.find_contacts(Budget::work_units(4));
        ASSERT_FALSE(report->complete);
        const ForceReport& first = world.contact_forces({.policy = policy});
        if (policy == ForcePolicy::certified_lower) {
            EXPECT_LT(lift_of(first, box), whole);
        } else {
            // Two whole bodies that nobody has looked into push like one contact.
            EXPECT_GT(lift_of(first, box), policy == ForcePolicy::held ? 0.5f * whole : 0.5f);
        }
        while (!report->complete) {
            for (const ContactForce& push : world.contact_forces({.policy = policy}).contacts)
                EXPECT_GE(push.force.z * (push.body_b == box ? 1.0f : -1.0f), 0.0f);
            expect_balance(world.contact_forces({.policy = policy}));
            report = &world.refine_contacts(Budget::work_units(20));
        }
        EXPECT_NEAR(lift_of(world.contact_forces({.policy = policy}), box), whole * 6.0f / 7.0f, 0.001f * whole);
    }
}

} // namespace
} // namespace tactus
