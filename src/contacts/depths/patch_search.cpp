// SPDX-License-Identifier: MIT
#include "contacts/depths/patch_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"

namespace tactus {

void measure_and_add(PatchSearchState& state, std::uint32_t block, std::uint32_t place);
void add_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate);

} // namespace tactus

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patch_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "contacts/depths/eight_lanes-inl.h"

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

// Puts the members of a group on a list, with the squares of their distances up to rounding, if one of them is near:
// without a branch, which is hard to foresee.
HWY_INLINE void
list_members(const PatchGroup& group, Vec3 point, float most, PatchSearchState::Members* list, std::uint32_t& count)
{
    PatchSearchState::Members& members = list[count];
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
        hn::Store(squared, d, members.squared_distance.data() + lane);
        near |= near_lanes(squared, lane, most);
    }
    members.first = group.first;
    members.left = near;
    count += near != 0 ? 1 : 0;
}

// Takes the next one of the members that are near, which must be at hand: gives its number, or none.
HWY_INLINE std::uint32_t take_member(PatchSearchState::Members& members, float most)
{
    const auto d = lanes_of_eight;
    std::uint32_t near = 0;
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += lanes_at_once)
        near |= near_lanes(hn::Load(d, members.squared_distance.data() + lane), lane, most);
    near &= members.left;
    members.left = near & (near - 1);
    return near != 0 ? members.first + static_cast<std::uint32_t>(std::countr_zero(near)) : UINT32_MAX;
}

// The squares of the distances of a point from eight triangles, up to rounding. Gives the least.
HWY_INLINE float measure_triangles(const PatchBlock& block, Vec3 point, float* squared_distances)
{
    const auto d = lanes_of_eight;
    const EightLanes x = hn::Set(d, point.x), y = hn::Set(d, point.y), z = hn::Set(d, point.z), zero = hn::Zero(d);
    EightLanes least = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += hn::Lanes(d)) {
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
        least = hn::Min(least, squared);
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
}

HWY_INLINE std::uint32_t near_triangles(const float* squared_distances, float most)
{
    std::uint32_t near = 0;
    for (std::size_t lane = 0; lane < PatchPart::fan_out; lane += hn::Lanes(lanes_of_eight))
        near |= near_lanes(hn::LoadU(lanes_of_eight, squared_distances + lane), lane, most);
    return near;
}

void look_into_block(PatchSearchState& state, std::uint32_t block)
{
    std::array<float, PatchPart::fan_out> distances;
    const PatchBlock& triangles = state.part->blocks[block];
    const float least = measure_triangles(triangles, state.seen_point, distances.data());
    if (least > state.squared_reach)
        return;
    if (triangles.has_planes)
        state.shorten_reach(std::sqrt(least), block);
    const std::uint32_t first = block * PatchPart::fan_out;
    for (std::uint32_t near = near_triangles(distances.data(), state.squared_reach); near != 0; near &= near - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
        if (triangles.has_planes)
            add_candidate(state, {distances[lane], first + lane});
        else if (!(distances[lane] > state.squared_reach))
            measure_and_add(state, block, first + lane);
    }
}

HWY_INLINE void look_into_group(PatchSearchState& state, std::uint32_t number)
{
    const PatchGroup& group = state.part->groups[number];
    if (group.is_of_blocks)
        list_members(group, state.seen_point, state.squared_reach, state.waiting.data(), state.waiting_count);
    else
        list_members(group, state.seen_point, state.squared_reach, state.open.data(), state.open_count);
}

} // namespace

