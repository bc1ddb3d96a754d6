// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/octree_figures.h"

#include <algorithm>
#include <span>

#include "cli/reproduce/spherical_octree/grid_objects.h"

namespace tactus::cli {

namespace {

constexpr std::uint64_t paper_seed = 1996;
constexpr std::uint32_t fewest_levels_of_figure_5 = 2;

std::vector<std::uint32_t> numbers_between(std::uint32_t first, std::uint32_t last)
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = first; number <= last; ++number)
        numbers.push_back(number);
    return numbers;
}

const LevelRace::Runner& fastest(const std::vector<LevelRace::Runner>& runners, OctreeQuery query)
{
    return *std::ranges::min_element(
        runners, {}, [&](const LevelRace::Runner& runner) { return runner.microseconds[query]; });
}

/// Counts, and then times where that is wanted.
Result<LevelRace> measured_race(
    const papers::GridMesh& a, const papers::GridMesh& b, std::span<const std::uint32_t> levels,
    const FigureEffort& effort, bool is_coarsest, std::uint64_t seed)
{
    const std::uint32_t count_poses = is_coarsest ? std::max(effort.poses, effort.count_poses) : effort.poses;
    const std::vector<Pose> poses = pressed_poses(a, b, count_poses, seed);
    Result<LevelRace> race = count_levels(a, b, levels, poses);
    if (!race.ok() || effort.repeat == 0)
        return race;
    const std::span<const Pose> timed = std::span(poses).first(effort.poses);
    if (Result<void> raced = race_levels(race.value(), a, b, timed, effort.repeat); !raced.ok())
        return raced.error();
    return race;
}

/// What its race against another of its kind says about an object.
LevelsFigure::Object judged(const GridObject& object, const LevelRace& race)
{
    LevelsFigure::Object judged;
    judged.name = object.name;
    judged.vertices = object.mesh.positions.size();
    judged.triangles = object.mesh.triangles.size();
    judged.checks = race.checks();
    for (const OctreeQuery query : all_octree_queries) {
        const LevelRace::Runner& best = fastest(race.runners, query);
        judged.best[query] = best.levels;
        judged.chosen[query] = race.chosen[query][0];
        judged.loss[query] = race.automatic[query] / best.microseconds[query];
    }
    return judged;
}

/// Adds a race to the means.
void add(LevelsFigure& figure, const LevelRace& race, double share)
{
    figure.levels.resize(race.runners.size());
    for (std::size_t k = 0; k < race.runners.size(); ++k) {
        CheckCounts& sum = figure.levels[k].checks;
        const CheckCounts& counts = race.runners[k].checks;
        sum.levels = counts.levels;
        sum.node_tests += share * counts.node_tests;
        sum.checks += share * counts.checks;
        sum.microseconds += share * counts.microseconds;
    }
    for (const OctreeQuery query : all_octree_queries) {
        for (std::size_t k = 0; k < race.runners.size(); ++k) {
            figure.levels[k].levels = race.runners[k].levels;
            figure.levels[k].microseconds[query] += share * race.runners[k].microseconds[query];
        }
        figure.automatic[query] += share * race.automatic[query];
        figure.by_default[query] += share * race.by_default[query];
    }
    figure.moving += share * race.moving;
}

/// How the times of all sizes grow; `time` gives those of one.
template <class Time>
VerticesFigure::Growth growth_of(const std::vector<VerticesFigure::Size>& sizes, const Time& time)
{
    VerticesFigure::Growth growth;
    for (const OctreeQuery query : all_octree_queries) {
        std::vector<double> vertices, microseconds;
        for (const VerticesFigure::Size& size : sizes) {
            vertices.push_back(static_cast<double>(size.vertices));
            microseconds.push_back(time(size.race, query));
        }
        growth.line[query] = fit_line(vertices, microseconds);
        // Where nothing was timed there is nothing that grows.
        if (std::ranges::min(microseconds) > 0.0)
            growth.exponent[query] = growth_exponent(vertices, microseconds);
    }
    return growth;
}

/// How the cost of the paper's own leaf test grows; `counts` gives those of one size.
template <class Counts>
VerticesFigure::CheckGrowth
check_growth_of(const std::vector<VerticesFigure::Size>& sizes, double price, const Counts& counts)
{
    std::vector<double> vertices, costs;
    for (const VerticesFigure::Size& size : sizes) {
        vertices.push_back(static_cast<double>(size.vertices));
        costs.push_back(counts(size.race).cost(price));
    }
    return {fit_line(vertices, costs), growth_exponent(vertices, costs)};
}

} // namespace

const LevelRace::Runner& LevelsFigure::best(OctreeQuery query) const { return fastest(levels, query); }

double LevelsFigure::mean_chosen(OctreeQuery query) const
{
    double sum = 0.0, count = 0.0;
    for (const Object& object : objects)
        if (object.chosen[query]) {
            sum += *object.chosen[query];
            count += 1.0;
        }
    return count > 0.0 ? sum / count : 0.0;
}

