// SPDX-License-Identifier: MIT
#include "world/pairs/encounter_rounds.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/threads/parallel.h"

namespace tactus {
namespace {

// So many rounds are chosen at a time, a bit of a word for each.
constexpr std::uint32_t rounds_at_a_time = 64;
// What takes longer than this is worth sharing by itself, where a round has nothing else to keep the workers busy.
constexpr std::uint64_t large_price = 50'000;

} // namespace

void EncounterRounds::make(
    std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count,
    std::uint32_t worker_count)
{
    choose_rounds(encounters, expected, body_count);
    put_in_order(expected, worker_count);
}

/// Each encounter takes the first round that is free for both of its bodies; where order matters, the first one after
/// all that they have taken, and leaves them none before it.
void EncounterRounds::choose_rounds(
    std::span<const Encounter> encounters, std::span<const ExpectedSearch> expected, std::size_t body_count)
{
    constexpr std::uint64_t all = UINT64_MAX, last = std::uint64_t{1} << (rounds_at_a_time - 1);
    rounds_.clear();
    round_of_.resize_uninitialised(encounters.size());
    waiting_.resize_uninitialised(encounters.size());
    std::iota(waiting_.begin(), waiting_.end(), 0u);
    taken_.resize_uninitialised(body_count);
    while (!waiting_.empty()) {
        const auto first_round = static_cast<std::uint32_t>(rounds_.size());
        std::fill(taken_.begin(), taken_.end(), 0);
        std::size_t still_waiting = 0;
        for (const std::uint32_t index : waiting_.span()) {
            std::uint64_t nothing = 0;
            std::uint64_t& of_a = expected[index].leaves_a ? nothing : taken_.data()[encounters[index].a];
            std::uint64_t& of_b = expected[index].leaves_b ? nothing : taken_.data()[encounters[index].b];
            const bool is_free = expected[index].is_order_free;
            const auto round = is_free ? static_cast<std::uint32_t>(std::countr_one(of_a | of_b))
                                       : static_cast<std::uint32_t>(std::bit_width(of_a | of_b));
            std::uint64_t taken = 0;
            if (round == rounds_at_a_time) {
                waiting_.data()[still_waiting++] = index;
                // Those of its bodies that must not come before it have to wait as well.
                taken = is_free ? last : all;
            } else {
                const std::uint32_t chosen = first_round + round;
                round_of_.data()[index] = chosen;
                if (chosen >= rounds_.size())
                    rounds_.resize(chosen + 1);
                ++rounds_[chosen].count;
                rounds_[chosen].price += expected[index].price;
                taken = is_free ? std::uint64_t{1} << round : all >> (rounds_at_a_time - 1 - round);
            }
            of_a |= taken;
            of_b |= taken;
        }
        waiting_.resize_uninitialised(still_waiting);
    }
}

void EncounterRounds::put_in_order(std::span<const ExpectedSearch> expected, std::uint32_t worker_count)
{
    const auto is_large = [&](std::size_t index, const Places& round) {
        return expected[index].price > std::max(
                   round.count == 1 ? Workers::worth_sharing : large_price,
                   round.price / (2 * std::uint64_t{worker_count}));
    };
    std::uint32_t next = 0;
    for (Places& round : rounds_) {
        round.begin = round.large_end = next;
        round.end = next += round.count;
    }
    order_.resize_uninitialised(expected.size());
    // The small ones go to the end of their round, from the last one back, so that both stand as in the list.
    for (std::size_t index = 0; index < expected.size(); ++index)
        if (Places& round = rounds_[round_of_.data()[index]]; is_large(index, round))
            order_.data()[round.large_end++] = static_cast<std::uint32_t>(index);
    for (std::size_t index = expected.size(); index-- > 0;)
        if (Places& round = rounds_[round_of_.data()[index]]; !is_large(index, round)) {
            order_.data()[--round.end] = static_cast<std::uint32_t>(index);
            round.small_price += expected[index].price;
        }
    for (Places& round : rounds_)
        round.end = round.begin + round.count;
}

EncounterRounds::Round EncounterRounds::round(std::size_t index) const
{
    const Places& places = rounds_[index];
    const std::span<const std::uint32_t> order = order_.span();
    return {
        order.subspan(places.begin, places.large_end - places.begin),
        order.subspan(places.large_end, places.end - places.large_end), places.small_price};
}

EncounterRounds::Round EncounterRounds::stretch(std::size_t& index) const
{
    Round all = round(index++);
    for (; index < rounds_.size() && round(index).large.empty(); ++index) {
        const Round next = round(index);
        all.small = {all.small.data(), all.small.size() + next.small.size()};
        all.small_price += next.small_price;
    }
    return all;
}

std::size_t EncounterRounds::bytes() const
{
    return rounds_.capacity() * sizeof(Places) + round_of_.bytes() + order_.bytes() + taken_.bytes() + waiting_.bytes();
}

} // namespace tactus
