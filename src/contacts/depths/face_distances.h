// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/triangle.h"

namespace tactus {

/// Points and triangles side by side, each point with a triangle of its own: how far apart they are, and the way from
/// the point to the closest point of the triangle.
struct alignas(64) FaceDistances {
    static constexpr std::uint32_t size = 8;

    float point[3][size];
    float corners[3][3][size]; ///< of each corner the coordinates

    double distance[size]; ///< as closest of geometry/features/vertex_face.h has it, to the last bit
    float on_face[3][size];
    float weights[3][size]; ///< of the corners
    float way[3][size];     ///< of unit length, from the point to on_face; means nothing where has_way is 0
    float has_way[size];    ///< 1 where rounding has left the way a direction, or else 0

    void set(std::uint32_t lane, Vec3 from, const Triangle& triangle)
    {
        const auto write = [&](float(&to)[3][size], Vec3 p) {
            to[0][lane] = p.x, to[1][lane] = p.y, to[2][lane] = p.z;
        };
        write(point, from);
        write(corners[0], triangle.a);
        write(corners[1], triangle.b);
        write(corners[2], triangle.c);
    }
};

/// Fills in what comes of the first so many points and triangles, and overwrites what comes of the others.
void measure(FaceDistances& distances, std::uint32_t count);

} // namespace tactus
