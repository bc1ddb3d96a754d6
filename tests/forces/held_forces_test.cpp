// SPDX-License-Identifier: MIT
// What contacts go on pushing with while an answer is unfinished.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "forces/samples.h"

namespace tactus {
namespace {

TEST(HeldForces, HoldExactlyWhilePartsAreOpenAndThenLetGo)
{
    ContactForces forces;
    const std::vector<Contact> before = random_contacts(73, 60);
    const std::map<std::uint64_t, Vec3> held = by_id(forces.compute(whole(before).report(), SampleBodies(), {}));
    std::vector<Contact> after = before;
    for (Contact& contact : after)
        contact.separation -= 0.001f;
    SampleAnswer answer = {{after[3]}, {}, false};
    for (const Contact& contact : before)
        answer.unrefined.push_back(part_between(contact.body_b, contact.body_a));
    std::map<std::uint64_t, Vec3> expected = {{after[3].id, complete_forces(after).at(after[3].id)}};
    for (const auto& [id, force] : held)
        if (force != Vec3{})
            expected.emplace(id, force);
    // Twice in a row: what is held is held on.
    for (int round = 0; round < 2; ++round)
        EXPECT_EQ(by_id(forces.compute(answer.report(), SampleBodies(), {})), expected);
    answer.complete = true;
    EXPECT_EQ(forces.compute(answer.report(), SampleBodies(), {}).contacts.size(), 1u);
}

/// Those of the contacts that push, with the two bodies' answer unfinished and nothing of it known.
SampleAnswer nothing_known(const std::vector<Contact>& contacts)
{
    SampleAnswer answer = {{}, {}, false};
    for (const Contact& contact : contacts)
        answer.unrefined.push_back(part_between(contact.body_a, contact.body_b));
    return answer;
}

TEST(HeldForces, AreOfSpringsBetweenTheirTwoSides)
{
    const std::vector<Contact> contacts = random_contacts(77, 60);
    SampleBodies bodies;
    ContactForces forces;
    forces.compute(whole(contacts).report(), bodies, {});
    for (int round = 1; round < 4; ++round) {
        // Steps of half a millimetre between features that are about a metre long.
        bodies.shift = Vec3{0.0004f, -0.0003f, 0.0005f} * float(round);
        std::vector<Contact> expected = contacts;
        std::size_t pushing = 0;
        for (Contact& contact : expected) {
            const Vec3 motion = bodies.shift * (float(contact.body_b.index) - float(contact.body_a.index));
            const float parting = dot(motion, contact.normal);
            if (contact.kind == ContactKind::edge_edge)
                contact.separation *= std::max(0.0f, 1.0f - std::sqrt(dot(motion, motion)) / contact.depth());
            else
                contact.separation += parting;
            if (contact.separation > 0.0f || contacts[std::size_t(&contact - expected.data())].separation >= 0.0f)
                contact.separation = 0.0f;
            pushing += contact.separation < 0.0f ? 1 : 0;
        }
        ASSERT_GT(pushing, 30u);
        const std::map<std::uint64_t, Vec3> found = by_id(forces.compute(nothing_known(contacts).report(), bodies, {}));
        for (const auto& [id, force] : complete_forces(expected)) {
            const Vec3 held = found.count(id) > 0 ? found.at(id) : Vec3{};
            EXPECT_LT(length(to_double(held) - to_double(force)), 0.01 * length(to_double(force)) + 1e-3) << id;
        }
    }
}

TEST(HeldForces, FadeAsTheirSidesSlideAndDoNotComeBack)
{
    std::vector<Contact> contacts = {random_contacts(79, 1)[0]};
    Contact& contact = contacts[0];
    contact.kind = ContactKind::vertex_face;
    contact.body_a = {0, 7};
    contact.body_b = {1, 7};
    contact.vertices_a = {50, 0, 0};
    contact.weights_a = {1.0f, 0.0f, 0.0f};
    contact.vertices_b = {0, 1, 2};
    contact.weights_b = {0.25f, 0.5f, 0.25f};
    contact.normal = {0, 0, 1};
    contact.separation = -0.01f;
    SampleBodies bodies;
    bodies.speed = 0.0;
    double longest = 0.0;
    for (const std::uint32_t k : {0, 1, 2})
        longest =
            std::max(longest, length(to_double(bodies.position({1, 7}, k) - bodies.position({1, 7}, (k + 1) % 3))));
    ContactForces forces;
    const float whole_push = forces.compute(whole(contacts).report(), bodies, {}).contacts[0].force.z;
    ASSERT_GT(whole_push, 1.0f);
    bodies.shift = {float(0.25 * longest), 0.0f, 0.0f};
    EXPECT_NEAR(
        forces.compute(nothing_known(contacts).report(), bodies, {}).contacts[0].force.z, 0.75 * whole_push, 1e-3);
    bodies.shift = {float(1.01 * longest), 0.0f, 0.0f};
    EXPECT_TRUE(forces.compute(nothing_known(contacts).report(), bodies, {}).contacts.empty());
    bodies.shift = {};
    EXPECT_TRUE(forces.compute(nothing_known(contacts).report(), bodies, {}).contacts.empty());
}

TEST(HeldForces, PushAVertexOnceWhileItsDepthIsOpen)
{
    std::vector<Contact> contacts = random_contacts(78, 3);
    for (Contact& contact : contacts) {
        contact = contacts[0];
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = {5, 0, 0};
        contact.weights_a = {1.0f, 0.0f, 0.0f};
        contact.depth_state = DepthState::open;
        contact.separation = -0.01f;
    }
    contacts[1].id += 1;
    contacts[2].id += 2;
    contacts[2].kind = ContactKind::edge_edge;
    const SampleAnswer answer = {contacts, {}, false};
    ContactForces forces;
    for (int round = 0; round < 3; ++round) {
        const ForceReport report = forces.compute(answer.report(), SampleBodies(), {});
        std::vector<std::uint64_t> pushing;
        for (const ContactForce& contact : report.contacts)
            if (contact.force != Vec3{})
                pushing.push_back(contact.id);
        std::sort(pushing.begin(), pushing.end());
        EXPECT_EQ(pushing, (std::vector{contacts[0].id, contacts[2].id})) << round;
    }
}

/// A vertex that has gone through an open body where two of its faces meet pushes on both.
TEST(HeldForces, OfAVertexOnTwoFacesGoOnEachByItsOwnContact)
{
    std::vector<Contact> contacts = random_contacts(79, 2);
    contacts[1] = contacts[0];
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        Contact& contact = contacts[k];
        contact.id = 100 + k;
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = {5, 0, 0};
        contact.weights_a = {1.0f, 0.0f, 0.0f};
        contact.vertices_b = {10, 11, 12 + static_cast<std::uint32_t>(k)};
        contact.weights_b = {0.5f, 0.25f, 0.25f};
        contact.separation = k == 0 ? -0.01f : -0.02f;
    }
    const std::map<std::uint64_t, Vec3> expected = complete_forces(contacts);
    for (std::size_t listed = 0; listed < 4; ++listed) {
        ContactForces forces;
        forces.compute(whole(contacts).report(), SampleBodies(), {});
        SampleAnswer answer = {{}, {part_between(contacts[0].body_a, contacts[0].body_b)}, false};
        for (std::size_t k = 0; k < contacts.size(); ++k)
            if ((listed >> k & 1) != 0) {
                answer.contacts.push_back(contacts[k]);
                answer.contacts.back().depth_state = DepthState::open;
            }
        EXPECT_EQ(by_id(forces.compute(answer.report(), SampleBodies(), {})), expected) << listed;
    }
}

/// The end of a tool has two contacts with a body that is dented, and the surface beside the one is nearer at the
/// other.
TEST(HeldForces, GoOnAsTheyWereWhileNothingMoves)
{
    const std::vector<TriangleIndices> triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                                    {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    const std::vector<Vec3> dented = {{1, 0, 0}, {0.25f, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -0.75f}};
    const Vec3 pivot = {2.25f, -3, 0}, tip = {0.75f, -1, 0};
    World world = World::create().value();
    (void)world.add_body({.triangles = triangles, .positions = dented}).value();
    const BodyId tool = world.add_tool({.pivot = pivot, .tip = tip, .radius = 0.75f}).value();
    const auto force_on_tool = [&] {
        for (const Wrench& wrench : world.contact_forces().bodies)
            if (wrench.body == tool)
                return wrench.force;
        return Vec3{};
    };
    ASSERT_EQ(world.find_contacts().contacts.size(), 2u);
    const Vec3 force = force_on_tool();
    EXPECT_GT(force.x, 0.0f);
    for (int frame = 0; frame < 3; ++frame) {
        ASSERT_TRUE(world.set_tool(tool, pivot, tip).ok());
        ASSERT_FALSE(world.find_contacts(Budget::work_units(0)).complete);
        EXPECT_EQ(force_on_tool(), force);
    }
}

TEST(HeldForces, LetGoBetweenBodiesThatHaveNothingOpen)
{
    ContactForces forces;
    const std::vector<Contact> contacts = random_contacts(74, 60);
    const std::map<std::uint64_t, Vec3> held = by_id(forces.compute(whole(contacts).report(), SampleBodies(), {}));
    const SampleAnswer answer = {{}, {part_between(contacts[0].body_b, contacts[0].body_a)}, false};
    std::map<std::uint64_t, Vec3> expected;
    for (const Contact& contact : contacts) {
        const bool is_open = contact.body_a == contacts[0].body_a && contact.body_b == contacts[0].body_b;
        if (is_open && held.at(contact.id) != Vec3{})
            expected.insert(*held.find(contact.id));
    }
    ASSERT_GT(expected.size(), 1u);
    EXPECT_EQ(by_id(forces.compute(answer.report(), SampleBodies(), {})), expected);
    forces.forget(contacts[0].body_a);
    EXPECT_TRUE(forces.compute(answer.report(), SampleBodies(), {}).contacts.empty());
}

TEST(HeldForces, OfABodySqueezedFromBothSidesStayBetweenThoseOfTwoCompleteAnswers)
{
    // Body 1 between bodies 0 and 2: ten contacts on each side, and in the next frame it has moved by half a
    // millimetre.
    const auto squeezed = [](float shift) {
        std::vector<Contact> contacts = random_contacts(75, 20);
        for (std::size_t k = 0; k < 20; ++k) {
            const bool below = k < 10;
            contacts[k].body_a = {below ? 0u : 2u, 7};
            contacts[k].body_b = {1, 7};
            contacts[k].normal = {0, 0, below ? 1.0f : -1.0f};
            contacts[k].separation = -0.01f + (below ? shift : -shift);
        }
        return contacts;
    };
    SampleBodies bodies;
    bodies.speed = 0.0;
    const auto force_on_it = [](const ForceReport& report) {
        return report.bodies.size() == 3 ? report.bodies[1].force.z : NAN;
    };
    ContactForces reference;
    const float before = force_on_it(reference.compute(whole(squeezed(0.0f)).report(), bodies, {}));
    const float after = force_on_it(reference.compute(whole(squeezed(0.0005f)).report(), bodies, {}));
    scenes::Random random(76);
    for (int round = 0; round < 200; ++round) {
        ContactForces forces;
        forces.compute(whole(squeezed(0.0f)).report(), bodies, {});
        const SampleAnswer answer = cut(squeezed(0.0005f), random, random.uniform());
        const float force = force_on_it(forces.compute(answer.report(), bodies, {}));
        EXPECT_GE(force, std::min(before, after) - 1e-3f);
        EXPECT_LE(force, std::max(before, after) + 1e-3f);
    }
    EXPECT_LT(std::abs(after - before), 20.0f) << "a side alone pushes with more than 100 N";
}

} // namespace
} // namespace tactus
