// SPDX-License-Identifier: MIT
// Meshes whose topology or places have lost their shape. All of it is normal input.
#include <algorithm>
#include <array>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

// Turns slowly about an axis through the origin, after a shift.
MovingMesh::Move tumble(Point axis, Point shift)
{
    return point_by_point([=](const Moment& moment) { return turned(unit(axis), 0.4 * moment.seconds, shift); });
}

MovingMesh::Move stay()
{
    return point_by_point([](const Moment&) { return Pose{}; });
}

// A copy of every point and triangle, apart from the first but in the same place.
void append_unwelded_copy(Shape& shape)
{
    const auto first = static_cast<std::uint32_t>(shape.points.size());
    const std::size_t triangle_count = shape.triangles.size();
    shape.points.reserve(2 * shape.points.size());
    for (std::uint32_t i = 0; i < first; ++i)
        shape.points.push_back(shape.points[i]);
    for (std::size_t i = 0; i < triangle_count; ++i) {
        const TriangleIndices t = shape.triangles[i];
        shape.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
}

} // namespace

Scene two_triangles(const SceneOptions& options)
{
    using Triangle = std::array<Point, 3>;
    // The second triangle; the first is (0, 0, 0), (4, 0, 0), (0, 4, 0).
    static constexpr std::array<Triangle, 16> places = {{
        {{{1, 1, 8}, {2, 1, 9}, {1, 2, 9}}},    // apart
        {{{1, 1, -1}, {1, 1, 1}, {6, 6, 1}}},   // through the face
        {{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}},    // a vertex on the face
        {{{2, -1, 0}, {2, 1, 0}, {2, 0, 3}}},   // an edge lying in the face
        {{{2, 0, -1}, {2, 0, 1}, {2, -3, 0}}},  // edges that cross
        {{{0, 0, 0}, {-1, -1, 0}, {-1, 0, 2}}}, // corner on corner
        {{{4, 0, 0}, {0, 4, 0}, {4, 4, 3}}},    // a whole edge in common
        {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},    // the same triangle
        {{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}},    // inside, in the same plane
        {{{4, 0, 0}, {8, 0, 0}, {8, 4, 0}}},    // in the same plane, touching in a corner
        {{{2, 2, 0}, {4, 2, 0}, {4, 4, 0}}},    // in the same plane, a corner on the slanted edge
        {{{3, 3, 0}, {5, 3, 0}, {3, 5, 0}}},    // in the same plane, apart
        {{{1, 1, -1}, {1, 1, 2}, {1, 1, 1}}},   // shrunk to a segment that pierces
        {{{-1, 1, 0}, {1, 1, 0}, {6, 1, 0}}},   // shrunk to a segment in the plane
        {{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}},    // shrunk to a point on the face
        {{{5, 5, 0}, {5, 5, 0}, {5, 5, 0}}},    // shrunk to a point beside it
    }};
    const Shape first = {{{0, 1, 2}}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const auto place = [](const Moment& moment, std::span<const Point>, std::span<Vec3> out) {
        const Triangle& triangle = places[moment.frame % places.size()];
        std::transform(triangle.begin(), triangle.end(), out.begin(), rounded);
    };
    return moving_scene(options.frames, {{"first", first, stay()}, {"second", first, place}});
}

Scene zero_area_triangles(const SceneOptions& options)
{
    Shape shape = bumpy_sphere(options.triangles, options.seed);
    Random random(options.seed, 61);
    for (std::size_t i = 0; i < shape.triangles.size(); i += 3) {
        TriangleIndices& t = shape.triangles[i];
        const std::size_t kind = i / 3 % 4;
        if (kind == 0)
            t[2] = t[1];
        else if (kind == 1)
            t = {t[0], t[0], t[0]};
        else if (kind == 2)
            shape.points[t[2]] = mix(shape.points[t[0]], shape.points[t[1]], 0.5);
        else
            shape.points[t[2]] = shape.points[t[0]];
    }
    return moving_scene(
        options.frames,
        {{"broken", shape, tumble(random.direction(), {}), true},
         {"whole", bumpy_sphere(options.triangles, options.seed + 1), tumble(random.direction(), {0.9, 0.0, 0.1})}});
}

Scene duplicate_faces(const SceneOptions& options)
{
    Shape shape = bumpy_sphere(std::max(20u, options.triangles / 4), options.seed);
    append_unwelded_copy(shape);
    const std::size_t triangle_count = shape.triangles.size();
    for (std::size_t i = 0; i < triangle_count; ++i) {
        const TriangleIndices t = shape.triangles[i];
        shape.triangles.push_back({t[0], t[2], t[1]});
    }
    return moving_scene(
        options.frames,
        {{"doubled", shape, tumble({1.0, 2.0, 3.0}, {}), true},
         {"single", bumpy_sphere(options.triangles, options.seed + 1), tumble({3.0, 1.0, 2.0}, {1.2, 0.0, 0.0})}});
}

Scene shared_hub(const SceneOptions& options)
{
    // Every triangle holds vertex 0: none of them may be reported against another, however they lie.
    Shape fan;
    Random random(options.seed, 62);
    fan.points.push_back({});
    for (std::uint32_t i = 0; i < options.triangles; ++i) {
        fan.points.push_back(random.direction());
        fan.points.push_back(random.direction());
        fan.triangles.push_back({0, 2 * i + 1, 2 * i + 2});
    }
    return moving_scene(
        options.frames, {{"fan", fan, tumble({1.0, 1.0, 0.0}, {}), true},
                         {"ball", icosphere(options.triangles), tumble({0.0, 1.0, 1.0}, {0.7, 0.0, 0.0})}});
}

Scene coincident_twins(const SceneOptions& options)
{
    const Shape shape = bumpy_sphere(options.triangles, options.seed);
    const auto same = tumble({1.0, 2.0, -1.0}, {});
    return moving_scene(options.frames, {{"first", shape, same}, {"second", shape, same}});
}

Scene one_point(const SceneOptions& options)
{
    const Shape shape = icosphere(options.triangles);
    const auto at_place = [](const Moment&) { return [](Point) { return Point{0.3, -0.7, 1.1}; }; };
    const auto now_and_then = [](const Moment& moment) {
        const double aside = moment.frame % 2 == 1 ? 0.5 : 0.0;
        return [aside](Point) { return Point{0.3 + aside, -0.7, 1.1}; };
    };
    return moving_scene(
        options.frames,
        {{"first", shape, point_by_point(at_place), true}, {"second", shape, point_by_point(now_and_then)}});
}

Scene empty_mesh(const SceneOptions& options)
{
    const Shape points_only = {{}, {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}}};
    return moving_scene(
        options.frames, {{"nothing", Shape{}, stay(), true},
                         {"points without triangles", points_only, stay(), true},
                         {"ball", icosphere(options.triangles), tumble({0.0, 0.0, 1.0}, {}), true}});
}

} // namespace tactus::scenes
