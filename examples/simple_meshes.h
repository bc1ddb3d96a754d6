// SPDX-License-Identifier: MIT
// Meshes for the examples that simulate, and a file to look at them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include <tactus/geometry.h>

#include "small_vectors.h"

struct Mesh {
    std::vector<tactus::TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// A cube about the origin.
inline Mesh make_box(float half_side)
{
    Mesh box;
    for (int i = 0; i < 8; ++i)
        box.positions.push_back(
            Vec3{(i & 1) != 0 ? 1.0f : -1.0f, (i & 2) != 0 ? 1.0f : -1.0f, (i & 4) != 0 ? 1.0f : -1.0f} * half_side);
    box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return box;
}

/// A ball about the origin: rings between two poles, with twice as many vertices around as there are rings.
inline Mesh make_ball(float radius, std::uint32_t rings)
{
    Mesh ball;
    const std::uint32_t around = 2 * rings;
    const std::uint32_t south = 1 + rings * around;
    const auto at = [=](std::uint32_t ring, std::uint32_t k) { return 1 + ring * around + k % around; };
    ball.positions.push_back({0.0f, 0.0f, radius});
    for (std::uint32_t i = 0; i < rings * around; ++i) {
        const float down = 3.1415927f * static_cast<float>(i / around + 1) / static_cast<float>(rings + 1);
        const float along = 6.2831853f * static_cast<float>(i % around) / static_cast<float>(around);
        ball.positions.push_back(
            Vec3{std::sin(down) * std::cos(along), std::sin(down) * std::sin(along), std::cos(down)} * radius);
    }
    ball.positions.push_back({0.0f, 0.0f, -radius});
    for (std::uint32_t k = 0; k < around; ++k) {
        ball.triangles.push_back({0, at(0, k), at(0, k + 1)});
        for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
            ball.triangles.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)});
            ball.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)});
        }
        ball.triangles.push_back({at(rings - 1, k + 1), at(rings - 1, k), south});
    }
    return ball;
}

/// A level sheet about the origin, of so many vertices along each side, row by row.
inline Mesh make_sheet(std::uint32_t side, float spacing)
{
    Mesh sheet;
    const float middle = 0.5f * static_cast<float>(side - 1);
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const Vec3 place = {static_cast<float>(i % side) - middle, static_cast<float>(i / side) - middle, 0.0f};
        sheet.positions.push_back(place * spacing);
        if (i % side + 1 < side && i / side + 1 < side) {
            sheet.triangles.push_back({i, i + 1, i + side + 1});
            sheet.triangles.push_back({i, i + side + 1, i + side});
        }
    }
    return sheet;
}

/// Writes meshes as one OBJ file, each as a group of its own. Says whether it could.
inline bool write_obj(const char* path, std::span<const Mesh> meshes)
{
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr)
        return false;
    std::size_t first = 1;
    for (const Mesh& mesh : meshes) {
        std::fprintf(file, "g from_vertex_%zu\n", first);
        for (const Vec3& p : mesh.positions)
            std::fprintf(file, "v %.9g %.9g %.9g\n", p.x, p.y, p.z);
        for (const tactus::TriangleIndices& t : mesh.triangles)
            std::fprintf(file, "f %zu %zu %zu\n", first + t[0], first + t[1], first + t[2]);
        first += mesh.positions.size();
    }
    return std::fclose(file) == 0;
}
