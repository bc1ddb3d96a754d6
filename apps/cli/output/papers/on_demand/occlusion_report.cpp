// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand/occlusion_report.h"

#include <utility>

#include <fmt/format.h>

#include "cli/output/table.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"

namespace tactus::cli {

namespace {

std::string number_of(std::uint64_t count) { return std::to_string(count); }

/// Blank where there are no cells.
std::string time_of_a_cell(const CellTally& tally, double microseconds)
{
    const double time = tally.a_cell(microseconds);
    return tally.cells > 0 ? fmt::format("{:.{}f}", time, time < 10.0 ? 2 : 0) : "";
}

std::string occlusion_levels_text(const OcclusionFigures& figures)
{
    Table table(
        {"the paper's model", "queries of 24", "here", "triangles", "queries of 24", "cells with surface, of 8",
         "cells lost", "us a cell", "its CPU us", "exact us"});
    for (std::size_t k = 0; k < figures.levels.size(); ++k) {
        const on_demand_paper::Model& paper = on_demand_paper::table_1[k];
        const OcclusionFigures::Level& level = figures.levels[k];
        table.add_row(
            {paper.name, number_of(paper.queries), level.shape, number_of(level.triangles),
             number_of(level.tally.queries), number_of(level.tally.with_surface), number_of(level.tally.lost),
             time_of_a_cell(level.tally, level.tally.card.wall), time_of_a_cell(level.tally, level.tally.card.cpu),
             time_of_a_cell(level.tally, level.tally.processor)});
    }
    return table.text();
}

std::string occlusion_seconds_text(const OcclusionFigures& figures)
{
    Table table(
        {"second", "paper queries", "queries", "cells asked", "with surface", "cells lost", "frames in touch", "nodes",
         "us a cell", "its CPU us", "exact us"});
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const OcclusionFigures::Second& row = figures.seconds[k];
        table.add_row(
            {number_of(k + 1), number_of(on_demand_paper::table_2[k].queries), number_of(row.tally.queries),
             number_of(row.tally.cells), number_of(row.tally.with_surface), number_of(row.tally.lost),
             number_of(row.frames_in_touch), number_of(row.nodes), time_of_a_cell(row.tally, row.tally.card.wall),
             time_of_a_cell(row.tally, row.tally.card.cpu), time_of_a_cell(row.tally, row.tally.processor)});
    }
    return table.text();
}

std::string occlusion_trials_text(const OcclusionFigures& figures)
{
    std::vector<std::string> headings = {"cells lost of", "triangles", "cells", "with surface"};
    for (const std::uint32_t pixels : figures.trial_pixels)
        headings.push_back(fmt::format("{} pixels", pixels));
    Table table(headings);
    for (const OcclusionFigures::Trial& trial : figures.trials) {
        const CellTally& first = trial.tallies.front();
        std::vector<std::string> row = {
            trial.name, number_of(trial.triangles), number_of(first.cells), number_of(first.with_surface)};
        for (const CellTally& tally : trial.tallies)
            row.push_back(number_of(tally.lost));
        table.add_row(std::move(row));
    }
    return table.text();
}

std::string occlusion_times_text(const OcclusionFigures& figures)
{
    std::vector<std::string> headings = {"us a cell"};
    for (const std::uint32_t pixels : figures.trial_pixels) {
        headings.push_back(fmt::format("{} pixels", pixels));
        headings.emplace_back("its CPU us");
    }
    headings.emplace_back("exact us");
    Table table(headings);
    for (const OcclusionFigures::Trial& trial : figures.trials) {
        std::vector<std::string> row = {trial.name};
        for (const CellTally& tally : trial.tallies) {
            row.push_back(time_of_a_cell(tally, tally.card.wall));
            row.push_back(time_of_a_cell(tally, tally.card.cpu));
        }
        row.push_back(time_of_a_cell(trial.tallies.front(), trial.tallies.front().processor));
        table.add_row(std::move(row));
    }
    return table.text();
}

Json occlusion_tally_json(const CellTally& tally)
{
    return {
        {"cells_asked", tally.cells},
        {"cells_with_surface", tally.with_surface},
        {"cells_lost", tally.lost},
        {"cells_wrong", tally.wrong},
        {"queries", tally.queries},
        {"microseconds_a_cell", tally.a_cell(tally.card.wall)},
        {"cpu_microseconds_a_cell", tally.a_cell(tally.card.cpu)},
        {"exact_microseconds_a_cell", tally.a_cell(tally.processor)}};
}

} // namespace

