// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/planted_fault.h"
#include "base/work_meter.h"
#include "base/work_prices.h"
#include "search/pairs/pair_search.h"
#include "world/bodies/body.h"
#include "world/bodies/table/body_table.h"
#include "world/pairs/pair_lane.h"
#include "world/pairs/pair_queries.h"

namespace tactus {
namespace {

// Short searches are handed out several at a time.
constexpr std::uint64_t price_of_a_handful = 5'000;
// To look at two bodies, which other workers have moved: most of it is waiting for their memory.
constexpr std::uint64_t price_of_expecting = 250;
constexpr std::size_t expected_per_chunk = 8;

/// Which part of a box lies in another, by volume, where a side without length lies in it as a whole.
double part_in(const Box& region, const Box& box)
{
    const auto along = [](float lower, float upper, float box_lower, float box_upper) {
        const double length = double(box_upper) - double(box_lower);
        return length > 0.0 ? std::clamp((double(upper) - double(lower)) / length, 0.0, 1.0) : 1.0;
    };
    return along(region.lower.x, region.upper.x, box.lower.x, box.upper.x)
           * along(region.lower.y, region.upper.y, box.lower.y, box.upper.y)
           * along(region.lower.z, region.upper.z, box.lower.z, box.upper.z);
}

std::uint64_t expected_price(const Body& a, const Body& b)
{
    if (&a == &b)
        return a.triangle_count * price::self_triangle;
    if (a.tree->is_plain() && b.tree->is_plain())
        return std::uint64_t{a.triangle_count} * b.triangle_count * price::unit / per_unit::tried_pairs;
    const Box region = intersection(a.box(), b.box());
    const double triangles = a.triangle_count * part_in(region, a.box()) + b.triangle_count * part_in(region, b.box());
    return price::met_bodies + static_cast<std::uint64_t>(triangles) * price::met_triangle;
}

} // namespace

std::uint64_t PairQueries::expect_prices()
{
    const std::span<const Encounter> encounters = encounters_.listed();
    expected_.resize_uninitialised(encounters.size());
    workers_.for_each_chunk(
        encounters.size(), expected_per_chunk, price_of_expecting,
        [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (std::size_t k = begin; k < end; ++k) {
                const Encounter& encounter = encounters[k];
                const Body &a = bodies_.body(encounter.a), &b = bodies_.body(encounter.b);
                expected_.data()[k] = {
                    expected_price(a, b), PairSearch::is_order_free(searched(encounter.a), searched(encounter.b)),
                    a.half_space() != nullptr, b.half_space() != nullptr};
            }
        });
    std::uint64_t sum = 0;
    for (const ExpectedSearch& some : expected_.span())
        sum += some.price;
    return sum;
}

void PairQueries::find_in_rounds(const Wanted& wanted, WorkMeter& meter)
{
    const std::span<const Encounter> encounters = encounters_.listed();
    if (lanes_.size() < workers_.count())
        lanes_ = std::vector<Lane>(workers_.count());
    for (Lane& lane : lanes_) {
        lane.pairs.clear();
        lane.units = 0;
    }
    found_.resize(encounters.size());
    rounds_.make(encounters, expected_.span(), bodies_.slots().size(), workers_.count());

    const auto search = [&](std::uint32_t place, std::uint32_t worker, Workers& helpers) {
        Lane& lane = lanes_[worker];
        WorkMeter own(Budget::unlimited());
        const std::size_t begin = lane.pairs.size();
        append_pairs(encounters[place], wanted, {lane.search, helpers, own, lane.pairs});
        found_[place] = {encounters[place], 0, lane.pairs.size() - begin, worker, begin};
        lane.units += own.spent();
    };
    for (std::size_t round = 0; round < rounds_.count();) {
        const EncounterRounds::Round stretch = rounds_.stretch(round);
        for (const std::uint32_t place : stretch.large)
            search(place, 0, workers_);
        chains_.make(encounters, expected_.span(), bodies_.slots().size(), stretch.small);
        const std::span<const std::uint32_t> first = chains_.first();
        const std::size_t count = first.size();
        if (count == 0)
            continue;
        const std::uint64_t price = std::max<std::uint64_t>(1, stretch.small_price / count);
        const std::size_t handful = std::min<std::uint64_t>(
            std::max<std::uint64_t>(1, price_of_a_handful / price), 1 + count / (4 * std::size_t{workers_.count()}));
        workers_.for_each_chunk(
            count, handful, price, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t worker) {
                for (const std::uint32_t link : first.subspan(begin, end - begin))
                    chains_.search_from(link, [&](std::uint32_t place) { search(place, worker, nobody_); });
            });
    }
    for (const Lane& lane : lanes_)
        meter.spend(TACTUS_FAULT(55) && &lane == lanes_.data() ? 0 : lane.units);
    gather();
}

void PairQueries::gather()
{
    std::erase_if(found_, [](const Found& some) { return some.begin == some.end; });
    std::size_t count = 0;
    for (Found& some : found_) {
        some.begin += count;
        some.end += count;
        count = some.end;
    }
    pairs_.resize_uninitialised(count);
    constexpr std::size_t found_per_chunk = 16;
    const std::uint64_t price = price::gathered_pair * (count / std::max<std::size_t>(1, found_.size()));
    workers_.for_each_chunk(
        found_.size(), found_per_chunk, price, [&](std::size_t, std::size_t begin, std::size_t end, std::uint32_t) {
            for (const Found& some : std::span(found_).subspan(begin, end - begin))
                std::copy_n(
                    lanes_[some.worker].pairs.data() + some.from, some.end - some.begin, pairs_.data() + some.begin);
        });
}

} // namespace tactus
