// SPDX-License-Identifier: MIT
// Distance changes by no more than the way one goes. So no point of a cube that is outside the body is farther from the
// surface than half the cube's diagonal more than its middle is; or, if that is inside, than what is left of the way
// when the surface is reached. Cubes are cut into eight, that of the largest bound first.
#include "sphere_tree/certified_error.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

namespace tactus {
namespace {

constexpr double rounding = 0x1p-46; // more than a few operations in double are off by, relatively
constexpr double close_enough = 0.995;

struct Cube {
    DoubleVector middle;
    double half = 0.0; ///< of an edge
    double bound = 0.0;
    std::uint32_t place = 0;

    bool operator<(const Cube& other) const { return bound < other.bound; }
};

double length(DoubleVector a) { return std::sqrt(dot(a, a)); }

// How far points outside the body can be from the surface that are not farther than `reach` from a point.
double bound_around(const SurfaceDistance& surface, Vec3 point, double reach, std::uint32_t& place)
{
    const NearestPoint nearest = surface.nearest(to_double(point), place);
    place = nearest.place;
    if (surface.is_closed() && surface.is_inside(point))
        return std::max((reach - surface.distance_at_least(to_double(point), place)) * (1.0 + rounding), 0.0);
    return (reach + surface.distance_at_most(nearest)) * (1.0 + rounding);
}

// Some point of the sphere outside the body is as far as this: the one behind the surface's nearest point.
double error_found(const SurfaceDistance& surface, const Sphere& sphere)
{
    const DoubleVector centre = to_double(sphere.centre);
    const NearestPoint nearest = surface.nearest(centre);
    if (!(nearest.distance > 0.0))
        return 0.0;
    const bool inside = surface.is_closed() && surface.is_inside(sphere.centre);
    const DoubleVector way = (nearest.point - centre) * ((inside ? 1.0 : -1.0) * sphere.radius / nearest.distance);
    const Vec3 behind = to_float(centre + way);
    if (surface.is_closed() && surface.is_inside(behind))
        return 0.0;
    return surface.nearest(to_double(behind), nearest.place).distance;
}

} // namespace

double certified_error(const SurfaceDistance& surface, const Sphere& sphere, std::size_t most_parts)
{
    const DoubleVector centre = to_double(sphere.centre);
    std::uint32_t place = 0;
    const double simple = bound_around(surface, sphere.centre, sphere.radius, place);
    double found = error_found(surface, sphere);
    if (found >= close_enough * simple)
        return simple;

    std::priority_queue<Cube> cubes;
    cubes.push({centre, sphere.radius * (1.0 + rounding), simple, place});
    for (std::size_t parts = 0; parts < most_parts && !cubes.empty();) {
        const Cube cube = cubes.top();
        if (found >= close_enough * cube.bound)
            break;
        cubes.pop();
        for (int k = 0; k < 8; ++k) {
            const double half = 0.5 * cube.half;
            const DoubleVector middle =
                cube.middle + DoubleVector{k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half};
            const Vec3 near = to_float(middle);
            // The eight cubes may leave gaps as wide as a rounding, and their middles are not quite where they should
            // be.
            const double reach = (half * std::sqrt(3.0) + length(to_double(near) - middle)) * (1.0 + rounding)
                                 + rounding * (std::abs(middle.x) + std::abs(middle.y) + std::abs(middle.z));
            const double from_centre = length(to_double(near) - centre);
            if (from_centre * (1.0 - rounding) - reach > sphere.radius)
                continue;
            ++parts;
            Cube part{middle, half, 0.0, cube.place};
            part.bound = std::min(bound_around(surface, near, reach, part.place), cube.bound);
            if (part.bound <= found)
                continue;
            if (from_centre <= sphere.radius && part.bound > reach)
                found = std::max(found, part.bound - reach - 4.0 * rounding * part.bound);
            cubes.push(part);
        }
    }
    return cubes.empty() ? std::min(found * (1.0 + rounding), simple)
                         : std::min(std::max(cubes.top().bound, found), simple);
}

} // namespace tactus