std::vector<CheckCounts> LevelsFigure::checks() const
{
    std::vector<CheckCounts> all;
    for (const LevelRace::Runner& runner : levels)
        all.push_back(runner.checks);
    return all;
}

const LevelsFigure::Object& LevelsFigure::object(std::string_view name) const
{
    return *std::ranges::find(objects, name, &Object::name);
}

VerticesFigure::CheckGrowth VerticesFigure::check_growth(std::size_t place, double price) const
{
    return check_growth_of(sizes, price, [&](const LevelRace& race) { return race.runners[place].checks; });
}

VerticesFigure::CheckGrowth VerticesFigure::best_check_growth(double price) const
{
    return check_growth_of(sizes, price, [&](const LevelRace& race) { return cheapest(race.checks(), price); });
}

Result<PropositionCounts> count_proposition(std::uint32_t fineness, std::uint32_t poses)
{
    PropositionCounts counts;
    const std::vector<GridObject> objects = grid_objects(fineness);
    std::uint64_t pair = 0;
    for (std::size_t a = 0; a < objects.size(); ++a)
        for (std::size_t b = a; b < objects.size(); ++b) {
            const std::vector<Pose> pressed =
                pressed_poses(objects[a].mesh, objects[b].mesh, poses, paper_seed + pair++);
            Result<OctreeTrial> trial = OctreeTrial::create(
                objects[a].mesh, objects[b].mesh, {.levels = 3u}, papers::OctreeTraversal::leaves_then_reverse,
                pressed);
            if (!trial.ok())
                return trial.error();
            if (Result<void> added = trial.value().add_to(counts); !added.ok())
                return added.error();
        }
    return counts;
}

Result<std::vector<LevelsFigure>>
measure_levels(const FigureEffort& effort, const std::function<void(double)>& progress)
{
    std::vector<LevelsFigure> figures;
    const std::vector<std::uint32_t> levels = numbers_between(0, effort.most_levels);
    // Fine objects take so much longer that the others do not count.
    double all_work = 0.0, work = 0.0;
    for (const std::uint32_t fineness : effort.finenesses)
        all_work += fineness * fineness;
    for (const std::uint32_t fineness : effort.finenesses) {
        const std::vector<GridObject> objects = grid_objects(fineness);
        const std::size_t pair_count = objects.size() * (objects.size() + 1) / 2;
        LevelsFigure& figure = figures.emplace_back();
        figure.fineness = fineness;
        std::uint64_t pair = 0;
        for (std::size_t a = 0; a < objects.size(); ++a)
            for (std::size_t b = a; b < objects.size(); ++b) {
                const Result<LevelRace> race = measured_race(
                    objects[a].mesh, objects[b].mesh, levels, effort, fineness == effort.finenesses.front(),
                    paper_seed + pair++);
                if (!race.ok())
                    return race.error();
                add(figure, race.value(), 1.0 / static_cast<double>(pair_count));
                figure.pairs.push_back({objects[a].name + " - " + objects[b].name, race.value().runners});
                if (a == b)
                    figure.objects.push_back(judged(objects[a], race.value()));
                work += static_cast<double>(fineness * fineness) / static_cast<double>(pair_count);
                progress(work / all_work);
            }
    }
    return figures;
}

Result<VerticesFigure> measure_vertices(const FigureEffort& effort, const std::function<void(double)>& progress)
{
    VerticesFigure figure;
    const std::vector<std::uint32_t> levels =
        numbers_between(std::min(fewest_levels_of_figure_5, effort.most_levels), effort.most_levels);
    double all_work = 0.0, work = 0.0;
    for (const std::uint32_t fineness : effort.finenesses)
        all_work += fineness * fineness;
    for (const std::uint32_t fineness : effort.finenesses) {
        const std::vector<GridObject> objects = grid_objects(fineness);
        const papers::GridMesh& cylinder = objects[1].mesh;
        const papers::GridMesh& ellipsoid = objects[3].mesh;
        Result<LevelRace> race = measured_race(cylinder, ellipsoid, levels, effort, false, paper_seed);
        if (!race.ok())
            return race.error();
        figure.sizes.push_back({cylinder.positions.size() + ellipsoid.positions.size(), std::move(race).value()});
        work += fineness * fineness;
        progress(work / all_work);
    }
    for (std::size_t k = 0; k < levels.size(); ++k)
        figure.growth.push_back(growth_of(figure.sizes, [&](const LevelRace& race, OctreeQuery query) {
            return race.runners[k].microseconds[query];
        }));
    figure.growth_of_best = growth_of(figure.sizes, [](const LevelRace& race, OctreeQuery query) {
        return fastest(race.runners, query).microseconds[query];
    });
    figure.growth_of_automatic =
        growth_of(figure.sizes, [](const LevelRace& race, OctreeQuery query) { return race.automatic[query]; });
    figure.levels = levels;
    return figure;
}

} // namespace tactus::cli
