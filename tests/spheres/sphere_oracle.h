// SPDX-License-Identifier: MIT
// The contacts of spheres in rational arithmetic, by comparing distances and nothing else.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <tactus/tactus.h>

#include "base/every_structure.h"
#include "geometry/triangle.h"

namespace tactus::spheres {

using Rational = mpq_class;
using Point = std::array<Rational, 3>;

inline Point exact(Vec3 p) { return {Rational(p.x), Rational(p.y), Rational(p.z)}; }
inline Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Rational squared_distance(const Point& p, const Point& a)
{
    const Point apart = p - a;
    return dot(apart, apart);
}

inline Rational squared_distance(const Point& p, const Point& a, const Point& b)
{
    const Point along = b - a;
    const Rational whole = dot(along, along);
    if (whole == 0)
        return squared_distance(p, a);
    Rational t = dot(p - a, along) / whole;
    t = std::max(Rational(0), std::min(Rational(1), t));
    return squared_distance(p, Point{a[0] + along[0] * t, a[1] + along[1] * t, a[2] + along[2] * t});
}

/// By the weights of the foot on the plane, from the normal equations.
inline Rational squared_distance(const Point& p, const Point& a, const Point& b, const Point& c)
{
    Rational least = std::min({squared_distance(p, a, b), squared_distance(p, b, c), squared_distance(p, c, a)});
    const Point u = b - a, v = c - a, w = p - a;
    const Rational uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    const Rational determinant = uu * vv - uv * uv;
    if (determinant == 0)
        return least;
    const Rational s = (wu * vv - wv * uv) / determinant, t = (wv * uu - wu * uv) / determinant;
    if (s < 0 || t < 0 || s + t > 1)
        return least;
    return std::min(
        least,
        squared_distance(p, Point{a[0] + u[0] * s + v[0] * t, a[1] + u[1] * s + v[1] * t, a[2] + u[2] * s + v[2] * t}));
}

/// A surface as a test makes it.
struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

struct Ball {
    Vec3 centre;
    float radius = 0.0f;
};

/// Which feature: v, e or f, and its vertices, or the triangle.
struct FeatureName {
    char kind = 'v';
    std::vector<std::uint32_t> numbers;

    friend auto operator<=>(const FeatureName&, const FeatureName&) = default;
};

/// With whether the sphere goes beyond it.
using FeatureSet = std::map<FeatureName, bool>;

/// The features nearer than their own smaller ones, and as near as every triangle around them.
inline FeatureSet contacts_by_definition(const Ball& ball, const Mesh& mesh, float distance)
{
    const Point centre = exact(ball.centre);
    std::vector<Point> points;
    for (const Vec3 p : mesh.positions)
        points.push_back(exact(p));
    const auto of_edge = [&](std::uint32_t a, std::uint32_t b) {
        return squared_distance(centre, points[a], points[b]);
    };
    const auto of_vertex = [&](std::uint32_t a) { return squared_distance(centre, points[a]); };
    std::vector<Rational> of_triangle;
    for (const auto& [a, b, c] : mesh.triangles)
        of_triangle.push_back(squared_distance(centre, points[a], points[b], points[c]));
    const auto is_nearest = [&](const std::vector<std::uint32_t>& vertices, const Rational& squared) {
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const TriangleIndices& corners = mesh.triangles[t];
            const bool is_around = std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t vertex) {
                return std::find(corners.begin(), corners.end(), vertex) != corners.end();
            });
            if (is_around && of_triangle[t] != squared)
                return false;
        }
        return true;
    };
    const Rational reach = Rational(ball.radius) + Rational(distance), radius = ball.radius;
    FeatureSet set;
    const auto add = [&](FeatureName name, const Rational& squared) {
        if (squared <= reach * reach)
            set[std::move(name)] = squared < radius * radius;
    };
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const TriangleIndices& corners = mesh.triangles[t];
        Rational outline = of_edge(corners[0], corners[1]);
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t begin = corners[k], end = corners[(k + 1) % 3];
            if (is_nearest({begin}, of_vertex(begin)))
                add({'v', {begin}}, of_vertex(begin));
            const Rational edge = of_edge(begin, end);
            outline = std::min(outline, edge);
            if (edge < of_vertex(begin) && edge < of_vertex(end) && is_nearest({begin, end}, edge))
                add({'e', {std::min(begin, end), std::max(begin, end)}}, edge);
        }
        if (of_triangle[t] < outline)
            add({'f', {t}}, of_triangle[t]);
    }
    return set;
}

/// The feature of the mesh that a sphere's contact is on.
inline FeatureName feature_of(const Contact& contact)
{
    const bool is_b = contact.kind == ContactKind::sphere_surface;
    const auto& vertices = is_b ? contact.vertices_b : contact.vertices_a;
    if (vertices[0] == vertices[1])
        return {'v', {vertices[0]}};
    if (vertices[1] == vertices[2])
        return {'e', {std::min(vertices[0], vertices[1]), std::max(vertices[0], vertices[1])}};
    return {'f', {is_b ? contact.triangle_b : contact.triangle_a}};
}

inline bool is_on_surface(const Contact& contact)
{
    return contact.kind == ContactKind::sphere_surface || contact.kind == ContactKind::surface_sphere;
}

/// A cube from 0 to 1 along each axis, times the size, facing outwards.
inline Mesh cube(float size = 1.0f)
{
    Mesh mesh;
    for (std::uint32_t v = 0; v < 8; ++v)
        mesh.positions.push_back({size * float(v & 1), size * float(v >> 1 & 1), size * float(v >> 2 & 1)});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

/// A square of n x n cells of a quarter metre in the plane z = 0, facing up.
inline Mesh sheet(std::uint32_t n)
{
    Mesh mesh;
    for (std::uint32_t y = 0; y <= n; ++y)
        for (std::uint32_t x = 0; x <= n; ++x)
            mesh.positions.push_back({0.25f * float(x), 0.25f * float(y), 0.0f});
    for (std::uint32_t y = 0; y < n; ++y)
        for (std::uint32_t x = 0; x < n; ++x) {
            const std::uint32_t v = y * (n + 1) + x;
            mesh.triangles.push_back({v, v + 1, v + n + 2});
            mesh.triangles.push_back({v, v + n + 2, v + n + 1});
        }
    return mesh;
}

/// Triangles between few vertices on a coarse grid: much touches, coincides or has no area.
inline Mesh crowded_soup(std::mt19937& random, std::uint32_t vertices, std::uint32_t triangles)
{
    Mesh mesh;
    const auto coordinate = [&] { return 0.25f * float(random() % 9); };
    for (std::uint32_t v = 0; v < vertices; ++v) {
        const float x = coordinate(), y = coordinate();
        mesh.positions.push_back({x, y, coordinate()});
    }
    for (std::uint32_t t = 0; t < triangles; ++t) {
        const std::uint32_t a = random() % vertices, b = random() % vertices;
        mesh.triangles.push_back({a, b, static_cast<std::uint32_t>(random() % vertices)});
    }
    return mesh;
}

/// Every bit of the coordinates counts.
inline Mesh ragged(Mesh mesh, std::mt19937& random)
{
    const auto part = [&] { return float(random() % (1u << 24)) * 0x1p-26f; };
    for (Vec3& p : mesh.positions) {
        const float x = part(), y = part();
        p = {p.x + x, p.y + y, p.z + part()};
    }
    return mesh;
}

} // namespace tactus::spheres
