// SPDX-License-Identifier: MIT
#include "contacts/depths/patches/patch_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {

void measure_and_add(PatchSearchState& state, std::uint32_t point, std::uint32_t block, std::uint32_t place);
void add_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate);

} // namespace tactus

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/depths/patches/patch_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "contacts/depths/patches/patch_distances-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// Puts the members of a group on a list, if one of them is near: without a branch, which is hard to foresee.
HWY_INLINE void list_members(
    const PatchGroup& group, const PatchSearchState& state, std::uint32_t number, PatchSearchState::Members* list,
    std::uint32_t& count)
{
    const PatchSearchState::Point& point = state.points[number];
    PatchSearchState::Members& members = list[count];
    members.left = measure_members(group, point.seen, point.squared_reach, members.squared_distance.data());
    members.first = group.first;
    members.point = number;
    count += members.left != 0 ? 1 : 0;
}

// Takes the next one of the members that are near, and gives its number, or none.
HWY_INLINE std::uint32_t take_member(PatchSearchState::Members& members, float most)
{
    const std::uint32_t near = members.left & near_of_eight(members.squared_distance.data(), most);
    members.left = near & (near - 1);
    return near != 0 ? members.first + static_cast<std::uint32_t>(std::countr_zero(near)) : UINT32_MAX;
}

HWY_INLINE void note_candidate(PatchSearchState& state, const PatchSearchState::Candidate& candidate)
{
    if (state.candidate_count < state.candidate_room) [[likely]]
        state.candidates[state.candidate_count++] = candidate;
    else
        add_candidate(state, candidate);
}

HWY_INLINE void look_into_block(PatchSearchState& state, std::uint32_t number, std::uint32_t block)
{
    std::array<float, PatchPart::fan_out> distances;
    PatchSearchState::Point& point = state.points[number];
    const PatchBlock& triangles = state.part.blocks[block];
    std::uint32_t near = measure_triangles(triangles, point.seen, point.squared_reach, distances.data());
    if (near == 0)
        return;
    if (triangles.has_planes) {
        point.shorten_reach(std::sqrt(least_of_eight(distances.data())), block);
        near = near_of_eight(distances.data(), point.squared_reach);
    }
    const std::uint32_t first = block * PatchPart::fan_out;
    for (; near != 0; near &= near - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
        if (triangles.has_planes)
            note_candidate(state, {distances[lane], first + lane, number});
        else if (!(distances[lane] > point.squared_reach))
            measure_and_add(state, number, block, first + lane);
    }
}

// Looks into the block that is guessed to be near the next point.
HWY_INLINE void look_into_guess(PatchSearchState& state)
{
    PatchSearchState::Point& point = state.points[state.next_guess];
    if ((point.guessed_block & PatchSearch::beside) != 0)
        point.guessed_block = state.points[point.guessed_block & ~PatchSearch::beside].nearest_block;
    look_into_block(state, state.next_guess++, point.guessed_block);
}

HWY_INLINE void list_group(PatchSearchState& state, std::uint32_t point, std::uint32_t number)
{
    const PatchGroup& group = state.part.groups[number];
    if (group.is_of_blocks)
        list_members(group, state, point, state.waiting.data(), state.waiting_count);
    else
        list_members(group, state, point, state.open.data(), state.open_count);
}

// A point that is near a member of a group.
struct NearPoint {
    float squared_distance; // up to rounding
    std::uint32_t number;
};

// A list of near points for each member of a group.
struct NearPoints {
    std::array<std::array<NearPoint, PatchSearch::max_points>, PatchPart::fan_out> lists;
    std::array<NearPoint*, PatchPart::fan_out> ends;

    HWY_INLINE NearPoints()
    {
        for (std::size_t member = 0; member < PatchPart::fan_out; ++member)
            ends[member] = lists[member].data();
    }
    HWY_INLINE std::span<const NearPoint> of(std::size_t member) const { return {lists[member].data(), ends[member]}; }
};

// Looks into a group for points that are near it, and into those of its members that they are near. A member is looked
// into for all points in turn, while it is at hand.
void look_into_group(PatchSearchState& state, const PatchGroup& group, std::span<const NearPoint> points)
{
    NearPoints near;
    for (const NearPoint& from : points) {
        const PatchSearchState::Point& point = state.points[from.number];
        if (from.squared_distance > point.squared_reach)
            continue;
        std::array<float, PatchPart::fan_out> distances;
        std::uint32_t left = measure_members(group, point.seen, point.squared_reach, distances.data());
        left &= TACTUS_FAULT(152) ? 127u : 255u;
        for (; left != 0; left &= left - 1) {
            const auto member = static_cast<std::size_t>(std::countr_zero(left));
            *near.ends[member]++ = {distances[member], from.number};
        }
    }
    for (std::uint32_t member = 0; member < PatchPart::fan_out && !group.is_of_blocks; ++member)
        if (!near.of(member).empty())
            look_into_group(state, state.part.groups[group.first + member], near.of(member));
    for (std::uint32_t member = 0; member < PatchPart::fan_out && group.is_of_blocks; ++member) {
        const std::uint32_t block = group.first + member;
        for (const NearPoint& from : near.of(member)) {
            const PatchSearchState::Point& point = state.points[from.number];
            if (!(from.squared_distance > point.squared_reach) && block != point.guessed_block)
                look_into_block(state, from.number, block);
        }
    }
}

} // namespace

void search_at_once_now(PatchSearchState& state)
{
    while (state.next_guess < state.point_count)
        look_into_guess(state);
    std::array<NearPoint, PatchSearch::max_points> all;
    for (std::uint32_t number = 0; number < state.point_count; ++number)
        all[number] = {0.0f, number};
    for (; state.has_top_groups(); ++state.next_top)
        look_into_group(state, state.part.groups[state.next_top], {all.data(), state.point_count});
}

std::uint64_t search_now(PatchSearchState& state, std::uint64_t nanoseconds)
{
    for (state.spent = 0; state.spent < nanoseconds;) {
        if (state.next_guess < state.point_count) {
            state.spent += price::opened_block;
            look_into_guess(state);
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
            list_group(state, open.point, group);
        } else if (state.waiting_count < PatchSearchState::max_waiting && state.has_top_groups()) {
            state.spent += price::opened_members;
            list_group(state, state.next_top_point, state.next_top);
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
HWY_EXPORT(search_at_once_now);

namespace {

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
    if (state.candidate_count == state.candidate_room) {
        PatchSearchState::Candidate* all = state.candidates.data();
        state.candidate_count = static_cast<std::size_t>(
            std::remove_if(all, all + state.candidate_count, [&](const auto& known) { return !state.is_near(known); })
            - all);
    }
    if (state.candidate_count == state.candidate_room)
        leave_nearest_candidates(state);
    state.candidates[state.candidate_count++] = candidate;
}

void PatchSearch::begin(const PatchPart& part)
{
    TACTUS_CHECK(part.block_count > 0);
    step_ = HWY_DYNAMIC_DISPATCH(search_now);
    search_at_once_ = HWY_DYNAMIC_DISPATCH(search_at_once_now);
    state_.part = part;
    state_.point_count = state_.next_guess = 0;
    state_.open_count = state_.waiting_count = 0;
    state_.candidate_count = 0;
    state_.candidate_room = PatchSearchState::least_candidates;
    state_.next_top = part.first_top;
    state_.next_top_point = 0;
}

} // namespace tactus
#endif
