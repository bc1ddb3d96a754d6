// SPDX-License-Identifier: MIT
// Closed bodies for tests of penetration, and a reference that shares nothing with what is tested.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "contacts/depths/penetration_depths.h"
#include "geometry/double_vector.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus::penetration {

struct Body {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    Triangle triangle(std::size_t t) const
    {
        return {positions[triangles[t][0]], positions[triangles[t][1]], positions[triangles[t][2]]};
    }
};

/// In [0, 1), the same on every system.
inline double uniform(std::mt19937& random) { return static_cast<double>(random()) / 4294967296.0; }
inline double between(std::mt19937& random, double low, double high) { return low + (high - low) * uniform(random); }

inline DoubleVector any_direction(std::mt19937& random)
{
    for (;;) {
        const DoubleVector d = {between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)};
        if (dot(d, d) < 1.0 && dot(d, d) > 0.01)
            return unit(d);
    }
}

/// Three orthogonal unit vectors, right-handed, and a place.
struct Pose {
    DoubleVector x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, place;

    DoubleVector turn(DoubleVector p) const { return x * p.x + y * p.y + z * p.z; }
};

inline Pose any_pose(std::mt19937& random)
{
    Pose pose;
    pose.z = any_direction(random);
    pose.x = unit(cross(pose.z, any_direction(random)));
    pose.y = cross(pose.z, pose.x);
    pose.place = any_direction(random) * 3.0;
    return pose;
}

inline Body moved(Body body, const Pose& pose)
{
    for (Vec3& p : body.positions)
        p = to_float(pose.turn(to_double(p)) + pose.place);
    return body;
}

inline Body shifted(Body body, DoubleVector by) { return moved(std::move(body), Pose{.place = by}); }

inline Body inside_out(Body body)
{
    for (TriangleIndices& t : body.triangles)
        std::swap(t[1], t[2]);
    return body;
}

inline Body together(Body a, const Body& b)
{
    const auto first = static_cast<std::uint32_t>(a.positions.size());
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const TriangleIndices& t : b.triangles)
        a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    return a;
}

inline Body together(const std::vector<Body>& pieces)
{
    Body all;
    for (const Body& piece : pieces)
        all = together(std::move(all), piece);
    return all;
}

/// An icosahedron whose triangles are cut into four, again and again, and put onto the sphere.
inline Body sphere(double radius, int cuts)
{
    const double g = (1.0 + std::sqrt(5.0)) / 2.0;
    std::vector<DoubleVector> points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                        {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    std::vector<TriangleIndices> triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                              {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                              {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                              {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    for (int cut = 0; cut < cuts; ++cut) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [found, is_new] =
                middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(points.size()));
            if (is_new)
                points.push_back(unit(unit(points[a]) + unit(points[b])));
            return found->second;
        };
        std::vector<TriangleIndices> finer;
        for (const auto& [a, b, c] : triangles) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        triangles = finer;
    }
    Body body{triangles, {}};
    for (const DoubleVector& p : points)
        body.positions.push_back(to_float(unit(p) * radius));
    return body;
}

/// The surface of all unit cells for which `is_full(x, y, z)` holds, in units of `cell`, from the origin on.
inline Body cells(int nx, int ny, int nz, double cell, const std::function<bool(int, int, int)>& is_full)
{
    Body body;
    std::map<std::array<int, 3>, std::uint32_t> numbers;
    const auto vertex = [&](std::array<int, 3> at) {
        const auto [found, is_new] = numbers.try_emplace(at, static_cast<std::uint32_t>(body.positions.size()));
        if (is_new)
            body.positions.push_back(to_float(DoubleVector{double(at[0]), double(at[1]), double(at[2])} * cell));
        return found->second;
    };
    const std::array<int, 3> size = {nx, ny, nz};
    const auto full = [&](std::array<int, 3> at) {
        for (int k = 0; k < 3; ++k)
            if (at[k] < 0 || at[k] >= size[k])
                return false;
        return is_full(at[0], at[1], at[2]);
    };
    for (int x = 0; x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z)
                for (int axis = 0; axis < 3 && full({x, y, z}); ++axis)
                    for (const int way : {-1, 1}) {
                        std::array<int, 3> next = {x, y, z};
                        next[axis] += way;
                        if (full(next))
                            continue;
                        std::array<std::array<int, 3>, 4> quad;
                        quad.fill({x, y, z});
                        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
                        for (auto& corner : quad)
                            corner[axis] += way > 0 ? 1 : 0;
                        ++quad[1][u], ++quad[2][u], ++quad[2][v], ++quad[3][v];
                        if (way < 0)
                            std::swap(quad[1], quad[3]);
                        const std::uint32_t a = vertex(quad[0]), b = vertex(quad[1]), c = vertex(quad[2]),
                                            d = vertex(quad[3]);
                        body.triangles.push_back({a, b, c});
                        body.triangles.push_back({a, c, d});
                    }
    return body;
}

inline Body block(int nx, int ny, int nz, double cell)
{
    return cells(nx, ny, nz, cell, [](int, int, int) { return true; });
}

/// A spike of `sides` around the z axis, from its tip at the origin up to a lid at `height`.
inline Body spike(int sides, double radius, double height)
{
    Body body{{}, {{0, 0, 0}, {0, 0, static_cast<float>(height)}}};
    for (int i = 0; i < sides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        body.positions.push_back(to_float({radius * std::cos(angle), radius * std::sin(angle), height}));
        const auto here = static_cast<std::uint32_t>(2 + i), next = static_cast<std::uint32_t>(2 + (i + 1) % sides);
        body.triangles.push_back({0, next, here});
        body.triangles.push_back({1, here, next});
    }
    return body;
}

/// Spikes of six triangles each, far from each other, and as many that stand upside down under them, with each two
/// tips in each other, the deeper the later they come.
inline std::array<std::vector<Body>, 2> spikes_on_spikes(int count)
{
    std::array<std::vector<Body>, 2> pieces;
    for (int i = 0; i < count; ++i) {
        pieces[0].push_back(shifted(spike(3, 0.5, 1.0), {5.0 * i, 0, 0}));
        Pose pose;
        pose.y = {0, -1, 0}, pose.z = {0, 0, -1};
        pose.place = {5.0 * i + 0.02, 0.03, 0.3 + 0.05 * i};
        pieces[1].push_back(moved(spike(3, 0.5, 1.0), pose));
    }
    return pieces;
}

inline Body torus(double ring_radius, double tube_radius, int around, int across)
{
    Body body;
    const auto number = [&](int i, int j) { return static_cast<std::uint32_t>(i % around * across + j % across); };
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double u = 2.0 * std::numbers::pi * i / around, v = 2.0 * std::numbers::pi * j / across;
            const double r = ring_radius + tube_radius * std::cos(v);
            body.positions.push_back(to_float({r * std::cos(u), r * std::sin(u), tube_radius * std::sin(v)}));
            body.triangles.push_back({number(i, j), number(i + 1, j), number(i + 1, j + 1)});
            body.triangles.push_back({number(i, j), number(i + 1, j + 1), number(i, j + 1)});
        }
    return body;
}

} // namespace tactus::penetration
