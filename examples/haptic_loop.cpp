// SPDX-License-Identifier: MIT
// A hand presses a probe into a soft organ, and feels the force a thousand times a second, from queries that are cut.
// docs/writing-a-response.md explains it. Arguments: how many milliseconds to simulate, and FILE.obj for how it ends.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tactus/tactus.h>

#include "simple_meshes.h"

namespace {

constexpr float organ_radius = 0.06f; // metres
constexpr float probe_radius = 0.008f;
// What a query may take: at most so many steps of about a microsecond. In your loop it is Budget::within(200us);
// counted steps end at the same place on every machine.
constexpr std::uint64_t work_units = 200;

/// Where the hand holds the probe: it presses and lets go, and slides over the organ.
Vec3 hand_at(float seconds)
{
    const float along = 0.35f * std::sin(1.7f * seconds);
    const float across = 0.2f * std::sin(1.1f * seconds);
    const float depth = 0.003f - 0.005f * std::cos(4.0f * seconds);
    return Vec3{std::sin(along), across, std::cos(along)} * (organ_radius + probe_radius - depth);
}

/// The organ breathes, and gives way around the probe by most of what it is pressed. Your soft body does this.
void deform(const Mesh& rest, Vec3 probe, float seconds, std::vector<Vec3>& positions)
{
    const float breath = 1.0f + 0.01f * std::sin(3.0f * seconds);
    const float pressed = std::max(0.0f, organ_radius * breath + probe_radius - length(probe));
    const Vec3 inwards = probe * (-1.0f / length(probe));
    for (std::size_t v = 0; v < positions.size(); ++v) {
        positions[v] = rest.positions[v] * breath;
        const float near = std::max(0.0f, 1.0f - length(probe - positions[v]) / 0.03f);
        positions[v] += inwards * (0.8f * pressed * near * near);
    }
}

/// A world with the organ and the probe, and what the hand feels in it.
struct Loop {
    tactus::World world = tactus::World::create().value();
    tactus::BodyId organ;
    tactus::BodyId probe;
    tactus::Budget budget;
    Vec3 force = {};
    float largest_force = 0.0f; // newtons
    float largest_step = 0.0f;  // newtons, from one millisecond to the next
    int complete_answers = 0;

    Loop(const Mesh& organ_mesh, const Mesh& probe_mesh, tactus::Budget each)
        : organ(world.add_body({.triangles = organ_mesh.triangles, .positions = organ_mesh.positions}).value()),
          probe(world.add_body({.triangles = probe_mesh.triangles, .positions = probe_mesh.positions}).value()),
          budget(each)
    {
        // Newtons per metre of depth and square metre: how fine the meshes are does not matter.
        world.set_pair(organ, probe, {.material = {.pressure_stiffness = 3e6f}}).value();
        world.prepare_contacts(); // or the first queries have less time for contacts
    }

    void feel(const std::vector<Vec3>& organ_now, Vec3 probe_now)
    {
        world.set_positions(organ, organ_now).value();
        world.set_pose(probe, {.position = to_double(probe_now), .rotation = {}}).value();
        complete_answers += world.find_contacts(budget).complete ? 1 : 0;
        // Where the query was cut, what pushed before goes on from where it was, and what was found joins it.
        const tactus::ForceReport& report = world.contact_forces({.policy = tactus::ForcePolicy::held});
        const Vec3 before = force;
        force = {};
        for (const tactus::Wrench& wrench : report.bodies)
            if (wrench.body == probe)
                force = wrench.force;
        largest_force = std::max(largest_force, length(force));
        largest_step = std::max(largest_step, length(force - before));
    }
};

} // namespace

int main(int argument_count, char** arguments)
{
    const int milliseconds = argument_count > 1 ? std::atoi(arguments[1]) : 1000;
    const Mesh rest = make_ball(organ_radius, 45);
    Mesh organ = rest;
    Mesh probe = make_ball(probe_radius, 15);
    Loop loop(rest, probe, tactus::Budget::work_units(work_units));
    Loop unlimited(rest, probe, tactus::Budget::unlimited());
    for (int k = 0; k < milliseconds; ++k) {
        const float seconds = 0.001f * static_cast<float>(k);
        const Vec3 hand = hand_at(seconds);
        deform(rest, hand, seconds, organ.positions);
        loop.feel(organ.positions, hand);
        unlimited.feel(organ.positions, hand);
    }
    std::printf(
        "%d ms: largest force %.3f N, largest step %.4f N; without a limit %.3f N and %.4f N\n", milliseconds,
        loop.largest_force, loop.largest_step, unlimited.largest_force, unlimited.largest_step);
    std::printf("%d of the answers were cut\n", milliseconds - loop.complete_answers);
    probe.positions = loop.world.positions(loop.probe).value();
    return argument_count > 2 && !write_obj(arguments[2], std::vector{organ, probe}) ? 1 : 0;
}
