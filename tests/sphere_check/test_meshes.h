// SPDX-License-Identifier: MIT
// Meshes whose answers can be worked out by hand, and plain ways to measure others.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/spheres.h>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/bodies/shape.h"
#include "scenes/random.h"

namespace tactus::judged {

struct TestMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    MeshView view() const { return {triangles, positions}; }
};

inline TestMesh from_shape(const scenes::Shape& shape)
{
    TestMesh mesh{shape.triangles, {}};
    for (const scenes::Point& p : shape.points)
        mesh.positions.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    return mesh;
}

/// From (0, 0, 0) to (1, 1, 0).
inline TestMesh unit_square() { return {{{0, 1, 2}, {0, 2, 3}}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}; }

/// About the origin, faces outwards; inwards where the half side is below 0.
inline void add_cube(TestMesh& mesh, float half_side)
{
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const float h = std::abs(half_side);
    for (int corner = 0; corner < 8; ++corner)
        mesh.positions.push_back({corner & 1 ? h : -h, corner & 2 ? h : -h, corner & 4 ? h : -h});
    constexpr std::uint32_t squares[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                             {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& s : squares) {
        std::uint32_t a = first + s[0], b = first + s[1], c = first + s[2], d = first + s[3];
        if (half_side < 0.0f)
            std::swap(b, d);
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
}

inline TestMesh cube(float half_side)
{
    TestMesh mesh;
    add_cube(mesh, half_side);
    return mesh;
}

using scenes::Point;

inline Point widened(const Vec3& p) { return {p.x, p.y, p.z}; }
inline double length(const Point& p) { return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z); }

/// A point of the surface, evenly spread by area within its triangle.
inline Point random_point(scenes::Random& random, const TestMesh& mesh, std::size_t triangle)
{
    const TriangleIndices& t = mesh.triangles[triangle];
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    const Point a = widened(mesh.positions[t[0]]);
    return a + (widened(mesh.positions[t[1]]) - a) * u + (widened(mesh.positions[t[2]]) - a) * v;
}

inline double triangle_area(const TestMesh& mesh, std::size_t triangle)
{
    const TriangleIndices& t = mesh.triangles[triangle];
    const Point a = widened(mesh.positions[t[0]]);
    return 0.5 * length(cross(widened(mesh.positions[t[1]]) - a, widened(mesh.positions[t[2]]) - a));
}

/// How far the point is from the nearest sphere; 0 inside one.
inline double gap_at(const Point& p, const std::vector<Sphere>& spheres)
{
    double gap = INFINITY;
    for (const Sphere& sphere : spheres)
        gap = std::min(gap, length(p - widened(sphere.centre)) - static_cast<double>(sphere.radius));
    return std::max(gap, 0.0);
}

inline double distance_to_triangle(const Point& p, const Point& a, const Point& b, const Point& c)
{
    const auto to_segment = [&](const Point& from, const Point& to) {
        const Point along = to - from;
        const double squared = dot(along, along);
        const double t = squared > 0.0 ? std::clamp(dot(p - from, along) / squared, 0.0, 1.0) : 0.0;
        return length(p - (from + along * t));
    };
    double distance = std::min({to_segment(a, b), to_segment(b, c), to_segment(c, a)});
    const Point normal = cross(b - a, c - a);
    const bool over = dot(cross(b - a, p - a), normal) >= 0.0 && dot(cross(c - b, p - b), normal) >= 0.0
                      && dot(cross(a - c, p - c), normal) >= 0.0;
    if (over && length(normal) > 0.0)
        distance = std::min(distance, std::abs(dot(p - a, normal)) / length(normal));
    return distance;
}

/// By the sum of solid angles (van Oosterom and Strackee 1983): 0 outside, 1 inside.
inline double winding_number(const Point& p, const TestMesh& mesh)
{
    double sum = 0.0;
    for (const TriangleIndices& t : mesh.triangles) {
        const Point a = widened(mesh.positions[t[0]]) - p, b = widened(mesh.positions[t[1]]) - p,
                    c = widened(mesh.positions[t[2]]) - p;
        const double la = length(a), lb = length(b), lc = length(c);
        sum += 2.0 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (4.0 * 3.14159265358979323846);
}

/// Outside a closed mesh its distance from it, inside 0.
inline double protrusion_at(const Point& p, const TestMesh& mesh, bool closed)
{
    if (closed && std::abs(winding_number(p, mesh)) > 0.5)
        return 0.0;
    double distance = INFINITY;
    for (const TriangleIndices& t : mesh.triangles)
        distance = std::min(
            distance,
            distance_to_triangle(
                p, widened(mesh.positions[t[0]]), widened(mesh.positions[t[1]]), widened(mesh.positions[t[2]])));
    return distance;
}

inline Sphere sphere_at(const Point& p, double radius)
{
    return {{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}, static_cast<float>(radius)};
}

} // namespace tactus::judged
