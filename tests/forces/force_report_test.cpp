// SPDX-License-Identifier: MIT
// What the contacts of a report do to vertices and bodies, and what is done while the report is unfinished.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/forces/forces.h"
#include "scenes/random.h"

namespace tactus {
namespace {

constexpr std::uint32_t body_count = 5;

double length(DoubleVector a) { return std::sqrt(dot(a, a)); }

Vec3 random_vector(scenes::Random& random, double size)
{
    const scenes::Point p = random.in_cube();
    return to_float(DoubleVector{p.x, p.y, p.z} * size);
}

/// Bodies of which every vertex moves in its own way, and every two push each other in theirs.
class SampleBodies final : public ForceBodies {
public:
    Material material(BodyId a, BodyId b) const override
    {
        const auto sum = static_cast<float>(a.index + b.index);
        return {1000.0f + 100.0f * sum, 2.0f + sum, 3.0f * sum, a.index == b.index + 1 ? 0.3f : -1.0f};
    }
    Vec3 velocity(BodyId body, std::uint32_t vertex) const override
    {
        scenes::Random random(body.index, vertex);
        return random_vector(random, speed);
    }
    Vec3 centroid(BodyId body) const override { return {float(body.index), 1.0f, -2.0f}; }

    double speed = 0.3;
};

Contact random_contact(scenes::Random& random, std::uint64_t id)
{
    Contact contact;
    contact.id = id;
    contact.body_b = {random.below(body_count - 1), 7};
    contact.body_a = {contact.body_b.index + 1 + random.below(body_count - 1 - contact.body_b.index), 7};
    constexpr ContactKind kinds[] = {ContactKind::vertex_face, ContactKind::face_vertex, ContactKind::edge_edge};
    constexpr std::size_t corners[][2] = {{1, 3}, {3, 1}, {2, 2}};
    const std::uint32_t kind = random.below(3);
    contact.kind = kinds[kind];
    contact.depth_state = DepthState::propagated;
    const auto set_side = [&](std::size_t count, auto& vertices, auto& weights) {
        double sum = 0.0;
        double raw[3] = {};
        for (std::size_t k = 0; k < count; ++k) {
            vertices[k] = 3 * random.below(14) + std::uint32_t(k);
            raw[k] = random.between(0.1, 1.0);
            sum += raw[k];
        }
        for (std::size_t k = 0; k < count; ++k)
            weights[k] = float(raw[k] / sum);
    };
    set_side(corners[kind][0], contact.vertices_a, contact.weights_a);
    set_side(corners[kind][1], contact.vertices_b, contact.weights_b);
    contact.point = random_vector(random, 3.0);
    const scenes::Point normal = random.direction();
    contact.normal = to_float({normal.x, normal.y, normal.z});
    contact.separation = float(random.between(-0.02, 0.005));
    return contact;
}

std::vector<Contact> random_contacts(std::uint64_t seed, std::size_t count)
{
    scenes::Random random(seed);
    std::vector<Contact> contacts;
    for (std::size_t k = 0; k < count; ++k)
        contacts.push_back(random_contact(random, 100 + 3 * k));
    return contacts;
}

/// Where something may be between two bodies.
Contact part_between(BodyId a, BodyId b)
{
    Contact part;
    part.body_a = a;
    part.body_b = b;
    part.normal = {0, 0, 1};
    part.separation_upper = part.point_bound = part.error_bound = 1.0f;
    return part;
}

/// A report and its contacts.
struct Answer {
    std::vector<Contact> contacts;
    std::size_t confirmed_count = 0;
    bool complete = true;

