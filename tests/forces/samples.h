// SPDX-License-Identifier: MIT
// Bodies, contacts and reports of them, made at random.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "forces/forces.h"
#include "scenes/random.h"

namespace tactus {

constexpr std::uint32_t body_count = 5;

inline Vec3 random_vector(scenes::Random& random, double size)
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
    Vec3 position(BodyId body, std::uint32_t vertex) const override
    {
        scenes::Random random(100 + body.index, vertex);
        return random_vector(random, 1.0) + shift * float(body.index);
    }
    Vec3 centroid(BodyId body) const override { return {float(body.index), 1.0f, -2.0f}; }

    double speed = 0.3;
    Vec3 shift = {}; ///< of each body against the one before it
};

inline Contact random_contact(scenes::Random& random, std::uint64_t id)
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
            // A vertex inside a body pushes once, by one contact; those that take a push may have several.
            vertices[k] = count == 1 ? 100 + std::uint32_t(id) : 3 * random.below(14) + std::uint32_t(k);
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

inline std::vector<Contact> random_contacts(std::uint64_t seed, std::size_t count)
{
    scenes::Random random(seed);
    std::vector<Contact> contacts;
    for (std::size_t k = 0; k < count; ++k)
        contacts.push_back(random_contact(random, 100 + 3 * k));
    return contacts;
}

/// Where something may be between two bodies.
inline Contact part_between(BodyId a, BodyId b)
{
    Contact part;
    part.body_a = a;
    part.body_b = b;
    part.normal = {0, 0, 1};
    part.separation_upper = part.point_bound = part.error_bound = 1.0f;
    return part;
}

/// A report and its contacts.
struct SampleAnswer {
    std::vector<Contact> contacts;
    std::vector<Contact> unrefined;
    bool complete = true;

    ContactReport report() const { return {.contacts = contacts, .unrefined = unrefined, .complete = complete}; }
};

inline SampleAnswer whole(std::vector<Contact> contacts) { return {std::move(contacts), {}, true}; }

/// Leaves out contacts; a part stands for each. With depths open, of some of the others the depth is not known yet.
inline SampleAnswer
cut(const std::vector<Contact>& contacts, scenes::Random& random, double share, bool open_depths = false)
{
    SampleAnswer answer = {{}, {}, false};
    for (Contact contact : contacts) {
        if (random.uniform() >= share) {
            answer.unrefined.push_back(part_between(contact.body_b, contact.body_a));
            continue;
        }
        if (open_depths && random.below(2) == 0) {
            contact.depth_state = DepthState::open;
            contact.separation = -float(random.between(0.0, 0.1));
        }
        answer.contacts.push_back(contact);
    }
    return answer;
}

inline std::map<std::uint64_t, Vec3> by_id(const ForceReport& report)
{
    std::map<std::uint64_t, Vec3> forces;
    for (const ContactForce& force : report.contacts)
        EXPECT_TRUE(forces.emplace(force.id, force.force).second) << "twice: " << force.id;
    return forces;
}

inline std::map<std::uint64_t, Vec3> complete_forces(const std::vector<Contact>& contacts)
{
    ContactForces forces;
    return by_id(forces.compute(whole(contacts).report(), SampleBodies(), {}));
}

} // namespace tactus
