// SPDX-License-Identifier: MIT
// A cloth of 60 x 60 vertices falls on a ball that sways, and on itself: XPBD with thickness and friction, 8 substeps.
// docs/writing-a-response.md explains it. Arguments: how many frames to simulate, and FILE.obj for how it ends.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tactus/tactus.h>

#include "simple_cloth.h"
#include "simple_meshes.h"

namespace {

constexpr float thickness = 0.008f; // metres that surfaces rest apart
constexpr float reach = 0.020f;     // metres up to which contacts are asked for
constexpr float friction = 0.4f;    // Coulomb's coefficient
constexpr float ball_radius = 0.4f;
constexpr int substeps = 8;
constexpr float step = 1.0f / (60 * substeps); // seconds
// In a substep nothing sets out to go farther than half of what is between thickness and reach. So two places that are
// too far apart for a contact when it begins do not come nearer than the thickness.
constexpr float max_speed = 0.5f * (reach - thickness) / step;
constexpr float max_parting = 0.5f * step; // What is too near parts by at most so many metres in a substep.

/// A contact, and the vertices of the cloth that move b's point against a's by their weights: of the ball there are
/// none.
struct Touch {
    tactus::Contact contact;
    Vec3 ball_moved; // how far the ball has carried b's point against a's in this substep
    std::array<std::uint32_t, 6> vertices = {};
    std::array<float, 6> weights = {};
    float mobility = 0.0f;

    Touch(const tactus::Contact& found, tactus::BodyId cloth, Vec3 moved) : contact(found)
    {
        for (std::size_t k = 0; k < 3 && found.body_a == cloth; ++k)
            vertices[k] = found.vertices_a[k], weights[k] = -found.weights_a[k];
        for (std::size_t k = 0; k < 3 && found.body_b == cloth; ++k)
            vertices[k + 3] = found.vertices_b[k], weights[k + 3] = found.weights_b[k];
        for (const float weight : weights)
            mobility += weight * weight;
        ball_moved = found.body_a != cloth ? moved * -1.0f : found.body_b != cloth ? moved : Vec3{};
    }
    /// How far b's point has come away from a's since the query.
    Vec3 moved(const Cloth& cloth) const
    {
        Vec3 sum;
        for (std::size_t k = 0; k < 6; ++k)
            sum += (cloth.mesh.positions[vertices[k]] - cloth.before[vertices[k]]) * weights[k];
        return sum;
    }
    void move(Cloth& cloth, Vec3 by) const
    {
        for (std::size_t k = 0; k < 6; ++k)
            cloth.mesh.positions[vertices[k]] += by * (weights[k] / mobility);
    }
    void part(Cloth& cloth) const
    {
        const Vec3 n = contact.normal;
        const float separation = contact.separation + dot(moved(cloth), n);
        const float missing = std::min(thickness, contact.separation + max_parting) - separation;
        if (missing <= 0.0f)
            return;
        move(cloth, n * missing);
        // Friction takes back what has slid in this substep, up to the coefficient times the push.
        const Vec3 apart = moved(cloth) + ball_moved;
        const Vec3 slid = apart - n * dot(apart, n);
        move(cloth, slid * -std::min(1.0f, friction * missing / std::max(length(slid), 1e-12f)));
    }
};

} // namespace

int main(int argument_count, char** arguments)
{
    const int frames = argument_count > 1 ? std::atoi(arguments[1]) : 20;
    Cloth cloth(60, 0.03f); // vertices along a side, and metres from one to the next
    Mesh ball = make_ball(ball_radius, 31);
    tactus::World world = tactus::World::create({.contacts = {.contact_distance = reach}}).value();
    const auto ball_body = world.add_body({.triangles = ball.triangles, .positions = ball.positions}).value();
    const tactus::BodyDesc desc = {
        .triangles = cloth.mesh.triangles, .positions = cloth.mesh.positions, .self_collision = true};
    const auto cloth_body = world.add_body(desc).value();

    Vec3 centre = {0.0f, 0.0f, -ball_radius - 0.03f}; // of the ball
    std::vector<Touch> touches;
    std::size_t intersecting = 0;
    for (int k = 1; k <= frames * substeps; ++k) {
        const float time = static_cast<float>(k) * step;
        const Vec3 now = {0.25f * std::sin(1.5f * time), 0.15f * std::sin(1.1f * time), centre.z};
        world.set_pose(ball_body, {.position = to_double(now), .rotation = {}}).value();
        touches.clear();
        for (const tactus::Contact& contact : world.find_contacts().contacts)
            touches.emplace_back(contact, cloth_body, now - centre);
        centre = now;

        cloth.fall(step, max_speed);
        for (int pass = 0; pass < 2; ++pass) {
            cloth.pull_threads();
            for (const Touch& touch : touches)
                touch.part(cloth);
        }
        cloth.end_step(step);
        world.set_positions(cloth_body, cloth.mesh.positions).value();
        if (k % substeps == 0)
            intersecting += world.find_pairs().pair_count;
    }
    std::printf("%d frames: %zu intersecting pairs, %zu contacts at the end\n", frames, intersecting, touches.size());
    ball.positions = world.positions(ball_body).value();
    return argument_count > 2 && !write_obj(arguments[2], std::vector{cloth.mesh, ball}) ? 1 : 0;
}
