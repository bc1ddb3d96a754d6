// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand/on_demand_report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/papers/on_demand/occlusion_report.h"
#include "cli/output/table.h"
#include "cli/pictures/line_chart.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"

namespace tactus::cli {

namespace {

std::string levels_of_models_text(const OnDemandFigures& figures)
{
    Table table(
        {"the paper's model", "triangles", "ms", "queries of 24", "cells with surface, of 8", "here", "triangles",
         "queries of 24", "cells with surface", "ms"});
    for (std::size_t k = 0; k < figures.models.size(); ++k) {
        const on_demand_paper::Model& paper = on_demand_paper::table_1[k];
        const OnDemandFigures::Model& model = figures.models[k];
        const std::uint32_t occupied = paper.min_occupied();
        table.add_row(
            {paper.name, std::to_string(paper.triangles), fmt::format("{:.1f}", 1e3 * paper.seconds),
             std::to_string(paper.queries), occupied == 8 ? "8" : fmt::format("{} to 8", occupied), model.name,
             std::to_string(model.triangles), std::to_string(model.views), std::to_string(model.cells_with_surface),
             milliseconds_text(1e-3 * model.microseconds)});
    }
    return table.text();
}

std::string animation_text(const OnDemandFigures& figures)
{
    Table table(
        {"second", "paper fps", "paper queries", "queries", "cells asked", "made", "dropped", "nodes",
         "frames in touch", "own: made", "dropped", "nodes", "frames in touch", "us a frame", "worst us"});
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const on_demand_paper::Second& paper = on_demand_paper::table_2[k];
        const OnDemandFigures::Second& row = figures.seconds[k];
        table.add_row(
            {std::to_string(k + 1), fmt::format("{:.0f}", paper.frames_per_second), std::to_string(paper.queries),
             std::to_string(row.views), std::to_string(row.paper_trees.cells_asked),
             std::to_string(row.paper_trees.nodes_made), std::to_string(row.paper_trees.nodes_dropped),
             std::to_string(row.paper_trees.nodes), std::to_string(row.paper_trees.frames_in_touch),
             std::to_string(row.own_trees.nodes_made), std::to_string(row.own_trees.nodes_dropped),
             std::to_string(row.own_trees.nodes), std::to_string(row.own_trees.frames_in_touch),
             fmt::format("{:.0f}", row.mean_microseconds), fmt::format("{:.0f}", row.worst_microseconds)});
    }
    return table.text();
}

Json trees_json(const OnDemandFigures::Trees& trees)
{
    return {
        {"cells_asked", trees.cells_asked},
        {"nodes_made", trees.nodes_made},
        {"nodes_dropped", trees.nodes_dropped},
        {"nodes", trees.nodes},
        {"frames_in_touch", trees.frames_in_touch}};
}

} // namespace

std::string on_demand_report_text(const OnDemandFigures& figures)
{
    std::string text = "Rodríguez and Franquesa 2005, sphere trees on demand: cells asked exactly, by the CPU\n";
    if (!figures.files.empty())
        text += fmt::format("the paper's models, as far as they were given: {}\n", fmt::join(figures.files, ", "));
    text += fmt::format(
        "\nTable 1, one level of a tree (the paper: {}, a clock of 10 ms ticks); the last column is the first query of "
        "a tree of our own\n\n{}",
        on_demand_paper::machine, levels_of_models_text(figures));
    text += fmt::format(
        "\nTable 2, an animation of 14 seconds at {} frames a second, {} levels, of which one goes {} times a second "
        "where it is not used; the paper's trees, and then our own, whose frames are poses and the exact query\n\n{}",
        figures.frames_per_second, figures.levels, periods_a_second, animation_text(figures));
    text += fmt::format(
        "\nTwo bodies of {} triangles, posed and asked for their pairs, 5 levels; beside them trees that were made "
        "beforehand, a spherical octree of 5 levels and medial spheres of 3\n\n",
        figures.triangles);
    Table meetings({"", "pairs", "first query us", "settled us", "octree us", "medial us"});
    const auto add = [&](const char* name, const OnDemandFigures::Meeting& meeting) {
        meetings.add_row(
            {name, std::to_string(meeting.pairs), fmt::format("{:.0f}", meeting.first_microseconds),
             fmt::format("{:.0f}", meeting.settled_microseconds), fmt::format("{:.0f}", meeting.octree_microseconds),
             fmt::format("{:.0f}", meeting.medial_microseconds)});
    };
    add("that begin to touch", figures.touching);
    add("a fifth of their size in each other", figures.deep);
    text += meetings.text();
    return text + "\ntimes are CPU time of the thread\n" + occlusion_report_text(figures.occlusion);
}

