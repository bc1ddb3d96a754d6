// SPDX-License-Identifier: MIT
// What one contact or part pushes with, and how fast the wrenches that come of it may change.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "forces/pushes/contact_force.h"
#include "forces/samples.h"

namespace tactus {
namespace {

constexpr float largest_float = std::numeric_limits<float>::max();
constexpr float smallest = std::numeric_limits<float>::denorm_min();

DoubleVector random_double_vector(scenes::Random& random, double size)
{
    const scenes::Point p = random.in_cube();
    return DoubleVector{p.x, p.y, p.z} * size;
}

DoubleVector random_normal(scenes::Random& random)
{
    const scenes::Point p = random.direction();
    return to_double(to_float({p.x, p.y, p.z}));
}

/// A random contact of some depth, and what its force is made of.
struct Sample {
    explicit Sample(scenes::Random& random)
        : motion{random.between(0.0, 0.01), random_normal(random), random_double_vector(random, 2.0)},
          material{
              float(random.between(0.0, 2000.0)), float(random.between(0.0, 20.0)), float(random.between(0.0, 50.0)),
              float(random.between(-1.0, 2.0))},
          force(to_double(contact_force(motion, material))), push(dot(force, motion.normal)),
          drag(force - motion.normal * push)
    {
    }

    ContactMotion motion;
    Material material;
    DoubleVector force;
    double push;       ///< along the normal
    DoubleVector drag; ///< across it
};

TEST(ContactForce, IsEquationOneOfThePaper)
{
    // 1000 N/m, 1 mm deep: 1 N. It closes at 0.1 m/s with 5 Ns/m: another 0.5 N. It slides at 0.2 m/s along x with
    // 3 Ns/m: 0.6 N the other way.
    const Material material = {1000.0f, 5.0f, 3.0f, -1.0f};
    const Vec3 closing = contact_force({0.001, {0, 0, 1}, {0.2, 0.0, -0.1}}, material);
    EXPECT_FLOAT_EQ(closing.x, -0.6f);
    EXPECT_FLOAT_EQ(closing.y, 0.0f);
    EXPECT_FLOAT_EQ(closing.z, 1.5f);
    const Vec3 parting = contact_force({0.001, {0, 0, 1}, {0.2, 0.0, 0.1}}, material);
    EXPECT_FLOAT_EQ(parting.x, -0.6f);
    EXPECT_FLOAT_EQ(parting.z, 0.5f);
    // A normal between the axes: 25 N along (3, 4, 0) / 5, at rest.
    const Vec3 oblique = contact_force({0.025, {0.6, 0.8, 0.0}, {}}, material);
    EXPECT_FLOAT_EQ(oblique.x, 15.0f);
    EXPECT_FLOAT_EQ(oblique.y, 20.0f);
    EXPECT_EQ(oblique.z, 0.0f);
}

TEST(ContactForce, IsNothingWithoutDepthOrWithoutANormal)
{
    const Material material = {1000.0f, 5.0f, 3.0f, 0.5f};
    EXPECT_EQ(contact_force({0.0, {0, 0, 1}, {1.0, 1.0, -1.0}}, material), Vec3{});
    EXPECT_EQ(contact_force({-0.1, {0, 0, 1}, {1.0, 1.0, -1.0}}, material), Vec3{});
    EXPECT_EQ(contact_force({0.1, {0, 0, 0}, {1.0, 1.0, -1.0}}, material), Vec3{});
}

TEST(ContactForce, NeverPullsAndDoesNotRubWhereItDoesNotPush)
{
    scenes::Random random(31);
    int parted = 0;
    for (int k = 0; k < 20000; ++k) {
        const Sample sample(random);
        // Friction is rounded to float across the normal: what that can turn along it is allowed for.
        EXPECT_GE(sample.push, -1e-6 * length(sample.force)) << k;
        const double equation = double(sample.material.stiffness) * sample.motion.depth
                                - double(sample.material.damping) * dot(sample.motion.velocity, sample.motion.normal);
        if (equation < -1e-6) {
            ++parted;
            EXPECT_EQ(to_float(sample.force), Vec3{}) << k;
        } else {
            EXPECT_NEAR(sample.push, equation > 0.0 ? equation : 0.0, 1e-5 + 1e-6 * length(sample.force)) << k;
        }
    }
    EXPECT_GT(parted, 1000);
}

TEST(ContactForce, WithoutFrictionIsExactlyAlongTheNormal)
{
    scenes::Random random(32);
    for (int k = 0; k < 5000; ++k) {
        Sample sample(random);
        sample.material.friction = 0.0f;
        const Vec3 force = contact_force(sample.motion, sample.material);
        EXPECT_GE(double(force.x) * sample.motion.normal.x, 0.0);
        EXPECT_GE(double(force.y) * sample.motion.normal.y, 0.0);
        EXPECT_GE(double(force.z) * sample.motion.normal.z, 0.0);
        EXPECT_LE(length(cross(to_double(force), sample.motion.normal)), 1e-6 * length(to_double(force)));
    }
}

TEST(ContactForce, StaysInsideTheCoulombCone)
{
    scenes::Random random(33);
    int at_the_limit = 0;
    int viscous = 0;
    for (int k = 0; k < 20000; ++k) {
        const Sample sample(random);
        const double drag = length(sample.drag);
        const double rounding = 1e-5 + 1e-6 * length(sample.force);
        if (sample.push <= rounding)
            continue;
        const DoubleVector& velocity = sample.motion.velocity;
        const DoubleVector sliding = velocity - sample.motion.normal * dot(velocity, sample.motion.normal);
        const double equation = double(sample.material.friction) * length(sliding);
        const double cone = double(sample.material.coulomb) * sample.push;
        if (sample.material.coulomb >= 0.0f && cone < equation) {
            ++at_the_limit;
            EXPECT_NEAR(drag, cone, rounding * 3.0) << k;
        } else {
            ++viscous;
            EXPECT_NEAR(drag, equation, rounding) << k;
        }
        // Against the sliding, whichever limit it came to.
        EXPECT_NEAR(dot(sample.drag, sliding), -drag * length(sliding), rounding * length(sliding) + 1e-9) << k;
    }
    EXPECT_GT(at_the_limit, 1000);
    EXPECT_GT(viscous, 1000);
}

TEST(ContactForce, OfHugeTinyAndBrokenNumbersIsNeverNan)
{
    const float numbers[] = {
        0.0f,
        smallest,
        1e-30f,
        1.0f,
        1e30f,
        largest_float,
        -largest_float,
        std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()};
    for (const float depth : numbers)
        for (const float constant : numbers)
            for (const float speed : numbers)
                for (const float size : numbers) {
                    const ContactMotion motion = {
                        depth, DoubleVector{0.6, 0.0, 0.8} * double(size), DoubleVector{speed, speed, -speed}};
                    for (const Material& material :
                         {Material{constant, constant, constant, constant}, Material{constant, 0.0f, 1.0f, -1.0f},
                          Material{1.0f, constant, 1.0f, 0.5f}}) {
                        const Vec3 force = contact_force(motion, material);
                        ASSERT_TRUE(is_finite(force)) << depth << " " << constant << " " << speed << " " << size;
                    }
                }
    // What is beyond float ends at its range, and does not vanish.
    EXPECT_EQ(contact_force({largest_float, {1, 0, 0}, {}}, {1e10f, 0, 0, -1}).x, largest_float);
    EXPECT_GT(contact_force({1e-30, {1, 0, 0}, {}}, {1e-10f, 0, 0, -1}).x, 0.0f);
}

/// Two bodies at rest with their centroids at the origin.
class RestingBodies final : public ForceBodies {
public:
    Material material(BodyId, BodyId) const override { return {1000.0f, 0.0f, 0.0f, -1.0f}; }
    Vec3 velocity(BodyId, std::uint32_t) const override { return {}; }
    Vec3 position(BodyId, std::uint32_t) const override { return {}; }
    Vec3 centroid(BodyId) const override { return {}; }
};

/// One contact that pushes body 1 along y at x = 1: its force and its torque about z are both 1000 times the depth.
class LimitedWrench : public testing::Test {
protected:
    ForceReport press(float depth, const ForceOptions& options)
    {
        Contact contact;
        contact.id = 5;
        contact.body_a = {0, 0};
        contact.body_b = {1, 0};
        contact.kind = ContactKind::vertex_face;
        contact.depth_state = DepthState::local;
        contact.point = {1, 0, 0};
        contact.normal = {0, 1, 0};
        contact.separation = -depth;
        contact.weights_a = contact.weights_b = {1, 0, 0};
        contacts_ = {contact};
        return forces_.compute({.contacts = contacts_, .unrefined = {}}, bodies_, options);
    }
    ForceReport part(const ForceOptions& options) { return forces_.compute({}, bodies_, options); }

