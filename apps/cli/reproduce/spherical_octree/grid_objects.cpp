// SPDX-License-Identifier: MIT
#include <tactus/papers.h>

#include "cli/reproduce/spherical_octree/grid_objects.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "scenes/bodies/point.h"
#include "scenes/random.h"

namespace tactus::cli {

namespace {

using scenes::Point;

/// A corner of the outline that goes around the z axis.
struct OutlinePoint {
    double radius = 0.0;
    double height = 0.0;
};

/// A share of the way around a square of half side 1, from one corner to the next in a quarter.
Point around_square(double share)
{
    const double along = 4.0 * share;
    const double side = std::floor(along);
    const double place = 2.0 * (along - side) - 1.0;
    switch (static_cast<int>(side)) {
    case 0:
        return {1.0, place, 0.0};
    case 1:
        return {-place, 1.0, 0.0};
    case 2:
        return {-1.0, -place, 0.0};
    default:
        return {place, -1.0, 0.0};
    }
}

Point around_circle(double share) { return {scenes::cosine_of_turns(share), scenes::sine_of_turns(share), 0.0}; }

/// An outline whose ends are on the axis, each of its pieces cut into so many, led around the axis.
papers::GridMesh
led_around(std::span<const OutlinePoint> outline, std::uint32_t cuts, Point (*around)(double), std::uint32_t columns)
{
    std::vector<Vec3> points;
    std::uint32_t rows = 0;
    const auto add_row = [&](double radius, double height) {
        ++rows;
        // The last column repeats the first.
        for (std::uint32_t column = 0; column <= columns; ++column) {
            const Point at = around(static_cast<double>(column % columns) / columns) * radius;
            points.push_back(scenes::rounded({at.x, at.y, height}));
        }
    };
    for (std::size_t piece = 0; piece + 1 < outline.size(); ++piece)
        for (std::uint32_t cut = 0; cut < cuts; ++cut) {
            const double t = static_cast<double>(cut) / cuts;
            add_row(
                scenes::mix(outline[piece].radius, outline[piece + 1].radius, t),
                scenes::mix(outline[piece].height, outline[piece + 1].height, t));
        }
    add_row(outline.back().radius, outline.back().height);
    return papers::mesh_from_grid(points, rows, columns + 1).value();
}

papers::GridMesh ellipsoid(std::uint32_t fineness)
{
    const std::uint32_t rows = 6 * fineness;
    std::vector<OutlinePoint> outline;
    for (std::uint32_t row = 0; row <= rows; ++row) {
        const double turns = 0.5 * row / rows;
        const bool is_pole = row == 0 || row == rows;
        outline.push_back({is_pole ? 0.0 : 0.35 * scenes::sine_of_turns(turns), -0.5 * scenes::cosine_of_turns(turns)});
    }
    return led_around(outline, 1, around_circle, 12 * fineness);
}

Point farthest_along(Point direction, std::span<const Vec3> positions)
{
    Point best;
    bool has_best = false;
    for (const Vec3& position : positions) {
        const Point p = {position.x, position.y, position.z};
        if (!std::exchange(has_best, true) || dot(p, direction) > dot(best, direction))
            best = p;
    }
    return best;
}

} // namespace

std::vector<GridObject> grid_objects(std::uint32_t fineness)
{
    const OutlinePoint block[] = {{0.0, -0.5}, {0.3, -0.5}, {0.3, 0.5}, {0.0, 0.5}};
    const OutlinePoint roof[] = {{0.0, -0.5}, {0.4, -0.5}, {0.0, 0.5}};
    std::vector<GridObject> objects;
    objects.push_back({"box", led_around(block, fineness, around_square, 4 * fineness)});
    objects.push_back({"cylinder", led_around(block, fineness, around_circle, 12 * fineness)});
    objects.push_back({"cone", led_around(roof, fineness, around_circle, 12 * fineness)});
    objects.push_back({"ellipsoid", ellipsoid(fineness)});
    return objects;
}

std::vector<Pose>
pressed_poses(const papers::GridMesh& a, const papers::GridMesh& b, std::uint32_t count, std::uint64_t seed)
{
    std::vector<Pose> poses;
    for (std::uint32_t k = 0; k < count; ++k) {
        scenes::Random random(seed, k);
        const Point axis = random.direction();
        const double turns = random.uniform();
        const Point direction = random.direction();
        const double press = random.between(0.02, 0.2);
        const scenes::Pose turned = scenes::turned(axis, turns);
        const Point back = direction * -1.0;
        const Point own = farthest_along(direction, a.positions);
        const Point its =
            farthest_along({dot(turned.x_axis, back), dot(turned.y_axis, back), dot(turned.z_axis, back)}, b.positions);
        const Point place = (own - turned(its)) * (1.0 - press);
        const double s = scenes::sine_of_turns(0.5 * turns);
        poses.push_back(
            {{place.x, place.y, place.z}, {s * axis.x, s * axis.y, s * axis.z, scenes::cosine_of_turns(0.5 * turns)}});
    }
    return poses;
}

} // namespace tactus::cli
