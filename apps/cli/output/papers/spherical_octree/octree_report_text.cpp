// SPDX-License-Identifier: MIT
#include "cli/output/number_text.h"
#include "cli/output/papers/spherical_octree/octree_report.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "cli/output/table.h"

namespace tactus::cli {

namespace {

std::string ms(double microseconds) { return milliseconds_text(1e-3 * microseconds); }

std::string level_text(const std::optional<std::uint32_t>& level) { return level ? std::to_string(*level) : "deeper"; }

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0)
           / static_cast<double>(std::max<std::size_t>(1, values.size()));
}

/// The paper's objects are about as coarse as ours of fineness 1.
std::string best_in_paper(const LevelsFigure& figure, const LevelsFigure::Object& object)
{
    if (figure.fineness == 1 && object.name == "box")
        return std::to_string(octree_paper::best_levels_of_box);
    if (figure.fineness == 1 && object.name == "cylinder")
        return std::to_string(octree_paper::best_levels_of_cylinder);
    return "";
}

std::string levels_text(const LevelsFigure& figure)
{
    std::string text;
    Table times({"levels", "pairs, paper's order ms", "pairs, both at once ms", "contacts and forces ms"});
    const auto add = [&](std::string name, const PerQuery<double>& microseconds) {
        std::vector<std::string> row = {std::move(name)};
        for (const OctreeQuery query : all_octree_queries)
            row.push_back(ms(microseconds[query]));
        times.add_row(std::move(row));
    };
    for (const LevelRace::Runner& runner : figure.levels)
        add(std::to_string(runner.levels), runner.microseconds);
    add("chosen", figure.automatic);
    add("chosen, not uniform", figure.by_default);
    text += times.text() + "\n";

    Table objects(
        {"two of each", "vertices", "best levels in the paper", "best here", "chosen", "chosen over best", "query"});
    for (const LevelsFigure::Object& object : figure.objects)
        for (const OctreeQuery query : all_octree_queries)
            objects.add_row(
                {object.name, std::to_string(object.vertices), best_in_paper(figure, object),
                 std::to_string(object.best[query]), level_text(object.chosen[query]),
                 fmt::format("{:.2f}", object.loss[query]), query_words(query)});
    return text + objects.text(1);
}

std::string vertices_text(const VerticesFigure& figure)
{
    std::vector<std::string> headings = {"vertices"};
    for (const std::uint32_t levels : figure.levels)
        headings.push_back(fmt::format("{} levels", levels));
    headings.insert(headings.end(), {"best", "chosen", "moving"});
    std::vector<VerticesFigure::Growth> growths = figure.growth;
    growths.insert(growths.end(), {figure.growth_of_best, figure.growth_of_automatic});
    std::string text;
    for (const OctreeQuery query : all_octree_queries) {
        Table table(headings);
        for (const VerticesFigure::Size& size : figure.sizes) {
            std::vector<std::string> row = {std::to_string(size.vertices)};
            double best = size.race.runners.front().microseconds[query];
            for (const LevelRace::Runner& runner : size.race.runners) {
                row.push_back(ms(runner.microseconds[query]));
                best = std::min(best, runner.microseconds[query]);
            }
            row.insert(row.end(), {ms(best), ms(size.race.automatic[query]), ms(size.race.moving)});
            table.add_row(std::move(row));
        }
        std::vector<std::string> slopes = {"us a vertex"}, qualities = {"R^2 of the line"},
                                 powers = {"grows with power"};
        for (const VerticesFigure::Growth& growth : growths) {
            slopes.push_back(fmt::format("{:.3f}", growth.line[query].slope));
            qualities.push_back(fmt::format("{:.4f}", growth.line[query].r_squared));
            powers.push_back(fmt::format("{:.2f}", growth.exponent[query]));
        }
        table.add_row(std::move(slopes));
        table.add_row(std::move(qualities));
        table.add_row(std::move(powers));
        text += fmt::format("\n{}, ms\n\n{}", query_words(query), table.text());
    }
    return text;
}

std::string six_objects_text(const RigidRun& run)
{
    Table table({"", "pairs: mean ms", "worst ms", "contacts and forces: mean ms", "worst ms"});
    table.add_row(
        {fmt::format("the paper, on an {}", octree_paper::machine), "", "",
         fmt::format("about {:.0f}", octree_paper::six_objects_ms)});
    for (const RigidTimes& times : run.entries)
        table.add_row(
            {times.name, ms(mean(times.pairs)), ms(*std::ranges::max_element(times.pairs)), ms(mean(times.contacts)),
             ms(*std::ranges::max_element(times.contacts))});
    return table.text();
}

} // namespace

std::string octree_report_text(const OctreeReproduction& all)
{
    std::string text = "Tzafestas and Coiffet 1996, Real-Time Collision Detection using Spherical Octrees\n";
    for (const LevelsFigure& figure : all.levels)
        text += fmt::format(
            "\nFigure 4, time against levels: every two of {} objects pressed into each other, fineness {}\n\n{}",
            figure.objects.size(), figure.fineness, levels_text(figure));
    text += fmt::format(
        "\nFigure 5, time against vertices: an ellipsoid pressed into a cylinder (the paper: linear)\n{}",
        vertices_text(all.vertices));
    const RigidRun& run = all.six_objects;
    text += fmt::format(
        "\nSix objects: {} and {} in all, {}, {} of them with intersecting triangles\n\n{}",
        fmt::format("{} vertices", run.vertices), counted(run.triangles, "triangle"),
        counted(run.pairs_found.size(), "frame"), run.frames_with_pairs(), six_objects_text(run));
    text += "\ntimes are CPU time of the thread, medians of repeats that took turns; moving the bodies is in them\n";
    return text;
}

} // namespace tactus::cli
