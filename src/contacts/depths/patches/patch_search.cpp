// SPDX-License-Identifier: MIT
#include "contacts/depths/patches/patch_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/work_prices.h"

namespace tactus {

void measure_and_add(PatchSearchState& state, std::uint32_t point, std::uint32_t block, std::uint32_t place);
void add_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate);

} // namespace tactus

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patches/patch_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "contacts/depths/patches/eight_lanes-inl.h"

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
HWY_INLINE void list_members(
    const PatchGroup& group, const PatchSearchState& state, std::uint32_t number, PatchSearchState::Members* list,
    std::uint32_t& count)
{
    const Vec3 point = state.points[number].seen;
    const float most = state.points[number].squared_reach;
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
    members.point = number;
    count += near != 0 ? 1 : 0;
}

// Takes the next one of the members that are near, and gives its number, or none.
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

HWY_INLINE void look_into_block(PatchSearchState& state, std::uint32_t number, std::uint32_t block)
{
    std::array<float, PatchPart::fan_out> distances;
    PatchSearchState::Point& point = state.points[number];
    const PatchBlock& triangles = state.part.blocks[block];
    const float least = measure_triangles(triangles, point.seen, distances.data());
    if (least > point.squared_reach)
        return;
    if (triangles.has_planes)
        point.shorten_reach(std::sqrt(least), block);
    const std::uint32_t first = block * PatchPart::fan_out;
    for (std::uint32_t near = near_triangles(distances.data(), point.squared_reach); near != 0; near &= near - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
        if (triangles.has_planes)
            add_candidate(state, {distances[lane], first + lane, number});
        else if (!(distances[lane] > point.squared_reach))
            measure_and_add(state, number, block, first + lane);
    }
}

HWY_INLINE void look_into_group(PatchSearchState& state, std::uint32_t point, std::uint32_t number)
{
    const PatchGroup& group = state.part.groups[number];
    if (group.is_of_blocks)
        list_members(group, state, point, state.waiting.data(), state.waiting_count);
    else
        list_members(group, state, point, state.open.data(), state.open_count);
}

} // namespace

