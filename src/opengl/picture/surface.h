// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/result.h>

#include "geometry/double_vector.h"
#include "opengl/picture/picture.h"

namespace tactus {

/// The length of a vector, also of one that is very long or very short.
inline double norm(DoubleVector a) { return std::hypot(a.x, a.y, a.z); }

/// The direction of a vector. One without a finite length above zero gives `otherwise`.
inline DoubleVector normalized(DoubleVector a, DoubleVector otherwise)
{
    const double length = norm(a);
    return length > 0.0 && std::isfinite(length) ? a * (1.0 / length) : otherwise;
}

/// A corner of a drawn triangle, as it lies in the vertex buffer.
struct SurfaceVertex {
    Vec3 position;
    Vec3 normal;
    std::array<std::uint8_t, 4> colour{};
};

/// An edge of a highlighted triangle.
struct SurfaceEdge {
    Vec3 begin;
    Vec3 end;
};

/// Everything there is to draw, moved and scaled so that it fills the unit ball about the origin.
struct Surface {
    std::vector<SurfaceVertex> corners;     ///< three for each triangle
    std::vector<SurfaceVertex> highlighted; ///< three for each highlighted triangle
    std::vector<SurfaceEdge> outlines;      ///< each edge once
    DoubleVector centre;                    ///< where the origin lies in the meshes' own space
    double radius = 1.0;                    ///< how long one unit is there

    /// A point of the meshes' own space, in the picture's.
    Vec3 place(Vec3 point) const { return to_float((to_double(point) - centre) * (1.0 / radius)); }
};

/// Checks the meshes and prepares them. Normals are smooth over gentle bends and keep sharp edges sharp, also where
/// vertices that lie in one place are not shared. Triangles without area are kept.
Result<Surface> prepare_surface(std::span<const PictureMesh> meshes);

} // namespace tactus
