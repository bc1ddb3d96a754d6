// SPDX-License-Identifier: MIT
// How far a point is from eight members or triangles of a patch, in float. For inclusion by Highway kernels only.
#include <cstddef>
#include <cstdint>

#include "contacts/depths/patches/eight_lanes-inl.h"
#include "contacts/depths/patches/patch_search.h"

#if defined(TACTUS_CONTACTS_DEPTHS_PATCHES_PATCH_DISTANCES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACTUS_CONTACTS_DEPTHS_PATCHES_PATCH_DISTANCES_INL_H
#undef TACTUS_CONTACTS_DEPTHS_PATCHES_PATCH_DISTANCES_INL_H
#else
#define TACTUS_CONTACTS_DEPTHS_PATCHES_PATCH_DISTANCES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Gives a bit for each that is not above the most.
HWY_INLINE std::uint32_t near_lanes(EightLanes squared, std::size_t lane, float most)
{
    std::uint8_t bits[8];
    hn::StoreMaskBits(lanes_of_eight, hn::Le(squared, hn::Set(lanes_of_eight, most)), bits);
    return std::uint32_t{bits[0]} << lane;
}

HWY_INLINE std::uint32_t near_of_eight(const float* squared_distances, float most)
{
    std::uint32_t near = 0;
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += lanes_at_once)
        near |= near_lanes(hn::LoadU(lanes_of_eight, squared_distances + lane), lane, most);
    return near;
}

// The squares of the distances of a point from the eight members of a group, up to rounding. Gives a bit for each that
// is not above the most.
HWY_INLINE std::uint32_t measure_members(const PatchGroup& group, Vec3 point, float most, float* squared_distances)
{
    std::uint32_t near = 0;
    const auto d = lanes_of_eight;
    const EightLanes x = hn::Set(d, point.x), y = hn::Set(d, point.y), z = hn::Set(d, point.z), zero = hn::Zero(d);
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += lanes_at_once) {
        const auto load = [&](const float* lanes) HWY_ATTR { return hn::Load(d, lanes + lane); };
        const auto axis = [&](int k) HWY_ATTR { return load(group.axis[k]); };
        const EightLanes away_x = hn::Sub(x, load(group.apex[0]));
        const EightLanes away_y = hn::Sub(y, load(group.apex[1]));
        const EightLanes away_z = hn::Sub(z, load(group.apex[2]));
        const EightLanes along =
            hn::Add(hn::Add(hn::Mul(away_x, axis(0)), hn::Mul(away_y, axis(1))), hn::Mul(away_z, axis(2)));
        const EightLanes across_x = hn::Sub(away_x, hn::Mul(axis(0), along));
        const EightLanes across_y = hn::Sub(away_y, hn::Mul(axis(1), along));
        const EightLanes across_z = hn::Sub(away_z, hn::Mul(axis(2), along));
        const EightLanes squared_across = hn::Add(squared_length(across_x, across_y), hn::Mul(across_z, across_z));
        const EightLanes across = hn::Sqrt(squared_across);
        const EightLanes from_apex = hn::Sqrt(hn::Add(squared_across, hn::Mul(along, along)));
        // Along the rim, as the rim is seen from the axis on the side of the point, and across it.
        const EightLanes cosine = load(group.cosine), sine = load(group.sine);
        const EightLanes along_rim = hn::Add(hn::Mul(along, cosine), hn::Mul(across, sine));
        const EightLanes beside = hn::Max(hn::Sub(hn::Mul(across, cosine), hn::Mul(along, sine)), zero);
        // Within the angle the nearest point is straight below, and outside of it on the rim.
        const EightLanes height = hn::IfThenElse(hn::Gt(beside, zero), along_rim, from_apex);
        const EightLanes inside = hn::Sub(load(group.inner), height), outside = hn::Sub(height, load(group.outer));
        const EightLanes squared = squared_length(hn::Max(hn::Max(inside, outside), zero), beside);
        hn::StoreU(squared, d, squared_distances + lane);
        near |= near_lanes(squared, lane, most);
    }
    return near;
}

// How far a point is from eight triangles, likewise.
HWY_INLINE std::uint32_t measure_triangles(const PatchBlock& block, Vec3 point, float most, float* squared_distances)
{
    std::uint32_t near = 0;
    const auto d = lanes_of_eight;
    const EightLanes x = hn::Set(d, point.x), y = hn::Set(d, point.y), z = hn::Set(d, point.z), zero = hn::Zero(d);
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += lanes_at_once) {
        const auto load = [&](const float* lanes) HWY_ATTR { return hn::Load(d, lanes + lane); };
        const auto along = [&](int k) HWY_ATTR {
            const auto& axis = block.axis[k];
            const EightLanes sum = hn::Add(hn::Mul(x, load(axis[0])), hn::Mul(y, load(axis[1])));
            return hn::Sub(hn::Add(sum, hn::Mul(z, load(axis[2]))), load(block.start[k]));
        };
        const EightLanes p = along(0), q = along(1), height = along(2), end = load(block.ab);
        // An edge from a point on the first axis: the square of the distance from it, and on which side of it the point
        // is.
        const auto from_edge = [&](EightLanes r, const float(&unit)[2][8], const float* length,
                                   EightLanes& side) HWY_ATTR {
            const EightLanes u = load(unit[0]), v = load(unit[1]);
            const EightLanes t = hn::Add(hn::Mul(r, u), hn::Mul(q, v));
            const EightLanes foot = hn::Min(hn::Max(t, zero), load(length));
            side = hn::Sub(hn::Mul(r, v), hn::Mul(q, u));
            return squared_length(hn::Sub(r, hn::Mul(foot, u)), hn::Sub(q, hn::Mul(foot, v)));
        };
        EightLanes right_of_ac, right_of_bc;
        const EightLanes from_ac = from_edge(p, block.ac, block.ac_length, right_of_ac);
        const EightLanes from_bc = from_edge(hn::Sub(p, end), block.bc, block.bc_length, right_of_bc);
        const EightLanes from_ab = squared_length(hn::Sub(p, hn::Min(hn::Max(p, zero), end)), q);
        const EightLanes from_edges = hn::Min(hn::Min(from_ab, from_ac), from_bc);
        const auto is_outside = hn::Lt(hn::Min(hn::Min(q, right_of_ac), hn::Neg(right_of_bc)), zero);
        const EightLanes squared = hn::Add(hn::Mul(height, height), hn::IfThenElseZero(is_outside, from_edges));
        hn::StoreU(squared, d, squared_distances + lane);
        near |= near_lanes(squared, lane, most);
    }
    return near;
}

HWY_INLINE float least_of_eight(const float* squared_distances)
{
    EightLanes least = hn::LoadU(lanes_of_eight, squared_distances);
    for (std::size_t lane = lanes_at_once; lane < PatchPart::fan_out; lane += lanes_at_once)
        least = hn::Min(least, hn::LoadU(lanes_of_eight, squared_distances + lane));
    return hn::GetLane(hn::MinOfLanes(lanes_of_eight, least));
}

} // namespace
} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
