// SPDX-License-Identifier: MIT
// Judges spheres by plain means, and makes meshes to judge them on. Shares nothing with the builder.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/spheres.h>

namespace tactus::sphere_judge {

struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

inline Result<SphereTree> make_tree(const Mesh& mesh, const SphereTreeOptions& options)
{
    return make_sphere_tree({mesh.triangles, mesh.positions}, options);
}

using Point = DoubleVec3;
inline Point point(Vec3 p) { return {p.x, p.y, p.z}; }
inline Point halfway(Point a, Point b) { return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)}; }
inline double squared_distance(Point a, Point b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
}

/// With room for the rounding of the squares.
inline bool surely_holds(const Sphere& sphere, Point p)
{
    const double radius = sphere.radius;
    return squared_distance(point(sphere.centre), p) * (1.0 + 0x1p-49) <= radius * radius;
}

/// Whether every point of a triangle is in one of the spheres: it is if one holds all corners, or both halves are.
inline bool is_covered(Point a, Point b, Point c, std::span<const Sphere> spheres, int depth)
{
    std::vector<Sphere> near;
    const Point middle = halfway(a, halfway(b, c));
    const double reach =
        std::sqrt(std::max({squared_distance(middle, a), squared_distance(middle, b), squared_distance(middle, c)}));
    for (const Sphere& sphere : spheres) {
        if (surely_holds(sphere, a) && surely_holds(sphere, b) && surely_holds(sphere, c))
            return true;
        if (std::sqrt(squared_distance(point(sphere.centre), middle)) <= 1.001 * (reach + sphere.radius))
            near.push_back(sphere);
    }
    if (near.empty() || depth == 0)
        return false;
    const double ab = squared_distance(a, b), bc = squared_distance(b, c), ca = squared_distance(c, a);
    if (ab >= bc && ab >= ca) {
        const Point m = halfway(a, b);
        return is_covered(a, m, c, near, depth - 1) && is_covered(m, b, c, near, depth - 1);
    }
    if (bc >= ca) {
        const Point m = halfway(b, c);
        return is_covered(a, b, m, near, depth - 1) && is_covered(a, m, c, near, depth - 1);
    }
    const Point m = halfway(c, a);
    return is_covered(a, b, m, near, depth - 1) && is_covered(m, b, c, near, depth - 1);
}

inline bool is_covered(const Mesh& mesh, const std::vector<SphereNode>& nodes)
{
    std::vector<Sphere> spheres;
    for (const SphereNode& node : nodes)
        spheres.push_back(node.sphere);
    for (const TriangleIndices& t : mesh.triangles)
        if (!is_covered(
                point(mesh.positions[t[0]]), point(mesh.positions[t[1]]), point(mesh.positions[t[2]]), spheres, 100))
            return false;
    return true;
}

/// A body around the origin by its radius in each direction, over a grid of directions; closed, outwards.
template <class F>
Mesh star_body(int rows, int columns, F&& radius)
{
    Mesh mesh;
    const auto add = [&](double theta, double phi) {
        const double r = radius(theta, phi);
        mesh.positions.push_back(
            {float(r * std::sin(theta) * std::cos(phi)), float(r * std::sin(theta) * std::sin(phi)),
             float(r * std::cos(theta))});
    };
    const double pi = 3.14159265358979;
    add(0.0, 0.0);
    for (int i = 1; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            add(pi * i / rows, 2.0 * pi * j / columns);
    add(pi, 0.0);
    const auto at = [&](int i, int j) { return std::uint32_t(1 + (i - 1) * columns + j % columns); };
    const auto last = std::uint32_t(mesh.positions.size() - 1);
    for (int j = 0; j < columns; ++j) {
        mesh.triangles.push_back({0, at(1, j), at(1, j + 1)});
        mesh.triangles.push_back({last, at(rows - 1, j + 1), at(rows - 1, j)});
        for (int i = 1; i + 1 < rows; ++i) {
            mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    return mesh;
}

inline Mesh bumpy_body()
{
    return star_body(14, 20, [](double theta, double phi) {
        return 1.0 + 0.4 * std::sin(3.0 * theta) * std::cos(2.0 * phi) + 0.6 * std::cos(theta) * std::cos(theta);
    });
}

} // namespace tactus::sphere_judge
