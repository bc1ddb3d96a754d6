// SPDX-License-Identifier: MIT
// What the contacts of a report do to vertices and bodies.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "forces/samples.h"

namespace tactus {
namespace {

TEST(Forces, OfContactsFollowTheirPointsMotion)
{
    SampleBodies bodies;
    const SampleAnswer answer = whole(random_contacts(41, 300));
    ContactForces forces;
    const ForceReport report = forces.compute(answer.report(), bodies, {});
    ASSERT_EQ(report.contacts.size(), answer.contacts.size());
    for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
        const Contact& contact = answer.contacts[k];
        EXPECT_EQ(report.contacts[k].id, contact.id);
        EXPECT_EQ(report.contacts[k].point, contact.point);
        const DoubleVector force = to_double(report.contacts[k].force);
        if (contact.separation >= 0.0f) {
            EXPECT_EQ(report.contacts[k].force, Vec3{});
            continue;
        }
        DoubleVector motion;
        for (std::size_t i = 0; i < 3; ++i)
            motion = motion + to_double(bodies.velocity(contact.body_b, contact.vertices_b[i])) * contact.weights_b[i]
                     - to_double(bodies.velocity(contact.body_a, contact.vertices_a[i])) * contact.weights_a[i];
        const DoubleVector normal = to_double(contact.normal);
        const Material material = bodies.material(contact.body_a, contact.body_b);
        const double push = -material.stiffness * contact.separation - material.damping * dot(motion, normal);
        EXPECT_NEAR(dot(force, normal), std::max(push, 0.0), 1e-4) << k;
        EXPECT_LE(dot(force - normal * dot(force, normal), motion), 1e-5) << k;
    }
}

TEST(Forces, AndTorquesOfAllBodiesBalance)
{
    ContactForces forces;
    for (std::uint64_t seed = 50; seed < 60; ++seed) {
        const ForceReport report = forces.compute(whole(random_contacts(seed, 200)).report(), SampleBodies(), {});
        ASSERT_EQ(report.bodies.size(), body_count);
        DoubleVector force;
        DoubleVector torque;
        double size = 0.0;
        for (const Wrench& wrench : report.bodies) {
            force = force + to_double(wrench.force);
            torque = torque + to_double(wrench.torque) + cross(to_double(wrench.centroid), to_double(wrench.force));
            size += length(to_double(wrench.force)) + length(to_double(wrench.torque));
        }
        EXPECT_GT(size, 100.0);
        EXPECT_LT(length(force), 1e-6 * size);
        EXPECT_LT(length(torque), 3e-6 * size);
    }
}

TEST(Forces, OfVerticesAndOfContactsSumToThoseOfTheirBodies)
{
    ContactForces forces;
    const SampleAnswer answer = whole(random_contacts(61, 400));
    const ForceReport report = forces.compute(answer.report(), SampleBodies(), {});
    std::map<BodyId, DoubleVector> of_vertices;
    for (const VertexForce& vertex : report.vertices)
        of_vertices[vertex.body] = of_vertices[vertex.body] + to_double(vertex.force);
    std::map<BodyId, DoubleVector> of_contacts;
    std::map<BodyId, DoubleVector> torques;
    const auto push = [&](BodyId body, Vec3 point, DoubleVector force) {
        const Vec3 centroid = SampleBodies().centroid(body);
        of_contacts[body] = of_contacts[body] + force;
        torques[body] = torques[body] + cross(to_double(point) - to_double(centroid), force);
    };
    for (const ContactForce& contact : report.contacts) {
        push(contact.body_a, contact.point, to_double(contact.force) * -1.0);
        push(contact.body_b, contact.point, to_double(contact.force));
    }
    for (const Wrench& wrench : report.bodies) {
        EXPECT_LT(length(to_double(wrench.force) - of_vertices[wrench.body]), 1e-3);
        EXPECT_LT(length(to_double(wrench.force) - of_contacts[wrench.body]), 1e-3);
        EXPECT_LT(length(to_double(wrench.torque) - torques[wrench.body]), 1e-3);
        EXPECT_EQ(wrench.centroid, SampleBodies().centroid(wrench.body));
    }
}

TEST(Forces, NameEachVertexAndEachBodyOnceInOrder)
{
    ContactForces forces;
    std::set<std::pair<BodyId, std::uint32_t>> pushed;
    const SampleAnswer answer = whole(random_contacts(62, 400));
    const ForceReport report = forces.compute(answer.report(), SampleBodies(), {});
    for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
        const Contact& contact = answer.contacts[k];
        for (std::size_t i = 0; i < 3 && report.contacts[k].force != Vec3{}; ++i) {
            if (contact.weights_a[i] != 0.0f)
                pushed.insert({contact.body_a, contact.vertices_a[i]});
            if (contact.weights_b[i] != 0.0f)
                pushed.insert({contact.body_b, contact.vertices_b[i]});
        }
    }
    std::vector<std::pair<BodyId, std::uint32_t>> named;
    for (const VertexForce& vertex : report.vertices)
        named.push_back({vertex.body, vertex.vertex});
    EXPECT_EQ(named, std::vector(pushed.begin(), pushed.end()));
    for (std::size_t k = 1; k < report.bodies.size(); ++k)
        EXPECT_LT(report.bodies[k - 1].body, report.bodies[k].body);
}

