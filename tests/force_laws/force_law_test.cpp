// SPDX-License-Identifier: MIT
// Force laws of the caller's own: what they are told, and what becomes of what they say.
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <tactus/tactus.h>

#include "forces/pushes/contact_force.h"
#include "forces/samples.h"

namespace tactus {
namespace {

/// Gives the same for every contact, and keeps what it was told last.
class SameForAll final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override
    {
        told = load;
        ++asked;
        return answer;
    }

    ContactPush answer;
    mutable ContactLoad told;
    mutable int asked = 0;
};

/// Asks the default law, from the outside.
class AsByDefault final : public ForceLaw {
public:
    ContactPush push(const ContactLoad& load) const noexcept override { return default_force_law().push(load); }
};

TEST(ForceLaws, AreAskedOnceForEveryContactThatIsDeep)
{
    const std::vector<Contact> contacts = random_contacts(91, 100);
    int deep = 0;
    for (const Contact& contact : contacts)
        deep += contact.separation < 0.0f ? 1 : 0;
    SameForAll law;
    law.answer.normal = 2.0;
    ContactForces forces;
    const ForceReport report = forces.compute(whole(contacts).report(), SampleBodies(), {.law = &law});
    EXPECT_GT(deep, 50);
    EXPECT_EQ(law.asked, deep);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const DoubleVector expected = unit(to_double(contacts[k].normal)) * (contacts[k].separation < 0.0f ? 2.0 : 0.0);
        EXPECT_LT(length(to_double(report.contacts[k].force) - expected), 1e-6);
    }
    EXPECT_EQ(report.refused_pushes, 0u);
}

TEST(ForceLaws, AreToldHowContactsMove)
{
    SampleBodies bodies;
    for (const Contact& contact : random_contacts(92, 30)) {
        if (contact.separation >= 0.0f)
            continue;
        SameForAll law;
        ContactForces forces;
        forces.compute(whole({contact}).report(), bodies, {.law = &law});
        const ContactLoad& told = law.told;
        EXPECT_EQ(told.depth, double(contact.depth()));
        EXPECT_EQ(told.id, contact.id);
        EXPECT_EQ(told.body_a, contact.body_a);
        EXPECT_EQ(told.body_b, contact.body_b);
        EXPECT_EQ(told.material.stiffness, bodies.material(contact.body_a, contact.body_b).stiffness);
        DoubleVector motion;
        for (std::size_t i = 0; i < 3; ++i)
            motion = motion + to_double(bodies.velocity(contact.body_b, contact.vertices_b[i])) * contact.weights_b[i]
                     - to_double(bodies.velocity(contact.body_a, contact.vertices_a[i])) * contact.weights_a[i];
        EXPECT_NEAR(length(told.normal), 1.0, 1e-12);
        EXPECT_NEAR(told.approach_speed, -dot(motion, told.normal), 1e-6);
        EXPECT_NEAR(dot(told.sliding_velocity, told.normal), 0.0, 1e-12);
        EXPECT_LT(length(told.sliding_velocity - told.normal * told.approach_speed - motion), 1e-6);
    }
}

TEST(ForceLaws, CannotMakeContactsPullOrRubWithoutAPush)
{
    const std::vector<Contact> contacts = random_contacts(93, 100);
    scenes::Random random(93);
    int pushed = 0, silent = 0;
    for (int round = 0; round < 50; ++round) {
        SameForAll law;
        law.answer = {
            random.between(-5.0, 5.0), to_double(random_vector(random, 10.0)), to_double(random_vector(random, 1.0))};
        ContactForces forces;
        const ForceReport report = forces.compute(whole(contacts).report(), SampleBodies(), {.law = &law});
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const DoubleVector force = to_double(report.contacts[k].force);
            const double along = dot(force, unit(to_double(contacts[k].normal)));
            EXPECT_GE(along, -1e-5);
            if (contacts[k].separation < 0.0f && law.answer.normal > 0.0) {
                EXPECT_NEAR(along, law.answer.normal, 1e-5) << "what is across the normal does not add to it";
                ++pushed;
            } else {
                EXPECT_EQ(report.contacts[k].force, Vec3{});
                ++silent;
            }
        }
    }
    EXPECT_GT(pushed, 1000);
    EXPECT_GT(silent, 1000);
}

