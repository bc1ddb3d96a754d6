// SPDX-License-Identifier: MIT
// Flat sheets for tests of how thick bodies are.
#pragma once

#include <cstdint>
#include <vector>

#include <tactus/tactus.h>

namespace tactus {

/// A square in the plane z = height, with its middle on the z axis, of so many squares of two triangles along a side.
/// It faces upwards.
struct FlatSheet {
    std::vector<Vec3> positions;
    std::vector<TriangleIndices> triangles;

    explicit FlatSheet(float height, float side = 1.0f, std::uint32_t cells = 4)
    {
        const std::uint32_t n = cells + 1;
        for (std::uint32_t k = 0; k < n * n; ++k)
            positions.push_back(
                {side * (float(k % n) / float(cells) - 0.5f), side * (float(k / n) / float(cells) - 0.5f), height});
        for (std::uint32_t k = 0; k + n < n * n; ++k)
            if (k % n != cells) {
                triangles.push_back({k, k + 1, k + n + 1});
                triangles.push_back({k, k + n + 1, k + n});
            }
    }

    std::vector<Vec3> raised_by(float metres) const
    {
        std::vector<Vec3> raised = positions;
        for (Vec3& vertex : raised)
            vertex.z += metres;
        return raised;
    }
    BodyDesc desc(const Thickness& thickness = {}) const
    {
        return {.triangles = triangles, .positions = positions, .thickness = thickness};
    }
};

/// The force on a body in newtons along the z axis; 0 where nothing pushes it.
inline float lift_of(const ForceReport& report, BodyId body)
{
    for (const Wrench& wrench : report.bodies)
        if (wrench.body == body)
            return wrench.force.z;
    return 0.0f;
}

} // namespace tactus
