// SPDX-License-Identifier: MIT
#include "search/clusters/level_opener.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/work_prices.h"
#include "search/clusters/open_boxes.h"

namespace tactus {
namespace {

/// A list is cut when it has so many pairs for each worker, into as many slices at the most: some take longer than
/// others.
constexpr std::size_t slices_per_worker = 4;
/// The same where a search goes on below the slices, which then differ by more.
constexpr std::size_t searched_pairs_per_worker = 16, searched_slices_per_worker = 8;
constexpr std::uint64_t price_of_a_pair = price::opened_pair;

std::uint64_t units_of(std::uint64_t pairs) { return (pairs + per_unit::node_pairs - 1) / per_unit::node_pairs; }

/// Opens the side with more levels left, of `count` pairs that begin at (from_a, from_b). Gives how many there are
/// then, from number `at` of the list on.
template <class Levels>
std::size_t open_next(
    const BlockTree& a, const BlockTree& b, Levels& levels, const std::uint32_t* from_a, const std::uint32_t* from_b,
    std::size_t count, BoxPairList& to, std::size_t at)
{
    to.reserve(at + 8 * count + 8);
    std::uint32_t* to_a = to.a.data() + at;
    std::uint32_t* to_b = to.b.data() + at;
    if (levels.a >= levels.b)
        return open_boxes(
            b.boxes(), {.blocks = a.blocks(), .shift = a.child_shift(levels.a--)}, {from_b, from_a}, count,
            {to_b, to_a});
    return open_boxes(
        a.boxes(), {.blocks = b.blocks(), .shift = b.child_shift(levels.b--)}, {from_a, from_b}, count, {to_a, to_b});
}

} // namespace

/// Each step makes about three pairs of one, but for the last one.
std::uint64_t LevelOpener::expected_price(std::size_t count, const Levels& levels)
{
    std::uint64_t pairs = count;
    for (std::uint32_t step = 1; step < std::min(levels.steps(), 16u); ++step)
        pairs *= 3;
    return pairs * price_of_a_pair;
}

/// Opens level by level until the list has so many pairs, and what is left costs so much. False if the budget ended.
bool LevelOpener::open_until_long(
    const BlockTree& a, const BlockTree& b, std::size_t enough, std::uint64_t min_price, WorkMeter& meter,
    BoxPairList& pairs, BoxPairList& opened)
{
    levels_ = {a.top_level(), b.top_level()};
    pairs.reserve(8);
    pairs.a[0] = a.root();
    pairs.b[0] = b.root();
    pairs.count = 1;
    while (pairs.count > 0 && levels_.steps() > 0) {
        if (pairs.count >= enough && expected_price(pairs) >= min_price)
            return true;
        if (!meter.spend(units_of(pairs.count)))
            return false;
        opened.count = open_next(a, b, levels_, pairs.a.data(), pairs.b.data(), pairs.count, opened, 0);
        std::swap(pairs, opened);
    }
    return true;
}

void LevelOpener::cut(std::size_t pairs, std::size_t wanted_slices, const Workers& workers)
{
    TACTUS_CHECK(levels_.steps() <= max_steps);
    slice_size_ = std::max<std::size_t>(1, (pairs + wanted_slices - 1) / wanted_slices);
    descenders_.resize(std::max<std::size_t>(descenders_.size(), workers.count()));
    for (Descender& descender : descenders_) {
        descender.found.count = 0;
        descender.opened = {};
    }
}

bool LevelOpener::open(
    const BlockTree& a, const BlockTree& b, Workers& workers, WorkMeter& meter, BoxPairList& pairs, BoxPairList& opened)
{
    const std::size_t slices =
        workers.count() > 1 && !meter.is_limited() ? slices_per_worker * workers.count() : SIZE_MAX;
    if (!open_until_long(a, b, slices, min_shared_price_, meter, pairs, opened))
        return false;
    if (pairs.count == 0 || levels_.steps() == 0)
        return true;
    cut(pairs.count, slices, workers);
    slices_.resize_uninitialised(units_for(pairs.count, slice_size_));
    workers.for_each_chunk(
        pairs.count, slice_size_, expected_price(pairs) / pairs.count,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Descender& descender = descenders_[worker];
            const std::size_t first = descender.found.count;
            append_slice(a, b, pairs, begin, end, descender);
            slices_[index] = {worker, first, descender.found.count};
        });
    end_slices(meter);
    gather(pairs);
    return true;
}

void LevelOpener::begin_slices(
    const BlockTree& a, const BlockTree& b, const Workers& workers, WorkMeter& meter, BoxPairList& pairs,
    BoxPairList& opened)
{
    open_until_long(a, b, searched_pairs_per_worker * workers.count(), 0, meter, pairs, opened);
    cut(pairs.count, searched_slices_per_worker * workers.count(), workers);
}

const BoxPairList& LevelOpener::open_slice(
    const BlockTree& a, const BlockTree& b, const BoxPairList& pairs, std::size_t begin, std::size_t end,
    std::uint32_t worker)
{
    Descender& descender = descenders_[worker];
    descender.found.count = 0;
    append_slice(a, b, pairs, begin, end, descender);
    return descender.found;
}

void LevelOpener::end_slices(WorkMeter& meter) const
{
    for (std::uint32_t step = 0; step < levels_.steps(); ++step) {
        std::uint64_t opened = 0;
        for (const Descender& descender : descenders_)
            opened += descender.opened[step];
        meter.spend(units_of(opened));
    }
}

/// Takes pairs [begin, end) down to clusters, and appends what overlaps to the list of all slices.
void LevelOpener::append_slice(
    const BlockTree& a, const BlockTree& b, const BoxPairList& pairs, std::size_t begin, std::size_t end,
    Descender& descender) const
{
    const std::uint32_t* from_a = pairs.a.data() + begin;
    const std::uint32_t* from_b = pairs.b.data() + begin;
    std::size_t count = end - begin;
    BoxPairList& found = descender.found;
    Levels levels = levels_;
    for (std::uint32_t step = 0; count > 0 && levels.steps() > 1; ++step) {
        descender.opened[step] += count;
        BoxPairList& to = descender.lists[step % 2];
        count = open_next(a, b, levels, from_a, from_b, count, to, 0);
        from_a = to.a.data();
        from_b = to.b.data();
    }
    if (levels.steps() == 1) {
        descender.opened[levels_.steps() - 1] += count;
        found.count += open_next(a, b, levels, from_a, from_b, count, found, found.count);
        return;
    }
    found.reserve(found.count + count);
    std::copy_n(from_a, count, found.a.data() + found.count);
    std::copy_n(from_b, count, found.b.data() + found.count);
    found.count += count;
}

/// Puts the pairs of all slices one after the other.
void LevelOpener::gather(BoxPairList& pairs)
{
    std::size_t count = 0;
    for (const Descender& descender : descenders_)
        count += descender.found.count;
    pairs.reserve(count);
    pairs.count = count;
    std::size_t at = 0;
    for (const PairPart& slice : slices_.span()) {
        const BoxPairList& found = descenders_[slice.worker].found;
        std::copy(found.a.data() + slice.begin, found.a.data() + slice.end, pairs.a.data() + at);
        std::copy(found.b.data() + slice.begin, found.b.data() + slice.end, pairs.b.data() + at);
        at += slice.end - slice.begin;
    }
}

std::size_t LevelOpener::bytes() const
{
    std::size_t bytes = slices_.bytes();
    for (const Descender& descender : descenders_)
        bytes += descender.lists[0].bytes() + descender.lists[1].bytes() + descender.found.bytes();
    return bytes;
}

} // namespace tactus