std::uint64_t search_now(PatchSearchState& state, std::uint64_t nanoseconds)
{
    for (state.spent = 0; state.spent < nanoseconds;) {
        if (state.is_guessing) {
            state.is_guessing = false;
            state.spent += price::opened_block;
            look_into_block(state, state.guessed_block);
        } else if (state.has_groups() && state.waiting_count < PatchSearchState::max_waiting) {
            // All groups come before blocks: the guess is near enough for that, and no group has to wait for a block.
            std::uint32_t group = state.next_top;
            if (state.open_count == 0) {
                ++state.next_top;
            } else {
                state.spent += price::glance;
                group = take_member(state.open[state.open_count - 1], state.squared_reach);
                if (group == UINT32_MAX) {
                    --state.open_count;
                    continue;
                }
            }
            state.spent += price::opened_members;
            look_into_group(state, group);
        } else if (state.waiting_count > 0) {
            state.spent += price::glance;
            const std::uint32_t block = take_member(state.waiting[state.waiting_count - 1], state.squared_reach);
            if (block == UINT32_MAX)
                --state.waiting_count;
            if (block == UINT32_MAX || block == state.guessed_block)
                continue;
            state.spent += price::opened_block;
            look_into_block(state, block);
        } else {
            break;
        }
    }
    return state.spent;
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(search_now);

namespace {

// Nothing overflows in bounds of points up to this.
constexpr float max_seen_point = 1e15f;
constexpr float max_float = std::numeric_limits<float>::max();

} // namespace

namespace {

/// Measures the distance of the triangle in a place of the blocks, in double.
double measured(PatchSearchState& state, std::uint32_t place)
{
    state.spent += price::patch_distance;
    return closest_on(state.part->surface, state.part->numbers[place], state.point).distance;
}

float seen_distance(const PatchSearchState& state, double distance)
{
    return static_cast<float>(distance * double(state.part->scale));
}

/// Leaves the one that is nearest of all that were noted, of several the lowest numbered.
void leave_nearest_candidate(PatchSearchState& state)
{
    double best = std::numeric_limits<double>::infinity();
    std::uint32_t best_place = state.candidates[0].place;
    const std::uint32_t* numbers = state.part->numbers;
    for (std::size_t k = 0; k < state.candidate_count; ++k) {
        const std::uint32_t place = state.candidates[k].place;
        const double distance = measured(state, place);
        if (distance < best || (distance == best && numbers[place] < numbers[best_place])) {
            best = distance;
            best_place = place;
        }
    }
    state.candidates[0] = {0.0f, best_place};
    state.candidate_count = 1;
    state.shorten_reach(seen_distance(state, best), best_place / PatchPart::fan_out);
}

} // namespace

/// Notes a triangle of which float cannot say how far away it is.
void measure_and_add(PatchSearchState& state, std::uint32_t block, std::uint32_t place)
{
    const float distance = seen_distance(state, measured(state, place));
    state.shorten_reach(distance, block);
    add_candidate(state, {distance * distance, place});
}

/// Notes a triangle that may be the nearest. If there are too many of them, they are measured.
void add_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate)
{
    if (state.candidate_count == PatchSearchState::max_candidates) {
        PatchSearchState::Candidate* all = state.candidates.data();
        state.candidate_count = static_cast<std::size_t>(
            std::remove_if(
                all, all + state.candidate_count,
                [&](const auto& known) { return known.squared_distance > state.squared_reach; })
            - all);
    }
    if (state.candidate_count == PatchSearchState::max_candidates)
        leave_nearest_candidate(state);
    state.candidates[state.candidate_count++] = candidate;
}

void PatchSearch::begin(const PatchPart& part, Vec3 point, std::uint32_t guess)
{
    TACTUS_CHECK(part.block_count > 0 && is_finite(point));
    step_ = HWY_DYNAMIC_DISPATCH(search_now);
    state_.part = &part;
    state_.point = point;
    state_.seen_point = part.seen(point);
    const Vec3 away = max(state_.seen_point, -state_.seen_point);
    const float farthest = std::max({part.extent, away.x, away.y, away.z});
    state_.rounding = 8e-6f * farthest;
    if (!(farthest < max_seen_point)) {
        // Everything counts as near.
        state_.seen_point = {0.0f, 0.0f, 0.0f};
        state_.rounding = max_float;
    }
    state_.nearest_block = 0;
    state_.squared_reach = max_float;
    const std::uint32_t guessed = (guess - part.first_face) / PatchPart::fan_out;
    state_.guessed_block = guessed < part.block_count ? guessed : 0;
    state_.is_guessing = true;
    state_.open_count = state_.waiting_count = 0;
    state_.candidate_count = 0;
    state_.next_top = part.first_top;
    state_.end_group = part.end_group;
}

} // namespace tactus
#endif
