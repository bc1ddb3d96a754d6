// SPDX-License-Identifier: MIT
// Ten rigid boxes stand on each other on the ground: impulses at the contacts, begun with those of the step before.
// docs/writing-a-response.md explains it. Arguments: how many seconds to simulate, and FILE.obj for how it ends.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include <tactus/tactus.h>

#include "rigid_box.h"
#include "simple_meshes.h"

namespace {

constexpr std::uint64_t box_count = 10;
constexpr double half_side = 0.1;       // metres
constexpr double friction = 0.5;        // Coulomb's coefficient
constexpr double rest_distance = 0.001; // metres that surfaces rest apart
constexpr int steps_per_second = 480;
constexpr double step = 1.0 / steps_per_second;

// A contact is a spring with a strong damper, of 120 hertz, that is solved implicitly (after Catto, "Soft constraints",
// 2011): what is missing to the rest distance goes at this rate, and each pass keeps so much of the push before.
constexpr double angular_frequency = 6.2831853 * 120.0;
constexpr double twice_damping_and_step = 20.0 + step * angular_frequency;
constexpr double parting_rate = angular_frequency / twice_damping_and_step;
constexpr double fading = 1.0 / (1.0 + step * angular_frequency * twice_damping_and_step);

/// What a contact has pushed b with in a step, in newton seconds.
struct Push {
    double normal = 0.0;
    DoubleVec3 across;
};

/// A contact of two boxes that is to be solved.
struct Joint {
    std::uint64_t id;
    Box& a;
    Box& b;
    DoubleVec3 arm_a, arm_b, normal;
    double missing; // metres to the rest distance; negative while they are still apart
    Push push = {};

    void apply(DoubleVec3 impulse) { a.push(impulse * -1.0, arm_a), b.push(impulse, arm_b); }
    /// How fast b's point moves against a's.
    DoubleVec3 speed() const { return b.velocity_at(arm_b) - a.velocity_at(arm_a); }
    void solve(bool parts)
    {
        // What is apart may come as near as the rest distance in this step. What is too near parts slowly.
        const bool soft = parts && missing > 0.0;
        const double wanted = missing < 0.0 ? missing / step : soft ? std::min(parting_rate * missing, 0.2) : 0.0;
        const double mobility = a.mobility(cross(arm_a, normal)) + b.mobility(cross(arm_b, normal));
        const Push old = push;
        const double more = (wanted - dot(speed(), normal)) / mobility;
        push.normal = std::max(0.0, soft ? old.normal + more - fading * (more + old.normal) : old.normal + more);
        apply(normal * (push.normal - old.normal));
        // Friction stops what slides, with at most the coefficient times the push. An arm is no shorter than its lever.
        const DoubleVec3 sliding = speed() - normal * dot(speed(), normal);
        push.across = push.across - sliding * (1.0 / (a.mobility(arm_a) + b.mobility(arm_b)));
        push.across = push.across * std::min(1.0, friction * push.normal / std::max(length(push.across), 1e-30));
        apply(push.across - old.across);
    }
};

/// Whether a corner is over an edge or a corner of the other surface, and not over its face.
bool leans(const tactus::Contact& contact)
{
    const bool is_of_a = contact.kind == tactus::ContactKind::vertex_face;
    if (!is_of_a && contact.kind != tactus::ContactKind::face_vertex)
        return false;
    return std::ranges::count(is_of_a ? contact.weights_b : contact.weights_a, 0.0f) > 0;
}

} // namespace

int main(int argument_count, char** arguments)
{
    const int seconds = argument_count > 1 ? std::atoi(arguments[1]) : 3;
    const Mesh mesh = make_box(static_cast<float>(half_side));
    tactus::World world = tactus::World::create({.contacts = {.contact_distance = 0.005f}}).value();
    world.add_half_space({.user_data = box_count}).value();
    std::vector<Box> boxes(box_count + 1); // by the bodies' user data; the last is the ground, which nothing moves
    std::vector<tactus::BodyId> bodies(box_count);
    for (std::uint64_t k = 0; k < box_count; ++k) {
        const auto level = static_cast<double>(k);
        const double height = half_side + rest_distance + level * (2.0 * half_side + rest_distance);
        boxes[k] = cube_at({k % 2 == 0 ? 0.005 : -0.005, 0.0, height}, 0.2 * level, half_side);
        bodies[k] = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .user_data = k}).value();
    }

    std::unordered_map<std::uint64_t, Push> pushes; // of the step before, by the contacts' ids
    std::vector<Box> settled;
    double drift = 0.0;
    for (int k = 1; k <= seconds * steps_per_second; ++k) {
        for (std::uint64_t i = 0; i < box_count; ++i) {
            world.set_pose(bodies[i], {boxes[i].centre, boxes[i].turn}).value();
            boxes[i].velocity.z -= 9.81 * step;
        }
        std::vector<Joint> joints;
        for (const tactus::Contact& contact : world.find_contacts().contacts) {
            if (contact.silent || (leans(contact) && contact.separation > rest_distance))
                continue;
            Box& a = boxes[world.user_data(contact.body_a).value()];
            Box& b = boxes[world.user_data(contact.body_b).value()];
            const DoubleVec3 point = to_double(contact.point);
            joints.push_back(
                {contact.id, a, b, point - a.centre, point - b.centre, to_double(contact.normal),
                 rest_distance - contact.separation, pushes[contact.id]});
            joints.back().apply(to_double(contact.normal) * joints.back().push.normal + joints.back().push.across);
        }
        for (int pass = 0; pass < 8; ++pass)
            std::ranges::for_each(joints, [](Joint& joint) { joint.solve(true); });
        for (std::uint64_t i = 0; i < box_count; ++i)
            boxes[i].move(step);
        // The speed at which what was too near has parted is taken out again, or the stack would hop.
        for (int pass = 0; pass < 4; ++pass)
            std::ranges::for_each(joints, [](Joint& joint) { joint.solve(false); });
        pushes.clear();
        for (const Joint& joint : joints)
            pushes[joint.id] = joint.push;
        if (k == steps_per_second)
            settled = boxes;
        for (std::size_t i = 0; i < settled.size(); ++i)
            drift = std::max(drift, length(boxes[i].centre - settled[i].centre));
    }
    std::printf("%d s: the boxes moved by at most %.3f mm after the first second\n", seconds, 1000.0 * drift);
    std::vector<Mesh> stack(box_count, mesh);
    for (std::uint64_t i = 0; i < box_count; ++i)
        stack[i].positions = world.positions(bodies[i]).value();
    return argument_count > 2 && !write_obj(arguments[2], stack) ? 1 : 0;
}
