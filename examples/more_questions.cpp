// SPDX-License-Identifier: MIT
// What people ask on the first day besides "which triangles intersect?".
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

#include <tactus/tactus.h>

namespace {

using namespace std::chrono_literals;

struct Mesh {
    std::vector<tactus::TriangleIndices> triangles;
    std::vector<tactus::Vec3> positions;
};

Mesh make_tetrahedron(float x)
{
    return {
        {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
        {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}},
    };
}

// No world is needed for a single question.
void ask_without_a_world()
{
    const Mesh a = make_tetrahedron(0.0f);
    const Mesh b = make_tetrahedron(0.25f);
    const bool touching = tactus::meshes_intersect(a.triangles, a.positions, b.triangles, b.positions).value();
    const auto pairs = tactus::intersecting_pairs(a.triangles, a.positions, b.triangles, b.positions).value();
    const auto own = tactus::self_intersecting_pairs(a.triangles, a.positions).value();
    std::printf("touching: %s, %zu pairs, %zu of its own\n", touching ? "yes" : "no", pairs.size(), own.size());

    const std::array<tactus::Vec3, 3> flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const std::array<tactus::Vec3, 3> corner = {{{1, 0, 0}, {2, 0, 0}, {2, 0, 1}}};
    std::printf("one shared point counts: %s\n", tactus::triangles_intersect(flat, corner) ? "yes" : "no");
}

void ask_a_world()
{
    const Mesh mesh = make_tetrahedron(0.0f);
    const Mesh other = make_tetrahedron(1.5f);

    // Two threads, the calling one included. The answers do not depend on it.
    tactus::World world = tactus::World::create({.worker_count = 2}).value();
    const tactus::BodyId a =
        world.add_body({.triangles = mesh.triangles, .positions = mesh.positions, .self_collision = true}).value();
    const tactus::BodyId b = world.add_body({.triangles = other.triangles, .positions = other.positions}).value();

    // How far apart are they?
    const tactus::ClosestPoints closest = world.closest_points(a, b).value();
    std::printf("%.2f m apart\n", closest.distance);

    // What does a ray meet first?
    const tactus::RayHit hit = world.cast_ray({-1.0f, 0.1f, 0.1f}, {1.0f, 0.0f, 0.0f}).value();
    if (hit.hit)
        std::printf("the ray meets triangle %u after %.2f m\n", hit.triangle, hit.distance);

    // Does anything touch at all? The search ends at the first pair.
    std::printf("anything touching: %s\n", world.any_pair() ? "yes" : "no");

    // An answer within half a millisecond, and a word on whether it is the whole answer.
    const tactus::PairReport& report = world.find_pairs(tactus::Budget::within(500us));
    std::printf("%zu pairs, %s\n", report.pair_count, report.complete ? "complete" : "there may be more");

    // An organ may touch what it hangs on.
    if (const auto done = world.ignore_contacts(a, b); !done)
        std::printf("%s\n", done.error().message.c_str());
}

// Where do they touch, how deep, and how hard do they push each other?
void ask_for_contacts()
{
    const Mesh mesh = make_tetrahedron(0.0f);
    tactus::World world = tactus::World::create().value();
    const tactus::BodyId body = world.add_body({.triangles = mesh.triangles, .positions = mesh.positions}).value();
    const tactus::BodyId ground = world.add_half_space().value();
    world.set_pose(body, {.position = {0.0, 0.0, -0.001}, .rotation = {}}).value();

    for (const tactus::Contact& contact : world.find_contacts().contacts)
        std::printf("%.1f mm deep at x = %.1f, y = %.1f\n", 1000 * contact.depth(), contact.point.x, contact.point.y);
    const tactus::Material material = {.stiffness = 2000.0f, .damping = 5.0f, .coulomb = 0.5f, .sticking = 1.0f};
    world.set_pair(body, ground, {.material = material}).value();
    for (const tactus::Wrench& push : world.contact_forces({.step_seconds = 0.001f}).bodies)
        if (push.body == body)
            std::printf("the ground carries %.1f N\n", push.force.z);
}

} // namespace

int main()
{
    ask_without_a_world();
    ask_a_world();
    ask_for_contacts();
}