Json on_demand_report_json(const OnDemandFigures& figures)
{
    Json json = {
        {"files", figures.files}, {"table_1", Json::array()}, {"table_2", Json::array()}, {"moments", Json::array()}};
    for (std::size_t k = 0; k < figures.models.size(); ++k) {
        const on_demand_paper::Model& paper = on_demand_paper::table_1[k];
        const OnDemandFigures::Model& model = figures.models[k];
        json["table_1"].push_back(
            {{"paper",
              {{"model", paper.name},
               {"triangles", paper.triangles},
               {"seconds", paper.seconds},
               {"queries", paper.queries},
               {"min_cells_with_surface", paper.min_occupied()}}},
             {"name", model.name},
             {"triangles", model.triangles},
             {"queries", model.views},
             {"cells_with_surface", model.cells_with_surface},
             {"microseconds", model.microseconds}});
    }
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const on_demand_paper::Second& paper = on_demand_paper::table_2[k];
        const OnDemandFigures::Second& row = figures.seconds[k];
        json["table_2"].push_back(
            {{"second", k + 1},
             {"paper", {{"frames_per_second", paper.frames_per_second}, {"queries", paper.queries}}},
             {"queries", row.views},
             {"paper_trees", trees_json(row.paper_trees)},
             {"own_trees", trees_json(row.own_trees)},
             {"mean_microseconds", row.mean_microseconds},
             {"worst_microseconds", row.worst_microseconds}});
    }
    for (const OnDemandFigures::Moment& moment : figures.moments)
        json["moments"].push_back(
            {{"figure", moment.figure},
             {"seconds", moment.time},
             {"spheres", {moment.spheres[0].size(), moment.spheres[1].size()}},
             {"nodes", {moment.nodes[0], moment.nodes[1]}},
             {"sphere_pairs", moment.pairs}});
    for (const auto& [name, meeting] : {std::pair{"touching", figures.touching}, {"deep", figures.deep}})
        json[name] = {
            {"pairs", meeting.pairs},
            {"first_microseconds", meeting.first_microseconds},
            {"settled_microseconds", meeting.settled_microseconds},
            {"octree_microseconds", meeting.octree_microseconds},
            {"medial_microseconds", meeting.medial_microseconds}};
    json["occlusion"] = occlusion_report_json(figures.occlusion);
    return json;
}

std::string on_demand_svg(const OnDemandFigures& figures)
{
    ChartSeries mean{.name = "mean of a frame, us", .points = {}, .has_dots = true};
    ChartSeries worst{.name = "worst frame, us", .points = {}, .has_dots = true};
    ChartSeries ours{.name = "queries here, counted as the paper does", .points = {}, .has_dots = true};
    ChartSeries nodes{.name = "nodes of the paper's trees", .points = {}, .has_dots = true};
    ChartSeries own_nodes{.name = "nodes of our own", .points = {}, .has_dots = true};
    ChartSeries papers{.name = "the paper's occlusion queries", .points = {}, .has_dots = true};
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const double second = double(k + 1);
        mean.points.push_back({second, figures.seconds[k].mean_microseconds});
        worst.points.push_back({second, figures.seconds[k].worst_microseconds});
        ours.points.push_back({second, double(figures.seconds[k].views)});
        nodes.points.push_back({second, double(figures.seconds[k].paper_trees.nodes)});
        own_nodes.points.push_back({second, double(figures.seconds[k].own_trees.nodes)});
        papers.points.push_back({second, double(on_demand_paper::table_2[k].queries)});
    }
    const std::array<LineChart, 3> charts = {
        LineChart{
            .title = "A body passes three others: nodes at the end of each second",
            .x = {.label = "second of the animation"},
            .y = {.label = "nodes of all bodies", .lower = 0.0},
            .series = {nodes, own_nodes}},
        LineChart{
            .title = "Time of a frame with our own trees",
            .x = {.label = "second of the animation"},
            .y = {.label = "CPU time, us", .lower = 0.0},
            .series = {mean, worst}},
        LineChart{
            .title = "Occlusion queries, a second (the paper's Table 2)",
            .x = {.label = "second of the animation"},
            .y = {.label = "queries", .lower = 0.0},
            .series = {ours, papers}}};
    return svg_text(charts);
}

} // namespace tactus::cli
