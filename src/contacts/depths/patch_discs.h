// SPDX-License-Identifier: MIT
// The triangles of a patch as a search looks at them: eight at a time, and in discs.
#pragma once

#include <cstdint>

#include "geometry/box.h"
#include "geometry/triangle.h"

namespace tactus {

/// Eight triangles side by side. Where there are fewer, the last one stands in the lanes that are left.
struct alignas(32) PatchCorners {
    static constexpr std::uint32_t size = 8;

    float a[3][size];
    float b[3][size];
    float c[3][size];
    Vec3 normal; ///< sum over all lanes of normals, each of about unit length

    void set(std::uint32_t lane, const Triangle& triangle);
};

/// Eight triangles side by side, each in its own plane: corner a is the origin there, and corner b on the first axis. A
/// triangle whose plane rounding has lost has axes of zero length, and seems to be everywhere.
struct alignas(32) PatchBlock {
    static constexpr std::uint32_t size = 8;

    float axis[3][3][size]; ///< the two of the plane, and the normal
    float start[3][size];   ///< where corner a is along each
    float ab[size];         ///< its length
    float ac[2][size];      ///< of unit length
    float ac_length[size];
    float bc[2][size]; ///< of unit length
    float bc_length[size];
    bool has_planes; ///< whether no triangle is so thin that rounding has turned its plane
};

/// A round slab: all points that lie between two planes across an axis, and near enough to it.
struct PatchDisc {
    Vec3 centre;
    Vec3 axis;          ///< of unit length, or zero: then it is the ball
    float lower = 0.0f; ///< along the axis, from the centre
    float upper = 0.0f;
    float radius = 0.0f;
};

/// Discs around eight members.
struct alignas(32) PatchGroup {
    static constexpr std::uint32_t size = 8;

    float centre[3][size];
    float axis[3][size];
    float lower[size];
    float upper[size];
    float radius[size];

    void set(std::uint32_t lane, const PatchDisc& disc);
};

/// Makes the block of triangles in coordinates of about 1 or less, their normal, and gives the box around all of them.
Box finish_block(PatchCorners& corners, PatchBlock& block);

/// Makes a disc, of which the centre and the axis are given, large enough to hold eight triangles too.
void include(PatchDisc& disc, const PatchCorners& corners);

} // namespace tactus
