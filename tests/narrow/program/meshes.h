// SPDX-License-Identifier: MIT
// Meshes that are the same to the bit on every machine: made with nothing but sums, products and square roots of
// doubles.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <tactus/geometry.h>

namespace narrow {

struct Mesh {
    std::vector<tactus::TriangleIndices> triangles;
    std::vector<std::array<double, 3>> points;

    /// Moved, stretched along z and bent sideways; with room to be read beyond the last.
    std::vector<tactus::Vec3> placed(double x, double y, double z, double bend, double stretch = 1.0) const
    {
        std::vector<tactus::Vec3> positions;
        positions.reserve(points.size() + 2);
        for (const auto& p : points)
            positions.push_back(
                {float(p[0] + x + bend * p[2] * p[2]), float(p[1] + y - bend * p[0] * p[2]),
                 float(stretch * p[2] + z)});
        return positions;
    }
};

/// A closed ball with bumps: an octahedron whose triangles are cut in four as often as is said.
inline Mesh ball(int cuts, double radius)
{
    Mesh mesh;
    mesh.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int cut = 0; cut < cuts; ++cut) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [place, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)}, mesh.points.size());
            if (is_new) {
                std::array<double, 3> sum;
                for (std::size_t k = 0; k < 3; ++k)
                    sum[k] = mesh.points[a][k] + mesh.points[b][k];
                mesh.points.push_back(sum);
            }
            return place->second;
        };
        std::vector<tactus::TriangleIndices> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        mesh.triangles = std::move(finer);
        for (auto& p : mesh.points) {
            const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
            p = {p[0] / length, p[1] / length, p[2] / length};
        }
    }
    for (auto& [x, y, z] : mesh.points) {
        const double size = radius * (1.0 + 0.4 * x * y * z + 0.1 * x * x * y);
        x *= size, y *= size, z *= size;
    }
    return mesh;
}

/// A sheet of squares, each cut in two, that lies folded upon itself a little apart.
inline Mesh folded_sheet(std::uint32_t rows, std::uint32_t columns, double side, double gap)
{
    Mesh mesh;
    for (std::uint32_t row = 0; row <= rows; ++row)
        for (std::uint32_t column = 0; column <= columns; ++column) {
            const std::uint32_t fold = 4 * column / (columns + 1), along = column - fold * (columns + 1) / 4;
            const double x = fold % 2 == 0 ? along : (columns + 1) / 4.0 - along;
            mesh.points.push_back({side * x, side * row, gap * fold + 0.3 * gap * (row % 3) - 0.01 * gap * along});
        }
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t a = row * (columns + 1) + column, b = a + columns + 1;
            mesh.triangles.insert(mesh.triangles.end(), {{a, a + 1, b}, {a + 1, b + 1, b}});
        }
    return mesh;
}

/// Triangles of all sizes in a cube, each on its own.
inline Mesh soup(std::uint32_t count, double size)
{
    std::uint64_t state = 7;
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 40) / double(1 << 24) - 0.5;
    };
    Mesh mesh;
    for (std::uint32_t t = 0; t < count; ++t) {
        const std::array<double, 3> centre = {next(), next(), next()};
        const double reach = 0.5 / (1 + t % 7);
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            std::array<double, 3> p;
            for (std::size_t k = 0; k < 3; ++k)
                p[k] = size * (centre[k] + reach * next());
            mesh.points.push_back(p);
        }
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

} // namespace narrow
