// SPDX-License-Identifier: MIT
#include "cli/reproduce/spherical_octree/octree_figures.h"

#include <algorithm>

#include "cli/reproduce/spherical_octree/grid_objects.h"

namespace tactus::cli {

namespace {

constexpr std::uint64_t paper_seed = 1996;
constexpr std::uint32_t fewest_levels_of_figure_5 = 3;

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

/// What its race against another of its kind says about an object.
LevelsFigure::Object judged(const GridObject& object, const LevelRace& race)
{
    LevelsFigure::Object judged;
    judged.name = object.name;
    judged.vertices = object.mesh.positions.size();
    judged.triangles = object.mesh.triangles.size();
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
        growth.exponent[query] = growth_exponent(vertices, microseconds);
    }
    return growth;
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

Result<std::vector<LevelsFigure>>
measure_levels(const FigureEffort& effort, const std::function<void(double)>& progress)
{
    std::vector<LevelsFigure> figures;
    const std::vector<std::uint32_t> levels = numbers_between(1, effort.most_levels);
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
                const std::vector<Pose> poses =
                    pressed_poses(objects[a].mesh, objects[b].mesh, effort.poses, paper_seed + pair++);
                const Result<LevelRace> race =
                    race_levels(objects[a].mesh, objects[b].mesh, levels, poses, effort.repeat);
                if (!race.ok())
                    return race.error();
                add(figure, race.value(), 1.0 / static_cast<double>(pair_count));
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
        const std::vector<Pose> poses = pressed_poses(cylinder, ellipsoid, effort.poses, paper_seed);
        Result<LevelRace> race = race_levels(cylinder, ellipsoid, levels, poses, effort.repeat);
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
