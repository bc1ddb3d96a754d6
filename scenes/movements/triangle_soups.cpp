// SPDX-License-Identifier: MIT
// Triangles without neighbours, from everyday sizes to the ends of what a float holds.
#include <algorithm>
#include <functional>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/cube_lattice.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

using DrawTriangle = std::function<void(Random& random, Point (&corners)[3])>;

Shape soup(std::uint32_t triangles, Random random, const DrawTriangle& draw)
{
    Shape shape;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        Point corners[3];
        draw(random, corners);
        for (const Point& corner : corners)
            shape.points.push_back(corner);
        shape.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return shape;
}

// Two soups through each other, one of them turning.
Scene two_soups(const SceneOptions& options, const DrawTriangle& draw, const MovingMesh::Move& move)
{
    const auto stay = point_by_point([](const Moment&) { return Pose{}; });
    return moving_scene(
        options.frames, {{"first", soup(options.triangles, Random(options.seed, 71), draw), stay, true},
                         {"second", soup(options.triangles, Random(options.seed, 72), draw), move, true}});
}

MovingMesh::Move turn_about_z()
{
    return point_by_point([](const Moment& moment) { return turned({0.0, 0.0, 1.0}, 0.7 * moment.seconds); });
}

// The mean number of neighbours that a triangle meets stays the same, whatever the number of triangles.
double mean_size(std::uint32_t triangles) { return 1.6 / lattice_side(triangles); }

Scene scaled_spheres(const SceneOptions& options, double scale)
{
    const auto place = [scale](double side) {
        return point_by_point([=](const Moment& moment) {
            const Pose pose = turned({0.0, 0.6, 0.8}, 0.3 * side * moment.seconds, {0.7 * side, 0.0, 0.0});
            return [=](Point rest) { return pose(rest) * scale; };
        });
    };
    return moving_scene(
        options.frames, {{"left", bumpy_sphere(options.triangles, options.seed), place(-1.0), true},
                         {"right", bumpy_sphere(options.triangles, options.seed + 1), place(1.0), true}});
}

} // namespace

Scene triangle_soup(const SceneOptions& options)
{
    const double size = mean_size(options.triangles);
    const auto draw = [size](Random& random, Point(&corners)[3]) {
        const Point centre = random.in_cube();
        const double reach = size * random.between(0.2, 1.8);
        for (Point& corner : corners)
            corner = centre + random.in_cube() * reach;
    };
    return two_soups(options, draw, turn_about_z());
}

Scene needle_soup(const SceneOptions& options)
{
    const double size = mean_size(options.triangles);
    const auto draw = [size](Random& random, Point(&corners)[3]) {
        const Point centre = random.in_cube();
        // Every second triangle is wide, or the needles would all miss each other.
        if (random.below(2) == 0) {
            for (Point& corner : corners)
                corner = centre + random.direction() * (2.0 * size);
            return;
        }
        const Point half_length = random.direction() * (2.0 * size);
        corners[0] = centre - half_length;
        corners[1] = centre + half_length;
        // At most a ten-thousandth as wide as long.
        // Two statements: which operand is evaluated first differs between machines.
        const Point aside = random.in_cube();
        corners[2] = centre + aside * (size * 4e-4 * random.uniform());
    };
    return two_soups(options, draw, turn_about_z());
}

Scene one_plane(const SceneOptions& options)
{
    // Whole numbers: corners fall on corners and on edges, and edges on edges, exactly.
    const std::uint32_t side = 2 + static_cast<std::uint32_t>(std::sqrt(2.0 * options.triangles));
    const auto draw = [side](Random& random, Point(&corners)[3]) {
        const double x = random.below(side);
        const double y = random.below(side);
        for (Point& corner : corners) {
            const double dx = random.below(5);
            const double dy = random.below(5);
            corner = {x + dx, y + dy, 0.0};
        }
    };
    const auto step = point_by_point([](const Moment& moment) {
        return Pose{.origin = {static_cast<double>(moment.frame), 0.0, 0.0}};
    });
    return two_soups(options, draw, step);
}

Scene mixed_scales(const SceneOptions& options)
{
    const auto draw = [](Random& random, Point(&corners)[3]) {
        // 2^-100 to 2^100, about 1e-30 to 1e30; exact, since powers of two are.
        double scale = 0x1p-100;
        for (std::uint32_t doublings = random.below(201); doublings > 0; --doublings)
            scale *= 2.0;
        const Point centre = random.in_cube() * 0.3;
        for (Point& corner : corners)
            corner = (centre + random.in_cube()) * scale;
    };
    return two_soups(options, draw, turn_about_z());
}

Scene tiny_coordinates(const SceneOptions& options) { return scaled_spheres(options, 1e-30); }
Scene huge_coordinates(const SceneOptions& options) { return scaled_spheres(options, 1e30); }

} // namespace tactus::scenes
