// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/polytope.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "base/planted_fault.h"
#include "geometry/double_vector.h"
#include "geometry/half_spaces/polytope_corners.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

/// Of the largest coordinate.
constexpr double shortest_edge = 0x1p-18;

/// The corners of a face in the order in which they go round.
using CornerRing = std::vector<std::uint32_t>;

/// Finds the faces of the common part of some half-spaces by which planes meet in which corner.
class FaceRings {
public:
    FaceRings(std::span<const Plane> planes, std::span<const PolytopeCorner> corners)
        : planes_(planes), corners_(corners)
    {
        // A polytope of so many faces has at most twice as many corners, less four.
        TACTUS_CHECK(corners.size() <= 64);
        for (std::size_t corner = 0; corner < corners.size(); ++corner)
            for (std::size_t plane = 0; plane < planes.size(); ++plane)
                if ((corners[corner].planes >> plane & 1) != 0)
                    corners_of_[plane] |= CornerSet{1} << corner;
    }

    /// Counterclockwise as seen from outside, in the order of the planes; none if they enclose nothing.
    std::vector<CornerRing> find() const
    {
        std::vector<CornerRing> rings;
        for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
            const CornerSet own = corners_of_[plane];
            if (std::popcount(own) < 3
                || std::find(corners_of_.begin(), corners_of_.begin() + plane, own) != corners_of_.begin() + plane)
                continue;
            const std::optional<CornerRing> ring = ring_of(plane);
            // All corners are in one plane, or a face has no end.
            if (std::size_t(std::popcount(own)) == corners_.size() || !ring)
                return {};
            rings.push_back(*ring);
        }
        return is_closed(rings) ? rings : std::vector<CornerRing>();
    }

private:
    using CornerSet = std::uint64_t;

    /// A plane that meets that of a face in an edge on which both corners are.
    std::optional<std::size_t> plane_of_edge(std::size_t face, std::uint32_t from, std::uint32_t to) const
    {
        const std::uint32_t common = corners_[from].planes & corners_[to].planes;
        for (std::size_t plane = 0; plane < planes_.size(); ++plane)
            if ((common >> plane & 1) != 0 && (corners_of_[face] & ~corners_of_[plane]) != 0)
                return plane;
        return std::nullopt;
    }

    /// None if the edges of the face make no ring.
    std::optional<CornerRing> ring_of(std::size_t face) const
    {
        CornerSet left = corners_of_[face];
        CornerRing ring = {static_cast<std::uint32_t>(std::countr_zero(left))};
        for (left &= left - 1; left != 0;) {
            CornerSet beside = left;
            while (beside != 0
                   && !plane_of_edge(face, ring.back(), static_cast<std::uint32_t>(std::countr_zero(beside))))
                beside &= beside - 1;
            if (beside == 0)
                return std::nullopt;
            ring.push_back(static_cast<std::uint32_t>(std::countr_zero(beside)));
            left &= ~(CornerSet{1} << ring.back());
        }
        if (!plane_of_edge(face, ring.back(), ring.front()))
            return std::nullopt;
        // Along a ring the outer sides of its edges turn as the ring does.
        const std::size_t first = *plane_of_edge(face, ring[0], ring[1]),
                          second = *plane_of_edge(face, ring[1], ring[2]);
        if (OrientedPlane({}, planes_[face].normal, planes_[first].normal).side(planes_[second].normal) < 0)
            std::reverse(ring.begin() + 1, ring.end());
        return ring;
    }

    /// Whether every edge belongs to two faces. Where the common part has no end, some face lacks all but two corners.
    static bool is_closed(std::span<const CornerRing> rings)
    {
        std::vector<std::array<std::uint32_t, 2>> there, back;
        for (const CornerRing& ring : rings)
            for (std::size_t k = 0; k < ring.size(); ++k) {
                const std::uint32_t from = ring[k], to = ring[(k + 1) % ring.size()];
                there.push_back({from, to});
                back.push_back({to, from});
            }
        std::sort(there.begin(), there.end());
        std::sort(back.begin(), back.end());
        return there == back;
    }

    std::span<const Plane> planes_;
    std::span<const PolytopeCorner> corners_;
    std::array<CornerSet, max_planes> corners_of_ = {}; ///< per plane
};

/// Which corner each one is told as, by the short edges that join them.
std::vector<std::uint32_t> merged_corners(std::span<const PolytopeCorner> corners, std::span<const CornerRing> rings)
{
    double largest = 0.0;
    for (const PolytopeCorner& corner : corners)
        largest = std::max(largest, largest_component(corner.at));
    std::vector<std::uint32_t> told_as(corners.size());
    std::iota(told_as.begin(), told_as.end(), 0u);
    for (const CornerRing& ring : rings)
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const std::uint32_t from = ring[k], to = ring[(k + 1) % ring.size()];
            if (TACTUS_FAULT(87) || largest_component(corners[from].at - corners[to].at) > largest * shortest_edge)
                continue;
            const std::uint32_t kept = std::min(told_as[from], told_as[to]),
                                gone = std::max(told_as[from], told_as[to]);
            std::replace(told_as.begin(), told_as.end(), gone, kept);
        }
    return told_as;
}

void replace_merged(std::span<const std::uint32_t> told_as, std::vector<CornerRing>& rings)
{
    for (CornerRing& ring : rings) {
        for (std::uint32_t& corner : ring)
            corner = told_as[corner];
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
        while (ring.size() > 1 && ring.front() == ring.back())
            ring.pop_back();
    }
    std::erase_if(rings, [](const CornerRing& ring) { return ring.size() < 3; });
}

} // namespace

Polytope polytope_of(std::span<const Plane> half_spaces)
{
    const std::vector<PolytopeCorner> corners = corners_of_common_part(half_spaces);
    std::vector<CornerRing> rings = FaceRings(half_spaces, corners).find();
    replace_merged(merged_corners(corners, rings), rings);
    // What fewer faces enclose is flat.
    if (rings.size() < 4)
        return {};
    Polytope made;
    constexpr std::uint32_t unnumbered = UINT32_MAX;
    std::vector<std::uint32_t> numbers(corners.size(), unnumbered);
    for (CornerRing& ring : rings) {
        for (std::uint32_t& corner : ring) {
            if (numbers[corner] == unnumbered) {
                numbers[corner] = static_cast<std::uint32_t>(made.corners.size());
                made.corners.push_back(to_float(corners[corner].at));
                if (!is_finite(made.corners.back()))
                    return {};
            }
            corner = numbers[corner];
        }
        for (std::size_t k = 1; k + 1 < ring.size(); ++k)
            made.triangles.push_back({ring[0], ring[k], ring[k + 1]});
    }
    return made;
}

} // namespace tactus
