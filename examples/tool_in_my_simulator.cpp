// SPDX-License-Identifier: MIT
// An instrument goes into a body through a small hole, and presses an organ that breathes and gives way; the hand that
// holds it feels the force a thousand times a second. docs/a-tool-in-my-simulator.md explains it. Arguments: how many
// milliseconds to simulate, and FILE.obj for the organ as it ends.
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
constexpr float tool_radius = 0.005f;
constexpr Vec3 hole = {0.03f, 0.0f, 0.13f}; // where the instrument goes in
constexpr std::uint32_t organs = 1, tools = 2;

/// Where the hand holds the tip: it presses and lets go, and slides over the organ.
Vec3 tip_at(float seconds)
{
    const float along = 0.4f * std::sin(1.7f * seconds);
    const float across = 0.2f * std::sin(1.1f * seconds);
    const float pressed = 0.003f - 0.009f * std::cos(4.0f * seconds);
    const Vec3 outwards = {std::sin(along), across, std::cos(along)};
    return outwards * ((organ_radius + tool_radius - pressed) / length(outwards));
}

/// An organ with bumps that breathes, and gives way where it is pushed. Your soft body does this.
struct Organ {
    Mesh mesh = make_ball(organ_radius, 40);
    std::vector<Vec3> rest, dent;

    Organ()
    {
        for (Vec3& p : mesh.positions)
            p = p * (1.0f + 0.03f * std::sin(100.0f * p.x) * std::cos(80.0f * p.y));
        rest = mesh.positions;
        dent.resize(rest.size());
    }

    void breathe(float seconds)
    {
        const float breath = 1.0f + 0.01f * std::sin(3.0f * seconds);
        for (std::size_t v = 0; v < rest.size(); ++v)
            mesh.positions[v] = rest[v] * breath + dent[v];
    }

    void give_way(Vec3 point, Vec3 force)
    {
        for (std::size_t v = 0; v < dent.size(); ++v) {
            const float near = std::max(0.0f, 1.0f - length(mesh.positions[v] - point) / 0.025f);
            dent[v] += force * (2e-4f * near * near);
        }
    }

    void come_back()
    {
        for (Vec3& moved : dent)
            moved = moved * 0.98f;
    }
};

/// Stands for the handle that the hand holds.
struct HapticDevice {
    float largest = 0.0f; // newtons
    void push(Vec3 force) { largest = std::max(largest, length(force)); }
};

/// What one query may take. In your loop it is Budget::within(200us), which counts from where it is made: make a new
/// one for every query. Here it is steps of about a microsecond, which end at the same place on every machine.
tactus::Budget budget() { return tactus::Budget::work_units(200); }

