// SPDX-License-Identifier: MIT
// From which side the pieces of an open surface came into a closed one.
//
// An open surface has no inside, so that no part of the closed one lies in it and says where the two overlap. What is
// known of now is which triangles intersect: each pair of them is a step of the curve along which a piece goes in, and
// the closed surface's normals along that curve say from where. Triangles that face the other way are no ways out. That
// keeps a strip whose tip is in a thin plate from being thrown out of the far side, and lets a sheet that has sunk into
// a table beside its edge come up, since only what faces nearly the opposite way is left out. Where the normals cancel
// out, as those of a strip that goes right through do, nothing is left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/number_map.h"
#include "base/stages/room_stages.h"
#include "contacts/depths/offset_sets.h"
#include "contacts/depths/overlap_side.h"
#include "geometry/double_vector.h"
#include "tree/surface.h"

namespace tactus {

/// The normal of a triangle, of unit length; zero if it has no area. It does not depend on the corner with which the
/// triangle begins.
DoubleVector unit_normal(const BodySurface& surface, std::uint32_t triangle);

/// The directions along which regions of an overlap came in, from the inside out, and what faces away from them.
class WaysIn {
public:
    /// A region of which nothing is known: no triangle faces away from it.
    static constexpr std::uint32_t unknown = UINT32_MAX;

    /// Takes the memory for so many intersecting triangles in stages.
    void make_room(std::size_t pairs, RoomStages& stages) { stages.add_room(crossed_, pairs); }
    void clear();
    /// Notes a triangle of the closed surface that intersects one of the open surface; once for each of these.
    void note(std::uint32_t triangle) { crossed_.push_back(triangle); }

    /// Starts to add up, when all triangles are noted and regions are final. All of it must stay until the last
    /// question.
    void begin(const OverlapSide& closed, const OffsetSets& regions);
    bool done() const { return cursor_ == crossed_.size(); }
    /// Takes one of the triangles, and says how much that took in nanoseconds, roughly. Only while it is not done.
    std::uint64_t step();

    /// The way by which a region came in, or `unknown`, when it is done.
    std::uint32_t way_of(std::uint32_t region) const;
    /// Whether a triangle of the closed surface is one through which what came in that way may go out.
    bool may_leave(std::uint32_t way, std::uint32_t triangle) const;

    std::size_t bytes() const { return crossed_.bytes() + way_of_root_.bytes() + ways_.bytes(); }

private:
    /// Sums are of whole numbers, so that the order in which triangles are noted makes no difference.
    struct Way {
        std::array<std::int64_t, 3> sum = {}; ///< of unit normals, in units of 2^-30
        std::int64_t count = 0;
    };

    const OverlapSide* closed_ = nullptr;
    const OffsetSets* regions_ = nullptr;
    Buffer<std::uint32_t> crossed_;
    std::size_t cursor_ = 0;
    NumberMap way_of_root_;
    Buffer<Way> ways_;
};

} // namespace tactus
