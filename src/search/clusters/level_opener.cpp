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

/// A list is cut when it has so many pairs for each worker.
constexpr std::size_t pairs_per_worker = 4;
/// Slices for each worker: some take longer than others.
constexpr std::size_t slices_per_worker = 4;
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

/// Opens level by level, until open_slices(levels) is called for the rest if the list grows long.
template <class OpenSlices>
LevelOpener::Outcome LevelOpener::open_until_long(
    const BlockTree& a, const BlockTree& b, std::uint64_t more, Workers& workers, WorkMeter& meter, BoxPairList& pairs,
    BoxPairList& opened, OpenSlices open_slices)
{
    Levels levels = {a.top_level(), b.top_level()};
    const std::size_t enough =
        workers.count() > 1 && !meter.is_limited() ? pairs_per_worker * workers.count() : SIZE_MAX;
    pairs.reserve(8);
    pairs.a[0] = a.root();
    pairs.b[0] = b.root();
    pairs.count = 1;
    while (pairs.count > 0 && levels.steps() > 0) {
        if (pairs.count >= enough && expected_price(pairs.count, levels) + more >= min_shared_price_) {
            open_slices(levels);
            return Outcome::in_parts;
        }
        if (!meter.spend(units_of(pairs.count)))
            return Outcome::cut;
        opened.count = open_next(a, b, levels, pairs.a.data(), pairs.b.data(), pairs.count, opened, 0);
        std::swap(pairs, opened);
    }
    return Outcome::complete;
}

bool LevelOpener::open(
    const BlockTree& a, const BlockTree& b, Workers& workers, WorkMeter& meter, BoxPairList& pairs, BoxPairList& opened)
{
    const Outcome outcome = open_until_long(a, b, 0, workers, meter, pairs, opened, [&](const Levels& levels) {
        open_slices(a, b, levels, 0, workers, meter, pairs, [](Descender&, std::size_t) {});
        gather(pairs);
    });
    return outcome != Outcome::cut;
}

bool LevelOpener::open_and_expand(
    BlockTree& a, const BlockTree& b, std::uint64_t price_of_expansion, Workers& workers, WorkMeter& meter,
    BoxPairList& pairs, BoxPairList& opened)
{
    const Outcome outcome =
        open_until_long(a, b, price_of_expansion, workers, meter, pairs, opened, [&](const Levels& levels) {
            a.make_room_for_all(SingleBoxes::of_leaves_and_triangles);
            const auto expand = [&](Descender& descender, std::size_t first) {
                const BoxPairList& found = descender.found;
                descender.expanded += a.expand_unclaimed({found.a.data() + first, found.count - first});
            };
            open_slices(a, b, levels, price_of_expansion, workers, meter, pairs, expand);
        });
    return outcome == Outcome::in_parts;
}

/// Calls found(descender, first) when it has the pairs of a slice, which begin there in the descender's list. What that
/// takes is expected to cost `more` for all slices.
template <class Found>
void LevelOpener::open_slices(
    const BlockTree& a, const BlockTree& b, const Levels& levels, std::uint64_t more, Workers& workers,
    WorkMeter& meter, const BoxPairList& pairs, Found found)
{
    TACTUS_CHECK(levels.steps() <= max_steps);
    const std::size_t wanted_slices = slices_per_worker * workers.count();
    const std::size_t size = (pairs.count + wanted_slices - 1) / wanted_slices;
    descenders_.resize(std::max<std::size_t>(descenders_.size(), workers.count()));
    for (Descender& descender : descenders_) {
        descender.found.count = 0;
        descender.opened = {};
        descender.expanded = 0;
    }
    slices_.resize_uninitialised((pairs.count + size - 1) / size);
    workers.for_each_chunk(
        pairs.count, size, (expected_price(pairs.count, levels) + more) / pairs.count,
        [&](std::size_t index, std::size_t begin, std::size_t end, std::uint32_t worker) {
            Descender& descender = descenders_[worker];
            const std::size_t first = descender.found.count;
            open_slice(a, b, levels, pairs, begin, end, descender);
            found(descender, first);
            slices_[index] = {worker, first, descender.found.count};
        });
    for (std::uint32_t step = 0; step < levels.steps(); ++step) {
        std::uint64_t opened = 0;
        for (const Descender& descender : descenders_)
            opened += descender.opened[step];
        meter.spend(units_of(opened));
    }
}

std::size_t LevelOpener::expanded_count() const
{
    std::size_t count = 0;
    for (const Descender& descender : descenders_)
        count += descender.expanded;
    return count;
}

/// Takes pairs [begin, end) down to clusters, and appends what overlaps to the list of all slices.
void LevelOpener::open_slice(
    const BlockTree& a, const BlockTree& b, Levels levels, const BoxPairList& pairs, std::size_t begin, std::size_t end,
    Descender& descender) const
{
    const std::uint32_t* from_a = pairs.a.data() + begin;
    const std::uint32_t* from_b = pairs.b.data() + begin;
    std::size_t count = end - begin;
    for (std::uint32_t step = 0; count > 0; ++step) {
        descender.opened[step] += count;
        if (levels.steps() == 1) {
            BoxPairList& found = descender.found;
            found.count += open_next(a, b, levels, from_a, from_b, count, found, found.count);
            return;
        }
        BoxPairList& to = descender.lists[step % 2];
        count = open_next(a, b, levels, from_a, from_b, count, to, 0);
        from_a = to.a.data();
        from_b = to.b.data();
    }
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
