// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/box.h"
#include "geometry/triangle.h"

namespace tactus {

/// Eight triangles side by side. Where there are fewer, the last one stands in the lanes that are left.
struct alignas(32) PatchBlock {
    static constexpr std::uint32_t size = 8;

    float a[3][size]; ///< corners
    float b[3][size];
    float c[3][size];
    Vec3 normal; ///< sum over all lanes of normals, each of about unit length

    void set(std::uint32_t lane, const Triangle& triangle);
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

/// Of a block whose corners are set: its normal, the triangles' discs, and the box around all of them.
Box finish_block(PatchBlock& block, PatchGroup& triangles);

/// Makes a disc, of which the centre and the axis are given, large enough to hold a block too.
void include(PatchDisc& disc, const PatchBlock& block);

/// The squares of the distances of a point from eight discs, up to rounding: a few units in the last place of the
/// largest coordinate in the distance. Lanes that were never set mean nothing. Gives a bit for each that is not above
/// `most`.
using NearMembers = std::uint32_t (*)(const PatchGroup& group, Vec3 point, float most, float* squared_distances);
/// For the machine's instruction set.
NearMembers near_members();

} // namespace tactus
