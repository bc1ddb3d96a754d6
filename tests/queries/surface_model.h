// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <tactus/tactus.h>

#include "geometry/features/box_triangle.h"
#include "geometry/features/inside.h"
#include "geometry/features/sphere_features.h"
#include "geometry/features/vertex_face.h"
#include "geometry/half_spaces/half_spaces.h"
#include "geometry/rays/ray_sphere.h"
#include "geometry/rays/ray_triangle.h"
#include "scenes/random.h"

namespace tactus {

/// Bodies of a world, and what every triangle of them says, one by one.
struct SurfaceModel {
    struct Body {
        BodyId id;
        std::vector<TriangleIndices> triangles;
        std::vector<Vec3> positions;
        std::vector<bool> is_removed;
        std::optional<Sphere> sphere = {};

        Triangle operator[](std::size_t k) const
        {
            return {positions[triangles[k][0]], positions[triangles[k][1]], positions[triangles[k][2]]};
        }
    };
    struct Hit {
        double t;
        std::uint32_t body;
        std::uint32_t triangle;
        auto operator<=>(const Hit&) const = default;
    };
    struct Nearest {
        double distance = std::numeric_limits<double>::infinity();
        std::uint32_t body = 0;
        std::uint32_t triangle = 0;
        auto operator<=>(const Nearest&) const = default;
    };

    std::vector<Body> bodies;

    template <class F>
    void for_each_triangle(F f) const
    {
        for (const Body& body : bodies)
            for (std::uint32_t k = 0; k < body.triangles.size(); ++k)
                if (!body.is_removed[k])
                    f(body, k, body[k]);
    }
    template <class OfTriangle, class OfBall>
    std::vector<SurfaceTriangle> all_that(OfTriangle of_triangle, OfBall of_ball) const
    {
        std::vector<SurfaceTriangle> found;
        for_each_triangle([&](const Body& body, std::uint32_t k, const Triangle& t) {
            if (of_triangle(t))
                found.push_back({body.id, k});
        });
        for (const Body& body : bodies)
            if (body.sphere && of_ball(*body.sphere))
                found.push_back({body.id, 0});
        std::sort(found.begin(), found.end(), [](const SurfaceTriangle& a, const SurfaceTriangle& b) {
            return std::tie(a.body.index, a.triangle) < std::tie(b.body.index, b.triangle);
        });
        return found;
    }
    std::vector<SurfaceTriangle> in_box(const Box& box) const
    {
        return all_that(
            [&](const Triangle& t) { return box_meets_triangle(box, t); },
            [&](const Sphere& ball) {
                const Vec3 foot = max(min(ball.centre, box.upper), box.lower);
                return compare_distance(ball.centre, foot, {ball.radius, 0, 0}) <= 0;
            });
    }
    std::vector<SurfaceTriangle> in_ball(const Sphere& query) const
    {
        return all_that(
            [&](const Triangle& t) {
                return compare_distance(query.centre, t, {query.radius, 0, 0}) <= 0;
            },
            [&](const Sphere& ball) {
                return compare_distance(query.centre, ball.centre, {query.radius, ball.radius, 0}) <= 0;
            });
    }
    std::vector<SurfaceTriangle> in_convex(std::span<const HalfSpace> spaces) const
    {
        std::vector<Plane> planes;
        for (const HalfSpace& space : spaces)
            planes.push_back({space.normal, space.offset});
        const HalfSpaces set(planes);
        return all_that(
            [&](const Triangle& t) { return set.meet(t); }, [&](const Sphere& ball) { return set.meet(ball); });
    }
    std::vector<Hit> hits(Vec3 origin, Vec3 direction) const
    {
        std::vector<Hit> all;
        for_each_triangle([&](const Body& body, std::uint32_t k, const Triangle& t) {
            if (const auto hit = ray_triangle_hit({origin, direction}, t))
                all.push_back({hit->t, body.id.index, k});
        });
        for (const Body& body : bodies)
            if (body.sphere)
                if (const auto t = ray_sphere_hit({origin, direction}, *body.sphere))
                    all.push_back({*t, body.id.index, 0});
        std::sort(all.begin(), all.end());
        return all;
    }
    Nearest nearest(Vec3 point) const
    {
        Nearest best;
        for_each_triangle([&](const Body& body, std::uint32_t k, const Triangle& t) {
            best = std::min(best, Nearest{closest(point, t).distance, body.id.index, k});
        });
        for (const Body& body : bodies)
            if (body.sphere) {
                const DoubleVector apart = to_double(point) - to_double(body.sphere->centre);
                const double distance = std::fabs(std::sqrt(dot(apart, apart)) - double(body.sphere->radius));
                best = std::min(best, Nearest{distance, body.id.index, 0});
            }
        return best;
    }
};

/// A closed surface around the origin: a cube's faces, each cut into quads, of which some vertices lie on a line.
inline SurfaceModel::Body closed_cube(int cuts, float size)
{
    SurfaceModel::Body body;
    std::vector<Vec3>& p = body.positions;
    const auto vertex = [&](Vec3 at) {
        const auto known = std::find(p.begin(), p.end(), at);
        if (known != p.end())
            return static_cast<std::uint32_t>(known - p.begin());
        p.push_back(at);
        return static_cast<std::uint32_t>(p.size() - 1);
    };
    const auto along = [&](int k) { return size * static_cast<float>(2 * k - cuts) / static_cast<float>(cuts); };
    for (int face = 0; face < 6; ++face)
        for (int i = 0; i < cuts; ++i)
            for (int k = 0; k < cuts; ++k) {
                const auto at = [&](int u, int v) {
                    const float x = along(i + u), y = along(k + v), z = face < 3 ? size : -size;
                    const Vec3 turned[] = {{x, y, z}, {z, x, y}, {y, z, x}};
                    return vertex(turned[face % 3]);
                };
                const std::uint32_t a = at(0, 0), b = at(1, 0), c = at(1, 1), d = at(0, 1);
                if (face < 3) {
                    body.triangles.push_back({a, b, c});
                    body.triangles.push_back({a, c, d});
                } else {
                    body.triangles.push_back({a, c, b});
                    body.triangles.push_back({a, d, c});
                }
            }
    body.is_removed.assign(body.triangles.size(), false);
    return body;
}

/// Triangles on a grid: many touch, many lie in planes of the axes, and every fifth has collapsed.
inline SurfaceModel::Body grid_soup(std::size_t count, scenes::Random& random)
{
    SurfaceModel::Body body;
    for (std::size_t k = 0; k < count; ++k) {
        const auto near = [&](Vec3 from) {
            const auto step = [&] { return 0.5f * static_cast<float>(static_cast<int>(random.below(5)) - 2); };
            return Vec3{from.x + step(), from.y + step(), from.z + step()};
        };
        const auto first = static_cast<std::uint32_t>(body.positions.size());
        const Vec3 a = near({static_cast<float>(random.below(9)) - 4, static_cast<float>(random.below(9)) - 4, 0});
        body.positions.insert(body.positions.end(), {a, near(a), k % 5 == 0 ? a : near(a)});
        body.triangles.push_back({first, first + 1, first + (k % 10 == 0 ? 0u : 2u)});
    }
    body.is_removed.assign(count, false);
    return body;
}

} // namespace tactus