    std::vector<Contact> contacts_;
    RestingBodies bodies_;
    ContactForces forces_;
};

TEST(Parts, PushByTheirOverlapIfSpheresAreAskedForAndNeverPull)
{
    Contact overlapping;
    overlapping.body_a = {1, 7};
    overlapping.body_b = {3, 7};
    overlapping.normal = {0, 0, 1};
    overlapping.separation = overlapping.separation_lower = -0.02f;
    overlapping.separation_upper = 1.0f;
    Contact apart = overlapping;
    apart.separation = apart.separation_lower = 0.3f;
    Contact concentric = overlapping;
    concentric.normal = {};
    const std::vector<Contact> parts = {apart, overlapping, concentric};
    const ContactReport contacts = {.contacts = {}, .unrefined = parts, .complete = false};

    ContactForces forces;
    const ForceReport report = forces.compute(contacts, RestingBodies(), {.policy = ForcePolicy::spheres});
    ASSERT_EQ(report.contacts.size(), 1u);
    EXPECT_FLOAT_EQ(report.contacts[0].force.z, 20.0f);
    EXPECT_TRUE(report.vertices.empty()) << "nobody knows which";
    ASSERT_EQ(report.bodies.size(), 2u);
    EXPECT_FLOAT_EQ(report.bodies[0].force.z, -20.0f);
    EXPECT_FLOAT_EQ(report.bodies[1].force.z, 20.0f);
    for (const ForcePolicy policy : {ForcePolicy::held, ForcePolicy::certified_lower})
        EXPECT_TRUE(forces.compute(contacts, RestingBodies(), {.policy = policy}).contacts.empty());
}

TEST(HeldForces, KeepVerticesInsideUntilTheDepthsBetweenTheirBodiesAreFinal)
{
    const BodyId bodies[] = {{0, 1}, {1, 1}, {2, 1}};
    const ContactKind kinds[] = {
        ContactKind::vertex_inside, ContactKind::inside_vertex, ContactKind::edge_edge, ContactKind::vertex_inside};
    std::vector<Contact> before(4);
    for (std::size_t k = 0; k < before.size(); ++k) {
        before[k].id = k + 1;
        before[k].kind = kinds[k];
        before[k].depth_state = DepthState::propagated;
        before[k].body_a = bodies[0];
        before[k].body_b = bodies[k == 3 ? 2 : 1];
        before[k].normal = {0, 0, 1};
        before[k].separation = -0.01f;
    }
    std::vector<Contact> contacts(1);
    contacts[0].id = 100;
    contacts[0].kind = ContactKind::vertex_face;
    contacts[0].body_a = bodies[1];
    contacts[0].body_b = bodies[0];
    const auto held = [&](DepthState state) {
        ContactForces forces;
        forces.compute({.contacts = before, .unrefined = {}}, RestingBodies(), {});
        contacts[0].depth_state = state;
        std::vector<std::uint64_t> ids;
        const ContactReport report = {.contacts = contacts, .unrefined = {}, .complete = false};
        for (const ContactForce& contact : forces.compute(report, RestingBodies(), {}).contacts)
            if (contact.force != Vec3{})
                ids.push_back(contact.id);
        return ids;
    };
    EXPECT_EQ(held(DepthState::open), (std::vector<std::uint64_t>{1, 2, 3}));
    EXPECT_TRUE(held(DepthState::propagated).empty());
}

TEST_F(LimitedWrench, ComesUpStepByStepAndSaysSo)
{
    const ForceOptions options = {.max_force_change = 4.0f, .max_torque_change = 3.0f};
    const float force[] = {4, 8, 10, 10};
    const float torque[] = {3, 6, 9, 10};
    for (int k = 0; k < 4; ++k) {
        const ForceReport report = press(0.01f, options);
        ASSERT_EQ(report.bodies.size(), 2u);
        EXPECT_FLOAT_EQ(report.bodies[1].force.y, force[k]);
        EXPECT_FLOAT_EQ(report.bodies[1].torque.z, torque[k]);
        EXPECT_FLOAT_EQ(report.bodies[0].force.y, -force[k]);
        EXPECT_FLOAT_EQ(report.bodies[0].torque.z, -torque[k]);
        EXPECT_EQ(report.limited, k < 3);
        EXPECT_FLOAT_EQ(report.contacts[0].force.y, 10.0f) << "only wrenches are limited";
    }
}

TEST_F(LimitedWrench, GoesDownAtTheSameRateWhenNothingPushesAnyMore)
{
    EXPECT_FLOAT_EQ(press(0.01f, {}).bodies[1].force.y, 10.0f);
    const ForceOptions options = {.max_force_change = 4.0f};
    for (const float force : {6.0f, 2.0f}) {
        const ForceReport report = part(options);
        ASSERT_EQ(report.bodies.size(), 2u);
        EXPECT_TRUE(report.limited);
        EXPECT_TRUE(report.contacts.empty());
        EXPECT_FLOAT_EQ(report.bodies[1].force.y, force);
        EXPECT_EQ(report.bodies[1].torque, Vec3{}) << "torque has no limit here";
    }
    EXPECT_TRUE(part(options).bodies.empty());
    EXPECT_FALSE(part(options).limited);
}

TEST_F(LimitedWrench, NeverChangesByMoreThanTheLimitOnRandomPaths)
{
    scenes::Random random(34);
    DoubleVector force;
    DoubleVector torque;
    int limited = 0;
    for (int k = 0; k < 2000; ++k) {
        const bool touches = random.below(4) != 0;
        const float depth = float(random.between(0.0, 0.05));
        const ForceOptions options = {
            .max_force_change = float(random.between(0.0, 20.0)),
            .max_torque_change = float(random.between(0.0, 20.0))};
        const ForceReport report = touches ? press(depth, options) : part(options);
        const bool is_listed = !report.bodies.empty();
        const DoubleVector next_force = is_listed ? to_double(report.bodies[1].force) : DoubleVector{};
        const DoubleVector next_torque = is_listed ? to_double(report.bodies[1].torque) : DoubleVector{};
        EXPECT_LE(length(next_force - force), double(options.max_force_change) * (1 + 1e-6) + 1e-5) << k;
        EXPECT_LE(length(next_torque - torque), double(options.max_torque_change) * (1 + 1e-6) + 1e-5) << k;
        const double goal = touches ? 1000.0 * double(depth) : 0.0;
        EXPECT_LE(std::abs(next_force.y - goal), std::abs(force.y - goal) + 1e-5) << k << ": away from its goal";
        limited += report.limited ? 1 : 0;
        force = next_force;
        torque = next_torque;
    }
    EXPECT_GT(limited, 200);
    EXPECT_LT(limited, 1900);
}

TEST_F(LimitedWrench, OfAHugeForceStillMovesByTinySteps)
{
    // 1e9 N is a float with steps of 64 N.
    EXPECT_FLOAT_EQ(press(1e6f, {}).bodies[1].force.y, 1e9f);
    float force = 0.0f;
    for (int k = 0; k < 100; ++k)
        force = part({.max_force_change = 2.0f}).bodies[1].force.y;
    EXPECT_NEAR(force, 1e9f - 200.0f, 64.0f);
    EXPECT_LT(force, 1e9f);
}

TEST_F(LimitedWrench, OfAForgottenBodyStartsFromZero)
{
    const ForceOptions options = {.max_force_change = 4.0f};
    EXPECT_FLOAT_EQ(press(0.01f, {}).bodies[1].force.y, 10.0f);
    forces_.forget({1, 0});
    const ForceReport report = part(options);
    ASSERT_EQ(report.bodies.size(), 1u);
    EXPECT_EQ(report.bodies[0].body, (BodyId{0, 0}));
    EXPECT_FLOAT_EQ(press(0.01f, options).bodies[1].force.y, 4.0f);
    forces_.clear();
    EXPECT_TRUE(part(options).bodies.empty());
}

} // namespace
} // namespace tactus