TEST(ForceLaws, ThatGiveWhatIsNotFiniteAreRefused)
{
    const std::vector<Contact> contacts = random_contacts(94, 40);
    std::uint32_t deep = 0;
    for (const Contact& contact : contacts)
        deep += contact.separation < 0.0f ? 1 : 0;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
    for (const ContactPush& answer :
         {ContactPush{.normal = nan}, ContactPush{.normal = infinite}, ContactPush{.normal = -infinite},
          ContactPush{.normal = 1.0, .tangential = {0.0, nan, 0.0}},
          ContactPush{.normal = 1.0, .tangential = {0.0, 0.0, infinite}},
          ContactPush{.normal = 1.0, .stretch = {nan, 0.0, 0.0}}}) {
        SameForAll law;
        law.answer = answer;
        ContactForces forces;
        const ForceReport report = forces.compute(whole(contacts).report(), SampleBodies(), {.law = &law});
        EXPECT_EQ(report.refused_pushes, deep);
        EXPECT_TRUE(report.bodies.empty());
        for (const ContactForce& contact : report.contacts)
            EXPECT_EQ(contact.force, Vec3{});
    }
    SameForAll law;
    law.answer.normal = 1e300;
    ContactForces forces;
    for (const ContactForce& contact : forces.compute(whole(contacts).report(), SampleBodies(), {.law = &law}).contacts)
        EXPECT_TRUE(is_finite(contact.force)) << "what no float holds ends at the range of float";
}

TEST(ForceLaws, HaveTheDefaultAmongThem)
{
    const std::vector<Contact> contacts = random_contacts(95, 200);
    const AsByDefault wrapped;
    for (const ForceLaw* law : {static_cast<const ForceLaw*>(&wrapped), &default_force_law()}) {
        ContactForces forces;
        const std::map<std::uint64_t, Vec3> expected = complete_forces(contacts);
        for (const ContactForce& force :
             forces.compute(whole(contacts).report(), SampleBodies(), {.law = law}).contacts)
            EXPECT_LT(length(to_double(force.force) - to_double(expected.at(force.id))), 1e-5) << force.id;
    }
}

TEST(TheDefaultForceLaw, IsWhatItsCommentSays)
{
    scenes::Random random(96);
    int slid = 0, stuck = 0;
    for (int k = 0; k < 20000; ++k) {
        ContactLoad load;
        load.depth = random.between(0.0, 0.01);
        load.area = random.between(0.0, 1e-3);
        load.approach_speed = random.between(-0.5, 0.5);
        load.normal = {0, 0, 1};
        load.sliding_velocity = {random.between(-0.1, 0.1), random.between(-0.1, 0.1), 0.0};
        load.stretch = {random.between(-0.01, 0.01), random.between(-0.01, 0.01), 0.0};
        load.material = {
            .stiffness = random.below(2) == 0 ? 0.0f : float(random.between(1.0, 2000.0)),
            .damping = float(random.between(0.0, 20.0)),
            .friction = float(random.between(0.0, 5.0)),
            .coulomb = float(random.between(-0.5, 1.5)),
            .pressure_stiffness = float(random.between(0.0, 1e7)),
            .pressure_damping = float(random.between(0.0, 1e4)),
            .sticking = random.below(3) == 0 ? 0.0f : float(random.between(0.1, 2.0))};
        const Material& m = load.material;
        const ContactPush push = default_force_law().push(load);
        const double stiffness = m.stiffness > 0.0f ? m.stiffness : double(m.pressure_stiffness) * load.area;
        const double damping = double(m.damping) + double(m.pressure_damping) * load.area;
        const double normal = std::max(0.0, stiffness * load.depth + damping * load.approach_speed);
        EXPECT_NEAR(push.normal, normal, 1e-9 * (1.0 + normal));
        if (normal == 0.0) {
            EXPECT_EQ(length(push.tangential) + length(push.stretch), 0.0);
            continue;
        }
        const double spring = double(m.sticking) * stiffness, most = double(m.coulomb) * normal;
        double left = m.sticking > 0.0f ? length(load.stretch) : 0.0;
        if (m.coulomb >= 0.0f && spring * left > most) {
            left = most / spring;
            ++slid;
        } else if (left > 0.0) {
            ++stuck;
        }
        EXPECT_NEAR(length(push.stretch), left, 1e-12);
        DoubleVector drag =
            push.stretch * spring + load.sliding_velocity * (double(m.sticking) * damping + double(m.friction));
        if (m.coulomb >= 0.0f && length(drag) > most)
            drag = drag * (most / length(drag));
        EXPECT_LT(length(push.tangential + drag), 1e-9 * (1.0 + normal));
    }
    EXPECT_GT(slid, 1000);
    EXPECT_GT(stuck, 1000);
}

} // namespace
} // namespace tactus