std::string occlusion_report_text(const OcclusionFigures& figures)
{
    if (!figures.unavailable.empty())
        return fmt::format("\nno OpenGL here, so that no occlusion query is asked: {}\n", figures.unavailable);
    std::string text = fmt::format(
        "\nOcclusion queries, the paper's own road, with a viewport of {0} x {0} pixels; what draws is {1}\n"
        "\nTable 1 by occlusion queries, the eight cells of the box around a model\n\n{2}",
        figures.pixels, figures.renderer, occlusion_levels_text(figures));
    text += fmt::format(
        "\nTable 2 by occlusion queries, with the paper's Algorithm 2; the exact test decides what is divided\n\n{}",
        occlusion_seconds_text(figures));
    text += fmt::format(
        "\nWhat occlusion queries lose against the exact test: random cells around meshes, and cells with one triangle "
        "each; boxes are drawn only where it says so\n\n{}\n{}",
        occlusion_trials_text(figures), occlusion_times_text(figures));
    const OcclusionFigures::Polling& polling = figures.polling;
    text += fmt::format(
        "\n{} cells asked a work unit at a time, one every millisecond, with {} queries out at most: {} units, in {} "
        "of which no answer had come "
        "yet; "
        "the longest took {:.0f} us of CPU time; the answers are {}those of waiting\n",
        polling.cells, polling.max_queries, polling.work_units, polling.vain_units, polling.longest_microseconds,
        polling.says_the_same ? "" : "not ");
    return text
           + "\ntimes of occlusion queries are wall time, and CPU time of all threads; those of the exact test are CPU "
             "time\n";
}

Json occlusion_report_json(const OcclusionFigures& figures)
{
    if (!figures.unavailable.empty())
        return {{"unavailable", figures.unavailable}};
    Json json = {
        {"renderer", figures.renderer},
        {"pixels", figures.pixels},
        {"table_1", Json::array()},
        {"table_2", Json::array()},
        {"resolutions", Json::array()}};
    for (std::size_t k = 0; k < figures.levels.size(); ++k) {
        Json row = occlusion_tally_json(figures.levels[k].tally);
        row["shape"] = figures.levels[k].shape;
        row["triangles"] = figures.levels[k].triangles;
        row["paper_queries"] = on_demand_paper::table_1[k].queries;
        json["table_1"].push_back(row);
    }
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        Json row = occlusion_tally_json(figures.seconds[k].tally);
        row["second"] = k + 1;
        row["frames_in_touch"] = figures.seconds[k].frames_in_touch;
        row["nodes"] = figures.seconds[k].nodes;
        row["paper_queries"] = on_demand_paper::table_2[k].queries;
        json["table_2"].push_back(row);
    }
    for (const OcclusionFigures::Trial& trial : figures.trials)
        for (std::size_t k = 0; k < trial.tallies.size(); ++k) {
            Json row = occlusion_tally_json(trial.tallies[k]);
            row["name"] = trial.name;
            row["triangles"] = trial.triangles;
            row["pixels"] = figures.trial_pixels[k];
            json["resolutions"].push_back(row);
        }
    json["polling"] = {
        {"cells", figures.polling.cells},
        {"max_queries", figures.polling.max_queries},
        {"work_units", figures.polling.work_units},
        {"vain_units", figures.polling.vain_units},
        {"longest_microseconds", figures.polling.longest_microseconds},
        {"says_the_same", figures.polling.says_the_same}};
    return json;
}

} // namespace tactus::cli
