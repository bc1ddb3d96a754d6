// SPDX-License-Identifier: MIT
// The triangles of a patch as a search looks at them: eight at a time, and in bowls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "geometry/box.h"
#include "geometry/triangle.h"
#include "tree/surface.h"

namespace tactus {

/// Eight triangles side by side.
struct alignas(32) PatchCorners {
    static constexpr std::uint32_t size = 8;

    float a[3][size];
    float b[3][size];
    float c[3][size];
    float squared_edge[size]; ///< The square of the longest edge.

    /// Every corner becomes the same point.
    void put_at(Vec3 point);
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

/// What lies between two balls around an apex, and within an angle around an axis.
struct PatchBowl {
    Vec3 apex;
    Vec3 axis;            ///< The vector has unit length, or is zero if the bowl is a ball.
    float inner = 0.0f;   ///< The radius of the inner ball.
    float outer = 0.0f;   ///< The radius of the outer ball.
    float cosine = -1.0f; ///< Of the angle, which is less than a right one, or two right ones if the bowl is a ball.
    float sine = 0.0f;
};

/// Bowls around eight members.
struct alignas(32) PatchGroup {
    static constexpr std::uint32_t size = 8;

    float apex[3][size];
    float axis[3][size];
    float inner[size];
    float outer[size];
    float cosine[size];
    float sine[size];
    std::uint32_t first; ///< The number of the first member, among blocks or among groups. The others follow it.
    bool is_of_blocks;   ///< Whether the members are blocks.

    void set(std::uint32_t lane, const PatchBowl& bowl);
};

/// How far triangles reach from an apex, and along an axis and across it from there.
struct BowlExtent {
    Vec3 apex;
    Vec3 axis;
    float squared_inner = std::numeric_limits<float>::max();
    float squared_outer = 0.0f;
    float least_along = std::numeric_limits<float>::max();
    float squared_across = 0.0f;

    /// Gives the bowl around the triangles.
    PatchBowl bowl() const;
};

/// Sums over triangles that say how their surface is bent.
struct BowlFit {
    Vec3 centre; ///< All points are seen from here.
    Vec3 normals;
    Vec3 points;
    float products = 0.0f; ///< Of normals and points.
    float squares = 0.0f;  ///< Of points.
    float count = 0.0f;

    /// Adds the sums over other triangles, which are seen from elsewhere.
    void include(const BowlFit& other);
    /// Gives the apex from which the triangles seem round, and the axis to their middle. The triangles are in a ball of
    /// this radius around the centre.
    BowlExtent extent(float radius) const;
};

/// Some triangles of a patch as a whole.
struct PatchShape {
    Box box;
    BowlFit fit; ///< whose centre is that of the box

    /// Gives where their bowl is, without anything in it.
    BowlExtent extent() const;
};

/// Puts eight triangles of a surface side by side, and gives a bit for each of those that certainly have an area.
/// Positions are read 16 bytes at a time.
std::uint32_t take_corners(const BodySurface& surface, const std::uint32_t* triangles, PatchCorners& corners);
/// Gives the box around eight triangles.
Box box_of(const PatchCorners& corners);

/// Moves the triangles, by the origin and then by the scale, to coordinates of about 1 or less. Makes their block, the
/// squares of their edges, and their shape, and gives their bowl.
PatchBowl finish_block(Vec3 origin, float scale, PatchCorners& corners, PatchBlock& block, PatchShape& shape);

/// Makes the extent large enough to hold the triangles of so many blocks too.
void include(BowlExtent& extent, const PatchCorners* corners, std::size_t count);

} // namespace tactus
