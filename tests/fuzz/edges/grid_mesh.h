// SPDX-License-Identifier: MIT
// Meshes whose coordinates are whole numbers.
#pragma once

#include <array>
#include <vector>

#include <tactus/tactus.h>

#include "../cases/random.h"

namespace tactus::fuzz::edges {

/// A mesh on whole numbers, which are scaled at the end.
struct GridMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<std::array<int, 3>> points;

    std::uint32_t add(int x, int y, int z)
    {
        points.push_back({x, y, z});
        return static_cast<std::uint32_t>(points.size() - 1);
    }
    /// A square side as two triangles; its corners go round counterclockwise as seen from outside.
    void side(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d, bool other_diagonal)
    {
        if (other_diagonal)
            triangles.insert(triangles.end(), {{a, b, d}, {b, c, d}});
        else
            triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
    }
};

/// A body between two sheets of squares, the heights of which are given, so that it is flat where these are alike, and
/// has ridges and valleys elsewhere. Sheets without a bottom are open.
template <class Height>
GridMesh slab(Random& random, int columns, int rows, int width, int bottom, bool closed, const Height& height)
{
    GridMesh mesh;
    for (int y = 0; y <= rows; ++y)
        for (int x = 0; x <= columns; ++x)
            mesh.add(x * width, y * width, height(x, y));
    const auto top = [&](int x, int y) { return static_cast<std::uint32_t>(y * (columns + 1) + x); };
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            mesh.side(top(x, y), top(x + 1, y), top(x + 1, y + 1), top(x, y + 1), random.one_in(2));
    if (!closed)
        return mesh;
    const auto count = static_cast<std::uint32_t>(mesh.points.size());
    for (int y = 0; y <= rows; ++y)
        for (int x = 0; x <= columns; ++x)
            mesh.add(x * width, y * width, bottom);
    const auto low = [&](int x, int y) { return count + top(x, y); };
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            mesh.side(low(x, y), low(x, y + 1), low(x + 1, y + 1), low(x + 1, y), random.one_in(2));
    for (int x = 0; x < columns; ++x) {
        mesh.side(low(x, 0), low(x + 1, 0), top(x + 1, 0), top(x, 0), random.one_in(2));
        mesh.side(low(x + 1, rows), low(x, rows), top(x, rows), top(x + 1, rows), random.one_in(2));
    }
    for (int y = 0; y < rows; ++y) {
        mesh.side(low(0, y + 1), low(0, y), top(0, y), top(0, y + 1), random.one_in(2));
        mesh.side(low(columns, y), low(columns, y + 1), top(columns, y + 1), top(columns, y), random.one_in(2));
    }
    return mesh;
}

/// Turns a mesh over, onto a side or by a quarter, without turning it inside out.
inline void turn(Random& random, GridMesh& mesh)
{
    for (int turns = random.between(0, 3); turns; --turns) {
        const std::size_t axis = random.below(3), next = (axis + 1) % 3;
        for (auto& p : mesh.points) {
            const int was = p[axis];
            p[axis] = -p[next];
            p[next] = was;
        }
    }
}

} // namespace tactus::fuzz::edges
