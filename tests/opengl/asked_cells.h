// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "geometry/features/box_triangle.h"
#include "opengl/occlusion/cell_asker.h"

namespace tactus {

/// Triangles to ask about, and what the exact test says of them.
struct AskedMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;

    void add(const Triangle& triangle)
    {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), {triangle.a, triangle.b, triangle.c});
        triangles.push_back({first, first + 1, first + 2});
    }
    MeshView view() const { return {triangles, positions}; }
    bool meets(const AskedCell& cell) const
    {
        for (const auto& [a, b, c] : triangles)
            if (box_meets_triangle({cell.lower, cell.upper}, {positions[a], positions[b], positions[c]}))
                return true;
        return false;
    }
};

/// The cell with so much of its size added on each side.
inline AskedCell widened(const AskedCell& cell, float share)
{
    const Vec3 by = (cell.upper - cell.lower) * share;
    return {cell.lower - by, cell.upper + by};
}

/// The same numbers from the same seed.
class CellChance {
public:
    explicit CellChance(std::uint32_t seed) : engine_(seed) {}
    float between(float lower, float upper)
    {
        return lower + (upper - lower) * static_cast<float>(engine_() >> 8) * 0x1p-24f;
    }
    Vec3 within(const AskedCell& cell)
    {
        const float x = between(cell.lower.x, cell.upper.x), y = between(cell.lower.y, cell.upper.y);
        return {x, y, between(cell.lower.z, cell.upper.z)};
    }
    Vec3 direction()
    {
        for (;;) {
            const Vec3 v = within({{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}});
            const float squared = dot(v, v);
            if (squared > 0.01f && squared < 1.0f)
                return v * (1.0f / std::sqrt(squared));
        }
    }

private:
    std::mt19937 engine_;
};

/// Cells of a lattice with room between them, so that what fills one does not reach the next.
inline AskedCell lattice_cell(std::size_t number)
{
    const Vec3 lower = {
        3.0f * static_cast<float>(number % 8), 3.0f * static_cast<float>(number / 8 % 8),
        3.0f * static_cast<float>(number / 64)};
    return {lower, lower + Vec3{1.0f, 1.0f, 1.0f}};
}

} // namespace tactus