std::uint64_t search_now(PatchSearchState& state, std::uint64_t nanoseconds)
{
    for (state.spent = 0; state.spent < nanoseconds;) {
        if (state.next_guess < state.point_count) {
            PatchSearchState::Point& point = state.points[state.next_guess];
            if ((point.guessed_block & PatchSearch::beside) != 0)
                point.guessed_block = state.points[point.guessed_block & ~PatchSearch::beside].nearest_block;
            state.spent += price::opened_block;
            look_into_block(state, state.next_guess++, point.guessed_block);
        } else if (state.waiting_count < PatchSearchState::max_waiting && state.open_count > 0) {
            // All groups come before blocks: the guess is near enough for that, and no group has to wait for a block.
            state.spent += price::glance;
            PatchSearchState::Members& open = state.open[state.open_count - 1];
            const std::uint32_t group = take_member(open, state.points[open.point].squared_reach);
            if (group == UINT32_MAX) {
                --state.open_count;
                continue;
            }
            state.spent += price::opened_members;
            look_into_group(state, open.point, group);
        } else if (state.waiting_count < PatchSearchState::max_waiting && state.has_top_groups()) {
            state.spent += price::opened_members;
            look_into_group(state, state.next_top_point, state.next_top);
            if (++state.next_top_point == state.point_count) {
                state.next_top_point = 0;
                ++state.next_top;
            }
        } else if (state.waiting_count > 0) {
            state.spent += price::glance;
            PatchSearchState::Members& waiting = state.waiting[state.waiting_count - 1];
            const PatchSearchState::Point& point = state.points[waiting.point];
            const std::uint32_t block = take_member(waiting, point.squared_reach);
            if (block == UINT32_MAX)
                --state.waiting_count;
            if (block == UINT32_MAX || block == point.guessed_block)
                continue;
            state.spent += price::opened_block;
            look_into_block(state, waiting.point, block);
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

/// Measures how far a point is from the triangle in a place of the blocks, in double.
double measured(PatchSearchState& state, std::uint32_t point, std::uint32_t place)
{
    state.spent += price::patch_distance;
    return closest_on(state.part.surface, state.part.numbers[place], state.points[point].given).distance;
}

float seen_distance(const PatchSearchState& state, double distance)
{
    return static_cast<float>(distance * double(state.part.scale));
}

/// Leaves for each point the one that is nearest of all that were noted, of several the lowest numbered.
void leave_nearest_candidates(PatchSearchState& state)
{
    struct Nearest {
        double distance = std::numeric_limits<double>::infinity();
        std::uint32_t place = UINT32_MAX;
    };
    std::array<Nearest, PatchSearchState::max_points> nearest;
    const std::uint32_t* numbers = state.part.numbers;
    for (std::size_t k = 0; k < state.candidate_count; ++k) {
        const PatchSearchState::Candidate& candidate = state.candidates[k];
        Nearest& best = nearest[candidate.point];
        const double distance = measured(state, candidate.point, candidate.place);
        if (best.place == UINT32_MAX || distance < best.distance
            || (distance == best.distance && numbers[candidate.place] < numbers[best.place]))
            best = {distance, candidate.place};
    }
    state.candidate_count = 0;
    for (std::uint32_t point = 0; point < state.point_count; ++point)
        if (const Nearest& best = nearest[point]; best.place != UINT32_MAX) {
            state.candidates[state.candidate_count++] = {0.0f, best.place, point};
            state.points[point].shorten_reach(seen_distance(state, best.distance), best.place / PatchPart::fan_out);
        }
}

} // namespace

/// Notes a triangle of which float cannot say how far away it is.
void measure_and_add(PatchSearchState& state, std::uint32_t point, std::uint32_t block, std::uint32_t place)
{
    const float distance = seen_distance(state, measured(state, point, place));
    state.points[point].shorten_reach(distance, block);
    add_candidate(state, {distance * distance, place, point});
}

/// Notes a triangle that may be the nearest. If there are too many of them, they are measured.
void add_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate)
{
    const std::size_t room = PatchSearchState::max_candidates - 4 * (PatchSearchState::max_points - state.point_count);
    if (state.candidate_count == room) {
        PatchSearchState::Candidate* all = state.candidates.data();
        state.candidate_count = static_cast<std::size_t>(
            std::remove_if(all, all + state.candidate_count, [&](const auto& known) { return !state.is_near(known); })
            - all);
    }
    if (state.candidate_count == room)
        leave_nearest_candidates(state);
    state.candidates[state.candidate_count++] = candidate;
}

void PatchSearch::begin(const PatchPart& part)
{
    TACTUS_CHECK(part.block_count > 0);
    step_ = HWY_DYNAMIC_DISPATCH(search_now);
    state_.part = part;
    state_.point_count = state_.next_guess = 0;
    state_.open_count = state_.waiting_count = 0;
    state_.candidate_count = 0;
    state_.next_top = part.first_top;
    state_.next_top_point = 0;
}

void PatchSearch::add(Vec3 given, std::uint32_t guess)
{
    TACTUS_CHECK(is_finite(given) && state_.point_count < max_points);
    const PatchPart& part = state_.part;
    PatchSearchState::Point& point = state_.points[state_.point_count++];
    point.given = given;
    point.seen = part.seen(given);
    const Vec3 away = max(point.seen, -point.seen);
    const float farthest = std::max({part.extent, away.x, away.y, away.z});
    point.rounding = 8e-6f * farthest;
    if (!(farthest < max_seen_point)) {
        // Everything counts as near.
        point.seen = {0.0f, 0.0f, 0.0f};
        point.rounding = max_float;
    }
    point.squared_reach = max_float;
    point.nearest_block = 0;
    const std::uint32_t guessed = (guess - part.first_face) / PatchPart::fan_out;
    point.guessed_block = guessed < part.block_count ? guessed : 0;
}

} // namespace tactus
#endif
