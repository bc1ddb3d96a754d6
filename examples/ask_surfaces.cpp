// SPDX-License-Identifier: MIT
// Questions about surfaces: what overlaps a shape, what a ray passes, what is nearest, what is inside.
#include <array>
#include <cstdio>
#include <thread>
#include <vector>

#include <tactus/tactus.h>

int main()
{
    const std::vector<tactus::TriangleIndices> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const std::vector<tactus::Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tactus::World world = tactus::World::create().value();
    const tactus::BodyId body = world.add_body({.triangles = triangles, .positions = positions}).value();
    const tactus::BodyId ball = world.add_sphere({.centre = {3.0f, 0.0f, 0.0f}, .radius = 1.0f}).value();

    const tactus::OverlapReport in_box = world.overlap_box({0.9f, 0.0f, 0.0f}, {4.0f, 1.0f, 1.0f}).value();
    for (const tactus::SurfaceTriangle& found : in_box.triangles)
        std::printf("triangle %u of body %u\n", found.triangle, found.body.index);

    // The part of space above z = 0.5 in which x + y is at most 1.
    const std::array<tactus::HalfSpace, 2> wedge = {{{{0, 0, -1}, -0.5f}, {{1, 1, 0}, 1.0f}}};
    std::printf("%zu triangles in the wedge\n", world.overlap_convex(wedge).value().triangles.size());

    const tactus::RayHitsReport hits = world.cast_ray_through({-1.0f, 0.1f, 0.1f}, {1.0f, 0.0f, 0.0f}).value();
    for (const tactus::RayHit& hit : hits.hits)
        std::printf("body %u after %.2f m\n", hit.body.index, hit.distance);

    const tactus::NearestReport nearest =
        world.nearest_point({0.2f, 0.2f, -0.5f}, {.max_distance = 2.0f, .budget = tactus::Budget::work_units(50)})
            .value();
    if (nearest.complete)
        std::printf("%.2f m to body %u\n", nearest.distance, nearest.body.index);
    else
        std::printf("nothing is nearer than %.2f m\n", nearest.distance_at_least);

    std::printf("inside: %s\n", world.is_inside(body, {0.2f, 0.2f, 0.2f}).value().inside ? "yes" : "no");
    std::printf("%.2f m from the ball\n", world.signed_distance(ball, {3.0f, 0.0f, 0.25f}).value().signed_distance);

    const tactus::ClosestReport closest = world.closest_points(body, ball, {.max_distance = 0.5f}).value();
    std::printf("within half a metre of each other: %s\n", closest.found ? "yes" : "no");

    world.prepare_reads().value();
    std::thread other([&] {
        std::printf("from another thread: %.2f m\n", world.nearest_point({0.0f, 0.0f, 2.0f}).value().distance);
    });
    std::printf("meanwhile: %.2f m\n", world.nearest_point({0.0f, 0.0f, 3.0f}).value().distance);
    other.join();
}
