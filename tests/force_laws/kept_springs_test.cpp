// SPDX-License-Identifier: MIT
// A spring that holds a contact stays with the contact's id, whatever else its vertex comes to touch.
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

namespace tactus {
namespace {

/// Notes how far the spring of each contact is stretched along its normal.
class CrossLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        along_normal.push_back(
            load.stretch.x * load.normal.x + load.stretch.y * load.normal.y + load.stretch.z * load.normal.z);
        return default_force_law().push(load);
    }

    mutable std::vector<double> along_normal;
};

/// Notes how far the spring of each contact is stretched along y.
class StretchLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        stretches[load.id] = load.stretch.y;
        return default_force_law().push(load);
    }

    mutable std::map<std::uint64_t, float> stretches;
};

TEST(ASpring, StaysWithTheContactThatKeepsItsId)
{
    // A vertex that is through one wall goes on through another one, and both push it.
    const std::vector<TriangleIndices> two = {{0, 1, 2}, {3, 4, 5}}, one = {{0, 1, 2}};
    const std::vector<Vec3> walls = {{0.5f, -2, -2}, {0.5f, 2, -2}, {0.5f, 0, 3}, {1, -2, -2}, {1, 2, -2}, {1, 0, 3}};
    const std::vector<Vec3> first = {{0.6f, 0, 0}, {2, 0, -0.5f}, {2, 0, 0.5f}},
                            then = {{0.4f, 0.05f, 0}, {1.8f, 0.05f, -0.5f}, {1.8f, 0.05f, 0.5f}};
    World world = World::create({.contacts = {.which = ContactSelection::all}}).value();
    const BodyId a = world.add_body({.triangles = two, .positions = walls}).value();
    const BodyId b = world.add_body({.triangles = one, .positions = first}).value();
    ASSERT_TRUE(world.set_pair(a, b, {.material = {.stiffness = 100, .sticking = 1}}).ok());
    StretchLaw before, after;
    (void)world.find_contacts();
    (void)world.contact_forces({.law = &before});
    ASSERT_TRUE(world.set_positions(b, then).ok());
    (void)world.find_contacts();
    (void)world.contact_forces({.law = &after});
    ASSERT_EQ(before.stretches.size(), 1u);
    ASSERT_EQ(after.stretches.size(), 2u);
    for (const auto& [id, stretch] : after.stretches)
        EXPECT_NEAR(stretch, before.stretches.contains(id) ? 0.05f : 0.0f, 1e-6f) << id;
}

/// A ground is turned by a right angle below a triangle, and what a spring rested at lies along the new normal.
TEST(ASpring, IsStretchedAcrossTheNormalHoweverThatHasTurned)
{
    const std::vector<TriangleIndices> one = {{0, 1, 2}};
    const std::vector<Vec3> positions = {{1, 0, 0}, {-2, 0, 0}, {-2, -2, 0}};
    const CrossLaw law;
    for (const ForceLaw* asked : {static_cast<const ForceLaw*>(nullptr), static_cast<const ForceLaw*>(&law)}) {
        World world = World::create().value();
        const BodyId sheet = world.add_body({.triangles = one, .positions = positions}).value();
        const BodyId ground = world.add_half_space({.normal = {3, 0, 4}, .offset = 0}).value();
        ASSERT_TRUE(
            world.set_pair(sheet, ground, {.material = {.stiffness = 1000, .coulomb = 0.5f, .sticking = 1}}).ok());
        (void)world.find_contacts();
        (void)world.contact_forces({.law = asked});
        ASSERT_TRUE(world.set_pose(ground, {{-0.8125, -0.0625, 0}, {0, 1, 0, 1}}).ok());
        (void)world.find_contacts();
        const Wrench first = world.contact_forces({.law = asked}).bodies[0];
        // Nothing has moved, and what slid stays where it slid to.
        const Wrench again = world.contact_forces({.law = asked}).bodies[0];
        EXPECT_NEAR(again.force.x, first.force.x, 1e-2f);
        EXPECT_NEAR(again.force.y, first.force.y, 1e-2f);
        EXPECT_NEAR(again.force.z, first.force.z, 1e-2f);
    }
    EXPECT_EQ(law.along_normal.size(), 6u);
    for (const double along : law.along_normal)
        EXPECT_NEAR(along, 0.0, 1e-6);
}

/// Says what the default law says.
class SameLaw final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override { return default_force_law().push(load); }
};

/// A vertex is pulled along a tilted ground, which then turns below it. What holds it is the point of the ground where
/// it first pushed, and not the one to which it was pulled.
TEST(ASpring, HoldsTheFirstPointWhoeverSaysThatItSticks)
{
    const auto tilted = [](std::vector<Vec3> positions) {
        for (Vec3& p : positions)
            p = {0.8f * p.x + 0.6f * p.z, p.y, 0.8f * p.z - 0.6f * p.x};
        return positions;
    };
    const std::vector<TriangleIndices> one = {{0, 1, 2}};
    const SameLaw same;
    for (const float pull : {0.03f, 0.05f, 0.07f, 0.11f}) {
        Vec3 forces[2];
        for (const bool own : {false, true}) {
            const ForceOptions options = {.law = own ? &same : nullptr};
            World world = World::create().value();
            const BodyId ground =
                world.add_body({.triangles = one, .positions = tilted({{-4, -4, 0}, {4, -4, 0}, {0, 8, 0}})}).value();
            const auto body = [&](float x, float y) { return tilted({{x, y, -0.125f}, {x + 1, y, 3}, {x, y + 1, 3}}); };
            const BodyId held = world.add_body({.triangles = one, .positions = body(0, 0)}).value();
            ASSERT_TRUE(world.set_pair(ground, held, {.material = {.stiffness = 100, .sticking = 1}}).ok());
            for (const float x : {0.0f, 0.5f * pull, pull}) {
                ASSERT_TRUE(world.set_positions(held, body(x, 0.3f * x)).ok());
                (void)world.find_contacts();
                (void)world.contact_forces(options);
            }
            ASSERT_TRUE(world.set_positions(ground, tilted({{4, -4, 0}, {4, 4, 0}, {-8, 0, 0}})).ok());
            (void)world.find_contacts();
            for (const ContactForce& force : world.contact_forces(options).contacts)
                forces[own] = {
                    forces[own].x + force.force.x, forces[own].y + force.force.y, forces[own].z + force.force.z};
        }
        EXPECT_NE(forces[0].y, 0.0f);
        EXPECT_NEAR(forces[0].x, forces[1].x, 1e-4f);
        EXPECT_NEAR(forces[0].y, forces[1].y, 1e-4f);
        EXPECT_NEAR(forces[0].z, forces[1].z, 1e-4f);
    }
}

} // namespace
} // namespace tactus