TEST(Forces, OfNothingAreNothing)
{
    ContactForces forces;
    for (const ForcePolicy policy : {ForcePolicy::held, ForcePolicy::certified_lower, ForcePolicy::spheres}) {
        const SampleAnswer open = {{}, {part_between({0, 0}, {1, 0})}, false};
        for (const ContactReport& contacts : {ContactReport{}, open.report()}) {
            const ForceReport report = forces.compute(contacts, SampleBodies(), {.policy = policy});
            EXPECT_TRUE(report.contacts.empty() && report.vertices.empty() && report.bodies.empty() && !report.limited);
        }
    }
}

TEST(Forces, OfHugeAndTinyContactsAreFinite)
{
    using Float = std::numeric_limits<float>;
    ContactForces forces;
    for (const float size : {Float::denorm_min(), 1e-30f, 1e30f, Float::max()}) {
        SampleAnswer answer = whole(random_contacts(63, 50));
        for (Contact& contact : answer.contacts) {
            contact.point = {size, -size, size};
            contact.separation = -size;
        }
        SampleBodies bodies;
        bodies.speed = size;
        const ForceOptions options = {.max_force_change = size, .max_torque_change = size};
        for (const ForceReport& report :
             {forces.compute(answer.report(), bodies, {}), forces.compute(answer.report(), bodies, options)}) {
            for (const VertexForce& vertex : report.vertices)
                EXPECT_TRUE(is_finite(vertex.force));
            for (const Wrench& wrench : report.bodies)
                EXPECT_TRUE(is_finite(wrench.force) && is_finite(wrench.torque));
        }
    }
}

TEST(Forces, TakeNoMemoryTheSecondTime)
{
    ContactForces forces;
    scenes::Random random(64);
    const std::vector<Contact> contacts = random_contacts(64, 500);
    const SampleAnswer answers[] = {whole(contacts), cut(contacts, random, 0.5), whole({}), cut(contacts, random, 0.1)};
    std::size_t bytes[2] = {};
    for (std::size_t& after : bytes) {
        for (const SampleAnswer& answer : answers)
            for (const ForcePolicy policy : {ForcePolicy::held, ForcePolicy::certified_lower, ForcePolicy::spheres})
                forces.compute(answer.report(), SampleBodies(), {.policy = policy, .max_force_change = 1.0f});
        after = forces.bytes();
    }
    EXPECT_GT(bytes[0], 0u);
    EXPECT_EQ(bytes[0], bytes[1]);
}

TEST(CertifiedLowerForces, AreNeverMoreThanThoseOfTheCompleteAnswer)
{
    scenes::Random random(71);
    ContactForces forces;
    std::size_t final_depths = 0, resisting = 0;
    for (int round = 0; round < 100; ++round) {
        std::vector<Contact> contacts = random_contacts(std::uint64_t(round), 40);
        for (Contact& contact : contacts)
            if (round % 2 == 0) {
                contact.body_a = {0, 0};
                contact.body_b = {1, 0};
            }
        const std::map<std::uint64_t, Vec3> complete = complete_forces(contacts);
        const SampleAnswer answer = cut(contacts, random, random.uniform(), true);
        const ForceReport report =
            forces.compute(answer.report(), SampleBodies(), {.policy = ForcePolicy::certified_lower});
        ASSERT_EQ(report.contacts.size(), answer.contacts.size());
        std::map<BodyId, std::set<BodyId>> met, unfinished;
        std::vector<Contact> entries = answer.unrefined;
        entries.insert(entries.end(), answer.contacts.begin(), answer.contacts.end());
        for (const Contact& contact : entries) {
            const bool is_open = !contact.is_confirmed() || contact.depth_state == DepthState::open;
            for (const auto& [body, other] :
                 {std::pair(contact.body_a, contact.body_b), {contact.body_b, contact.body_a}}) {
                met[body].insert(other);
                if (is_open && !answer.complete)
                    unfinished[body].insert(other);
            }
        }
        const auto is_between = [&](BodyId body) { return met[body].size() > 1 && !unfinished[body].empty(); };
        const ContactReport cut_short = answer.report();
        for (std::size_t k = 0; k < report.contacts.size(); ++k) {
            const Contact& contact = cut_short.contacts[k];
            const Vec3 force = report.contacts[k].force;
            EXPECT_LE(dot(force, contact.normal), dot(complete.at(contact.id), contact.normal));
            const bool only_resists = is_between(contact.body_a) || is_between(contact.body_b);
            if (!only_resists) {
                EXPECT_EQ(force, contact.depth_state == DepthState::open ? Vec3{} : complete.at(contact.id));
            }
            final_depths += force != Vec3{} && !only_resists ? 1 : 0;
            resisting += only_resists ? 1 : 0;
        }
    }
    EXPECT_GT(final_depths, 100u);
    EXPECT_GT(resisting, 100u);
}

} // namespace
} // namespace tactus