/// A simulation of so many milliseconds, and how it went.
void press_an_organ(int milliseconds, Organ& organ)
{
    tactus::World world = tactus::World::create().value();
    tactus::BodyDesc soft = {.triangles = organ.mesh.triangles, .positions = organ.mesh.positions};
    soft.filter = {.group = organs, .mask = tools};
    const tactus::BodyId body = world.add_body(soft).value();
    tactus::ToolDesc instrument = {.pivot = hole, .tip = tip_at(0.0f), .radius = tool_radius, .sweep = true};
    instrument.filter = {.group = tools, .mask = organs}; // instruments do not feel each other
    const tactus::BodyId gripper = world.add_tool(instrument).value();
    instrument.pivot = {-0.04f, 0.0f, 0.13f};
    instrument.tip = {-0.04f, 0.0f, 0.1f};
    const tactus::BodyId camera = world.add_tool(instrument).value();
    world.set_pair(body, gripper, {.material = {.stiffness = 400.0f}}).value();
    world.prepare_contacts(); // or the first queries have less time for contacts
    HapticDevice device;
    int in_touch = 0, cut = 0;
    std::size_t most_triangles = 0;
    float deepest = 0.0f;
    for (int k = 1; k <= milliseconds; ++k) {
        const float seconds = 0.001f * static_cast<float>(k);
        organ.breathe(seconds);
        world.set_positions(body, organ.mesh.positions).value();
        world.set_tool(gripper, hole, tip_at(seconds)).value();

        // All that the tool has passed through since the last frame, and with which part of its shaft.
        const tactus::TouchReport touched = world.find_touched(gripper, {.budget = budget()}).value();
        for (const tactus::TouchedFace& face : touched.faces)
            if (face.shaft_begin == 0.0f && !face.shaft_open)
                std::puts("the organ blocks the hole");
        in_touch += touched.faces.empty() ? 0 : 1;
        most_triangles = std::max(most_triangles, touched.faces.size());

        if (!world.find_touched(camera, {.budget = budget(), .shaft_parts = false}).value().faces.empty())
            std::puts("the camera is in the organ");

        // Where they touch the organ now, how deep, and how hard that pushes.
        const tactus::ContactReport& found = world.find_contacts(budget());
        for (const tactus::Contact& contact : found.contacts)
            deepest = std::max(deepest, contact.depth());
        cut += touched.complete && found.complete ? 0 : 1;
        const tactus::ForceReport& forces = world.contact_forces({.policy = tactus::ForcePolicy::held});
        Vec3 felt = {};
        for (const tactus::Wrench& wrench : forces.bodies)
            if (wrench.body == gripper)
                felt = wrench.force;
        device.push(felt);
        for (const tactus::ContactForce& push : forces.contacts)
            organ.give_way(push.point, push.body_b == body ? push.force : push.force * -1.0f);
        organ.come_back();
    }
    float deepest_dent = 0.0f;
    for (const Vec3& moved : organ.dent)
        deepest_dent = std::max(deepest_dent, length(moved));
    std::printf(
        "%d ms: in touch for %d, with up to %zu triangles, up to %.2f mm deep; up to %.3f N felt\n", milliseconds,
        in_touch, most_triangles, 1000.0f * deepest, device.largest);
    std::printf("%d answers were cut; the organ ends with a dent of %.2f mm\n", cut, 1000.0f * deepest_dent);
}

/// A fold of skin a millimetre thick, which the tool crosses within one frame, faster and faster.
void strike_a_fold()
{
    Mesh fold = make_sheet(21, 0.002f);
    for (Vec3& p : fold.positions)
        p = {p.x > 0.0f ? 0.0005f : p.x < 0.0f ? -0.0005f : 0.0f, p.y, -std::abs(p.x)};
    tactus::World world = tactus::World::create().value();
    world.add_body({.triangles = fold.triangles, .positions = fold.positions}).value();
    tactus::ToolDesc instrument = {.pivot = hole, .tip = {0.02f, 0.0f, 0.1f}, .radius = tool_radius};
    const tactus::BodyId standing = world.add_tool(instrument).value();
    instrument.sweep = true;
    const tactus::BodyId sweeping = world.add_tool(instrument).value();
    int crossed = 0, found = 0, found_standing = 0;
    for (float reach = 0.02f; reach < 100.0f; reach *= 2.0f, ++crossed) {
        for (const float side : {-reach, reach})
            for (const tactus::BodyId tool : {standing, sweeping})
                world.set_tool(tool, hole, {side, 0.0f, -0.01f}).value();
        found_standing += world.find_touched(standing).value().faces.empty() ? 0 : 1;
        const tactus::TouchReport touched = world.find_touched(sweeping).value();
        found += touched.faces.empty() ? 0 : 1;
        if (crossed == 0)
            std::printf(
                "the fold is first touched between %.4f and %.4f of the way\n", touched.first_touch_begin,
                touched.first_touch_end);
    }
    std::printf(
        "%d strikes through a fold: %d seen by a tool that sweeps, %d by one that stands\n", crossed, found,
        found_standing);
}

} // namespace

int main(int argument_count, char** arguments)
{
    Organ organ;
    press_an_organ(argument_count > 1 ? std::atoi(arguments[1]) : 1000, organ);
    strike_a_fold();
    return argument_count > 2 && !write_obj(arguments[2], std::vector{organ.mesh}) ? 1 : 0;
}