    ContactReport report() const
    {
        return {.contacts = contacts, .confirmed_count = confirmed_count, .complete = complete};
    }
};

Answer whole(std::vector<Contact> contacts)
{
    const std::size_t count = contacts.size();
    return {std::move(contacts), count, true};
}

/// Leaves out contacts; a part stands for each. With depths open, of some of the others the depth is not known yet.
Answer cut(const std::vector<Contact>& contacts, scenes::Random& random, double share, bool open_depths = false)
{
    Answer answer = {{}, 0, false};
    std::vector<Contact> confirmed;
    for (Contact contact : contacts) {
        if (random.uniform() >= share) {
            answer.contacts.push_back(part_between(contact.body_b, contact.body_a));
            continue;
        }
        if (open_depths && random.below(2) == 0) {
            contact.depth_state = DepthState::open;
            contact.separation = -float(random.between(0.0, 0.1));
        }
        confirmed.push_back(contact);
    }
    answer.confirmed_count = confirmed.size();
    answer.contacts.insert(answer.contacts.end(), confirmed.begin(), confirmed.end());
    return answer;
}

std::map<std::uint64_t, Vec3> by_id(const ForceReport& report)
{
    std::map<std::uint64_t, Vec3> forces;
    for (const ContactForce& force : report.contacts)
        EXPECT_TRUE(forces.emplace(force.id, force.force).second) << "twice: " << force.id;
    return forces;
}

std::map<std::uint64_t, Vec3> complete_forces(const std::vector<Contact>& contacts)
{
    ContactForces forces;
    return by_id(forces.compute(whole(contacts).report(), SampleBodies(), {}));
}

TEST(Forces, OfContactsFollowTheirPointsMotion)
{
    SampleBodies bodies;
    const Answer answer = whole(random_contacts(41, 300));
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
    const Answer answer = whole(random_contacts(61, 400));
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
    const Answer answer = whole(random_contacts(62, 400));
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
        const Answer open = {{part_between({0, 0}, {1, 0})}, 0, false};
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
        Answer answer = whole(random_contacts(63, 50));
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
    const Answer answers[] = {whole(contacts), cut(contacts, random, 0.5), whole({}), cut(contacts, random, 0.1)};
    std::size_t bytes[2] = {};
    for (std::size_t& after : bytes) {
        for (const Answer& answer : answers)
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
    std::size_t final_depths = 0;
    for (int round = 0; round < 100; ++round) {
        const std::vector<Contact> contacts = random_contacts(std::uint64_t(round), 40);
        const std::map<std::uint64_t, Vec3> complete = complete_forces(contacts);
        const Answer answer = cut(contacts, random, random.uniform(), true);
        const ForceReport report =
            forces.compute(answer.report(), SampleBodies(), {.policy = ForcePolicy::certified_lower});
        ASSERT_EQ(report.contacts.size(), answer.confirmed_count);
        for (std::size_t k = 0; k < report.contacts.size(); ++k) {
            const Contact& contact = answer.report().confirmed()[k];
            const Vec3 force = report.contacts[k].force;
            EXPECT_LE(dot(force, contact.normal), dot(complete.at(contact.id), contact.normal));
            EXPECT_EQ(force, contact.depth_state == DepthState::open ? Vec3{} : complete.at(contact.id));
            final_depths += force != Vec3{} ? 1 : 0;
        }
    }
    EXPECT_GT(final_depths, 300u);
}

TEST(HeldForces, HoldExactlyWhilePartsAreOpenAndThenLetGo)
{
    ContactForces forces;
    const std::vector<Contact> before = random_contacts(73, 60);
    const std::map<std::uint64_t, Vec3> held = by_id(forces.compute(whole(before).report(), SampleBodies(), {}));
    std::vector<Contact> after = before;
    for (Contact& contact : after)
        contact.separation -= 0.001f;
    Answer answer = {{}, 1, false};
    for (const Contact& contact : before)
        answer.contacts.push_back(part_between(contact.body_b, contact.body_a));
    answer.contacts.push_back(after[3]);
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

TEST(HeldForces, LetGoBetweenBodiesThatHaveNothingOpen)
{
    ContactForces forces;
    const std::vector<Contact> contacts = random_contacts(74, 60);
    const std::map<std::uint64_t, Vec3> held = by_id(forces.compute(whole(contacts).report(), SampleBodies(), {}));
    const Answer answer = {{part_between(contacts[0].body_b, contacts[0].body_a)}, 0, false};
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
        const Answer answer = cut(squeezed(0.0005f), random, random.uniform());
        const float force = force_on_it(forces.compute(answer.report(), bodies, {}));
        EXPECT_GE(force, std::min(before, after) - 1e-3f);
        EXPECT_LE(force, std::max(before, after) + 1e-3f);
    }
    EXPECT_LT(std::abs(after - before), 20.0f) << "a side alone pushes with more than 100 N";
}

} // namespace
} // namespace tactus
