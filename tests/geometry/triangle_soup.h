// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus {

/// Triangles of one mesh, each with vertices of its own.
struct Soup {
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<Triangle> triangles;

    void add(const Triangle& t)
    {
        triangles.push_back(t);
        for (const Vec3 p : {t.a, t.b, t.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
    }
    // One float of padding is all that the kernel may read beyond the last vertex; sanitizers watch that it is.
    TriangleSource source()
    {
        positions.push_back(0.0f);
        positions.shrink_to_fit();
        return {positions.data(), indices.data()};
    }
};

} // namespace tactus
