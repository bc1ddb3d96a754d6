// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/level_race.h"

#include <utility>

#include <fmt/format.h>

#include "cli/measure/playback.h"

namespace tactus::cli {

namespace {

/// Trees for one order and for the other. They are the same, but where the number of levels is chosen for them.
struct Entry {
    std::uint32_t levels = 0; ///< 0: the automatic choice
    OctreeTrial paper;
    OctreeTrial ours;
    PerQuery<std::vector<double>> times = {};

    OctreeTrial& trial(OctreeQuery query) { return query == OctreeQuery::pairs_ours ? ours : paper; }
};

PerQuery<double> medians(const Entry& entry)
{
    PerQuery<double> result;
    for (const OctreeQuery query : all_octree_queries)
        result[query] = median(entry.times[query]);
    return result;
}

} // namespace

Result<LevelRace> race_levels(
    const papers::GridMesh& a, const papers::GridMesh& b, std::span<const std::uint32_t> levels,
    std::span<const Pose> poses, std::uint32_t repeat)
{
    std::vector<Entry> entries;
    const auto enter = [&](std::uint32_t number, bool uniform) -> Result<void> {
        using papers::OctreeTraversal;
        const structures::SphericalOctree octree = {.levels = number, .uniform = uniform};
        Result<OctreeTrial> paper = OctreeTrial::create(a, b, octree, OctreeTraversal::leaves_then_reverse, poses);
        if (!paper.ok())
            return paper.error();
        Result<OctreeTrial> ours = OctreeTrial::create(a, b, octree, OctreeTraversal::both_at_once, poses);
        if (!ours.ok())
            return ours.error();
        entries.push_back({number, std::move(paper).value(), std::move(ours).value()});
        return {};
    };
    for (const std::uint32_t number : levels)
        if (Result<void> entered = enter(number, true); !entered.ok())
            return entered.error();
    for (const bool uniform : {true, false})
        if (Result<void> entered = enter(0, uniform); !entered.ok())
            return entered.error();

    LevelRace race;
    std::vector<double> moving;
    for (std::uint32_t round = 0; round <= repeat; ++round)
        for (Entry& entry : entries)
            for (const OctreeQuery query : all_octree_queries) {
                const Result<OctreeTrial::Pass> asked = entry.trial(query).ask(query);
                if (!asked.ok())
                    return asked.error();
                const OctreeTrial::Pass& pass = asked.value();
                // The first round takes the memory that all others reuse.
                if (round > 0)
                    entry.times[query].push_back(pass.microseconds);
                else if (&entry == &entries.front())
                    race.found[query] = pass.found;
                if (pass.found != race.found[query] || race.found[OctreeQuery::pairs_paper] == 0)
                    return Error{
                        ErrorCode::invalid_argument,
                        fmt::format(
                            "{} with {} levels: {} were found, and {} with others; this is a fault of the library",
                            query_words(query), entry.levels, pass.found, race.found[query])};
                if (round > 0 && query == OctreeQuery::contacts) {
                    const Result<OctreeTrial::Pass> moved = entry.ours.only_move();
                    if (!moved.ok())
                        return moved.error();
                    moving.push_back(moved.value().microseconds);
                }
            }
    race.moving = median(moving);
    race.by_default = medians(entries.back());
    entries.pop_back();
    race.automatic = medians(entries.back());
    for (const OctreeQuery query : all_octree_queries)
        race.chosen[query] = entries.back().trial(query).levels();
    entries.pop_back();
    for (const Entry& entry : entries)
        race.runners.push_back({entry.levels, medians(entry)});
    return race;
}

} // namespace tactus::cli
