// SPDX-License-Identifier: MIT
// Distance changes by no more than the way one goes. So no point of a cube that is outside the body is farther from the
// surface than half the cube's diagonal more than its middle is; or, if that is inside, than what is left of the way
// when the surface is reached. Nor is any point farther than from whatever point of the surface is known. Cubes are cut
// into eight, that of the largest bound first.
#include "spheres/maker/balls/certified_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace tactus {
namespace {

constexpr double rounding = 0x1p-46; // more than a few operations in double are off by, relatively

struct Cube {
    DoubleVector middle;
    double half = 0.0; ///< of an edge
    double bound = 0.0;
    std::uint32_t place = 0;
    DoubleVector seen;       ///< the point that the bound is from
    double outside_by = 0.0; ///< its distance from the surface, 0 where it is inside

    bool operator<(const Cube& other) const { return bound < other.bound; }
};

double sum_of_sizes(DoubleVector a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

// How far the corner of a cube is from a point that is farthest.
double farthest_corner(const Cube& cube, DoubleVector point)
{
    const DoubleVector away = cube.middle - point;
    return length({std::abs(away.x) + cube.half, std::abs(away.y) + cube.half, std::abs(away.z) + cube.half});
}

class ErrorSearch {
public:
    ErrorSearch(const SurfaceDistance& surface, const Sphere& sphere)
        : surface_(surface), sphere_(sphere), centre_(to_double(sphere.centre))
    {
    }

    double bound(std::size_t max_parts, double close_enough)
    {
        Cube whole{centre_, sphere_.radius * (1.0 + rounding), 0.0, 0, {}, 0.0};
        whole.bound = std::numeric_limits<double>::infinity();
        look_from(whole, centre_, sphere_.radius, nullptr);
        look_behind(whole);
        const double simple = whole.bound;
        if (found_ >= close_enough * simple)
            return simple;
        std::priority_queue<Cube> cubes;
        cubes.push(whole);
        for (std::size_t parts = 0; parts < max_parts && !cubes.empty();) {
            const Cube cube = cubes.top();
            if (found_ >= close_enough * cube.bound)
                break;
            cubes.pop();
            for (int k = 0; k < 8; ++k) {
                const double half = 0.5 * cube.half;
                Cube part = cube;
                part.half = half;
                part.middle =
                    cube.middle + DoubleVector{k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half};
                if (!look_at(part, cube))
                    continue;
                ++parts;
                if (part.bound > found_)
                    cubes.push(part);
            }
        }
        return cubes.empty() ? std::min(found_ * (1.0 + rounding), simple)
                             : std::min(std::max(cubes.top().bound, found_), simple);
    }

private:
    // False if the cube is outside of the sphere.
    bool look_at(Cube& part, const Cube& whole)
    {
        // The eight cubes may leave gaps as wide as a rounding, and their middles are not quite where they should be.
        const double slip = rounding * (sum_of_sizes(part.middle) + sum_of_sizes(centre_) + sphere_.radius);
        const double half_diagonal = part.half * std::sqrt(3.0) * (1.0 + rounding) + slip;
        const DoubleVector away = part.middle - centre_;
        const double from_centre = length(away);
        const double beyond = from_centre * (1.0 - rounding) - sphere_.radius - slip;
        if (beyond > half_diagonal)
            return false;
        if (beyond <= 0.0) {
            look_from(part, part.middle, half_diagonal, &whole);
            return true;
        }
        // From the sphere's nearest point, all that it has of the cube is less far: a right angle or more is between.
        const DoubleVector nearest = centre_ + away * (sphere_.radius / from_centre);
        const double reach = std::sqrt((half_diagonal - beyond) * (half_diagonal + beyond)) * (1.0 + rounding) + slip;
        look_from(part, nearest, reach, &whole);
        return true;
    }

    // Bounds what lies in a cube and within `reach` of a point, which is in the sphere up to a rounding.
    void look_from(Cube& cube, DoubleVector point, double reach, const Cube* whole)
    {
        const DoubleVector at = to_double(to_float(point));
        reach = (reach + length(at - point)) * (1.0 + rounding);
        const double slip = rounding * (surface_.largest_coordinate() + sum_of_sizes(cube.middle));
        const auto bound_by = [&](const NearestPoint& some) {
            const double corner = farthest_corner(cube, some.point) + slip;
            cube.bound =
                std::min(std::min(reach + surface_.distance_at_most(some), corner) * (1.0 + rounding), cube.bound);
        };
        // Often the triangle that was nearest from the larger cube is near enough.
        if (whole) {
            bound_by(surface_.nearest(at, cube.place, 0.0));
            if (cube.bound <= found_)
                return;
        }
        const NearestPoint nearest = surface_.nearest(at, cube.place);
        bound_by(nearest);
        cube.place = nearest.place;
        cube.seen = at;
        const bool same_side = whole && length(at - whole->seen) < 0.999 * whole->outside_by;
        const bool inside = surface_.is_closed() && !same_side && surface_.is_inside(to_float(at));
        cube.outside_by = inside ? 0.0 : nearest.distance;
        if (inside) {
            const double left = reach - surface_.distance_at_least(at, nearest.place);
            cube.bound = std::min(std::max(left, 0.0) * (1.0 + rounding), cube.bound);
        } else if (length(at - centre_) <= sphere_.radius) {
            found_ = std::max(found_, std::min(nearest.distance * (1.0 - rounding), cube.bound));
        }
    }

    // Some point of the sphere outside the body is far out: the one behind the surface's nearest point.
    void look_behind(const Cube& whole)
    {
        const NearestPoint nearest = surface_.nearest(centre_, whole.place);
        if (!(nearest.distance > 0.0))
            return;
        const double turn = whole.outside_by > 0.0 ? -1.0 : 1.0;
        const DoubleVector way = (nearest.point - centre_) * (turn * sphere_.radius / nearest.distance);
        const Vec3 behind = to_float(centre_ + way);
        if (!surface_.is_closed() || !surface_.is_inside(behind))
            found_ = std::max(found_, surface_.nearest(to_double(behind), nearest.place).distance);
    }

    const SurfaceDistance& surface_;
    const Sphere& sphere_;
    DoubleVector centre_;
    double found_ = 0.0; ///< some point of the sphere outside the body is about as far from the surface
};

} // namespace

double certified_error(const SurfaceDistance& surface, const Sphere& sphere, std::size_t max_parts, double close_enough)
{
    return ErrorSearch(surface, sphere).bound(max_parts, close_enough);
}

} // namespace tactus
