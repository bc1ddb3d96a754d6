// SPDX-License-Identifier: MIT
#include "true_winding.h"

#include <map>

#include "../../cases/random.h"

namespace tactus::fuzz {

namespace {

using WholeCorners = std::array<Point<mpz_class>, 3>;

/// Adds up which way the surface is crossed by a ray from a point that is not on it. False if the ray meets an edge.
bool count_crossings(
    const std::vector<WholeCorners>& triangles, const Point<mpz_class>& from, const Point<mpz_class>& ray, int& winding)
{
    winding = 0;
    for (const WholeCorners& t : triangles) {
        const Point<mpz_class> normal = cross(Point<mpz_class>(t[1] - t[0]), Point<mpz_class>(t[2] - t[0]));
        int positive = 0, negative = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const int side =
                sign(dot(cross(Point<mpz_class>(t[k] - from), Point<mpz_class>(t[(k + 1) % 3] - from)), ray));
            positive += side > 0;
            negative += side < 0;
        }
        // A triangle without area has nothing to cross: the edges around it count where they are met.
        if ((positive && negative) || sign(dot(normal, normal)) == 0)
            continue;
        if (positive + negative != 3)
            return false;
        const int facing = sign(dot(normal, ray));
        if (sign(dot(normal, Point<mpz_class>(t[0] - from))) * facing > 0)
            winding += facing;
    }
    return true;
}

} // namespace

bool is_balanced(const MirrorBody& body)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> more;
    for (std::size_t t = 0; t < body.triangles.size(); ++t)
        for (std::size_t k = 0; !body.removed[t] && k < 3; ++k) {
            const std::uint32_t from = body.triangles[t][k], to = body.triangles[t][(k + 1) % 3];
            if (from != to)
                more[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    for (const auto& [edge, count] : more)
        if (count != 0)
            return false;
    return true;
}

TrueWinding true_winding(const std::vector<SurfacePart>& parts, std::uint32_t place, const Vec3& point)
{
    WholeNumbers whole(parts);
    whole.take(point);
    const Point<mpz_class> p = whole(point);
    TrueWinding result;
    std::vector<WholeCorners> triangles;
    for (const SurfacePart& part : parts) {
        if (part.name.first != place)
            continue;
        if (part.is_sphere) {
            const Point<mpz_class> way = p - whole(part.corners[0]);
            const mpz_class radius = whole(part.radius);
            const int side = sign(mpz_class(dot(way, way) - radius * radius));
            return {.on_surface = side == 0, .certain = true, .winding = side < 0};
        }
        triangles.push_back(whole(part.corners));
        if (point_triangle(p, triangles.back()).squared.is_zero())
            return {.on_surface = true, .certain = true, .winding = 0};
    }
    Random random(7);
    for (int attempt = 0; attempt < 30; ++attempt) {
        const Point<mpz_class> ray = {
            mpz_class(random.between(-999, 999)), mpz_class(random.between(-999, 999)),
            mpz_class(random.between(-999, 999))};
        if (sign(dot(ray, ray)) != 0 && count_crossings(triangles, p, ray, result.winding))
            return result;
    }
    result.certain = false;
    return result;
}

} // namespace tactus::fuzz
