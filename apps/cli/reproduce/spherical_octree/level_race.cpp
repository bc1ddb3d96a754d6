// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/level_race.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/measure/playback.h"

namespace tactus::cli {

namespace {

/// Trees for one order and for the other. They are the same, but where the number of levels is chosen for them.
struct Entry {
    std::optional<std::uint32_t> levels; ///< the automatic choice where there are none
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

std::vector<CheckCounts> LevelRace::checks() const
{
    std::vector<CheckCounts> all;
    for (const Runner& runner : runners)
        all.push_back(runner.checks);
    return all;
}

Result<LevelRace> count_levels(
    const papers::GridMesh& a, const papers::GridMesh& b, std::span<const std::uint32_t> levels,
    std::span<const Pose> poses)
{
    LevelRace race;
    for (const std::uint32_t number : levels) {
        Result<OctreeTrial> trial =
            OctreeTrial::create(a, b, {.levels = number}, papers::OctreeTraversal::leaves_then_reverse, poses);
        if (!trial.ok())
            return trial.error();
        const Result<CheckCounts> checks = trial.value().count_checks();
        if (!checks.ok())
            return checks.error();
        race.runners.push_back({number, {}, checks.value()});
        race.runners.back().checks.levels = number;
    }
    return race;
}

Result<void> race_levels(
    LevelRace& race, const papers::GridMesh& a, const papers::GridMesh& b, std::span<const Pose> poses,
    std::uint32_t repeat)
{
    std::vector<Entry> entries;
    const auto enter = [&](std::optional<std::uint32_t> number, bool uniform) -> Result<void> {
        using papers::OctreeTraversal;
        const OctreeShape shape = {.levels = number, .uniform = uniform};
        Result<OctreeTrial> paper = OctreeTrial::create(a, b, shape, OctreeTraversal::leaves_then_reverse, poses);
        if (!paper.ok())
            return paper.error();
        Result<OctreeTrial> ours = OctreeTrial::create(a, b, shape, OctreeTraversal::both_at_once, poses);
        if (!ours.ok())
            return ours.error();
        entries.push_back({number, std::move(paper).value(), std::move(ours).value()});
        return {};
    };
    for (const LevelRace::Runner& runner : race.runners)
        if (Result<void> entered = enter(runner.levels, true); !entered.ok())
            return entered.error();
    for (const bool uniform : {true, false})
        if (Result<void> entered = enter(std::nullopt, uniform); !entered.ok())
            return entered.error();

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
                            query_words(query), entry.paper.levels()[0], pass.found, race.found[query])};
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
    for (std::size_t k = 0; k < entries.size(); ++k)
        race.runners[k].microseconds = medians(entries[k]);
    return {};
}

} // namespace tactus::cli
