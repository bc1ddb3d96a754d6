// SPDX-License-Identifier: MIT
#include "contacts/batch/shared_corners.h"

#include <algorithm>

#include "contacts/batch/pair_codes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/shared_corners.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/wide_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// The three corners of as many triangles as there are lanes, of which load(lane) gives one.
template <class Load>
HWY_INLINE PointLanes<LaneWords> corners_of(Load load)
{
    const WordsOf<wide> w;
    const auto lane_of_blocks = [&](std::size_t lane) HWY_ATTR {
        return joined<wide>([&](int block) HWY_ATTR {
            return hn::BitCast(Floats(), load(4 * static_cast<std::size_t>(block) + lane));
        });
    };
    const WidePoints corners = transposed(lane_of_blocks(0), lane_of_blocks(1), lane_of_blocks(2), lane_of_blocks(3));
    return {hn::BitCast(w, corners.x), hn::BitCast(w, corners.y), hn::BitCast(w, corners.z)};
}

} // namespace

void shared_corners(const std::uint32_t* triangles, const TrianglePair* pairs, std::size_t count, std::uint32_t* shared)
{
    using Bits = hn::Mask<WordsOf<wide>>;
    const WordsOf<wide> w;
    for (std::size_t i = 0; i < count; i += wide) {
        const auto pair = [&](std::size_t lane) HWY_ATTR { return pairs[std::min(i + lane, count - 1)]; };
        // Four numbers are read for three: one that follows, and as no b comes first, one that goes before.
        const PointLanes<LaneWords> a = corners_of([&](std::size_t lane) HWY_ATTR {
            return hn::LoadU(Words(), triangles + 3 * static_cast<std::size_t>(pair(lane).a));
        });
        const PointLanes<LaneWords> b = corners_of([&](std::size_t lane) HWY_ATTR {
            return hn::Shuffle0321(hn::LoadU(Words(), triangles + 3 * static_cast<std::size_t>(pair(lane).b) - 1));
        });
        LaneWords found = hn::Zero(w);
        const auto add = [&](Bits where, std::uint32_t bits)
                             HWY_ATTR { found = hn::Or(found, hn::IfThenElseZero(where, hn::Set(w, bits))); };
        const auto same = [&](LaneWords corner, Bits(&to)[3]) HWY_ATTR {
            to[0] = hn::Eq(corner, b.x);
            to[1] = hn::Eq(corner, b.y);
            to[2] = hn::Eq(corner, b.z);
        };
        Bits are_same[3][3], with_edge[3][3];
        same(a.x, are_same[0]);
        same(a.y, are_same[1]);
        same(a.z, are_same[2]);
        for (std::size_t k = 0; k < 3; ++k) {
            add(hn::Or(hn::Or(are_same[k][0], are_same[k][1]), are_same[k][2]), 1u << k);
            add(hn::Or(hn::Or(are_same[0][k], are_same[1][k]), are_same[2][k]), 8u << k);
            for (std::size_t l = 0; l < 3; ++l)
                with_edge[k][l] = hn::Or(are_same[k][l], are_same[k][(l + 1) % 3]);
        }
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t l = 0; l < 3; ++l)
                add(hn::Or(with_edge[k][l], with_edge[(k + 1) % 3][l]),
                    (1u << contact_batch::near_edges | 1u << contact_batch::falling_edges) << (3 * k + l));
        hn::StoreU(found, w, shared + i);
    }
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(shared_corners);

void contact_batch::find_shared_corners(
    const std::uint32_t* triangles, const TrianglePair* pairs, std::size_t count, std::uint32_t* shared)
{
    HWY_DYNAMIC_DISPATCH(shared_corners)(triangles, pairs, count, shared);
}

} // namespace tactus
#endif
