// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand_report.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "cli/output/line_chart.h"
#include "cli/output/number_text.h"
#include "cli/output/papers/occlusion_report.h"
#include "cli/output/table.h"
#include "cli/reproduce/on_demand_bodies.h"

namespace tactus::cli {

std::string on_demand_report_text(const OnDemandFigures& figures)
{
    std::string text = "Rodriguez and Franquesa 2005, sphere trees on demand: cells asked exactly, by the CPU\n";
    Table levels(
        {"the paper's model", "triangles", "ms", "queries of 24", "here", "triangles", "ms", "cells asked",
         "with surface", "times faster"});
    for (std::size_t k = 0; k < figures.models.size(); ++k) {
        const on_demand_paper::Model& paper = on_demand_paper::table_1[k];
        const OnDemandFigures::Model& model = figures.models[k];
        levels.add_row(
            {paper.name, std::to_string(paper.triangles), fmt::format("{:.1f}", 1e3 * paper.seconds),
             std::to_string(paper.queries), model.shape, std::to_string(model.triangles),
             milliseconds_text(1e-3 * model.microseconds), std::to_string(model.cells_asked),
             std::to_string(model.cells_with_surface),
             fmt::format("{:.0f}", 1e6 * paper.seconds / model.microseconds)});
    }
    text += fmt::format(
        "\nTable 1, one level of a tree (the paper: {}, a clock of 10 ms ticks)\n\n{}", on_demand_paper::machine,
        levels.text());
    Table animation(
        {"second", "paper fps", "paper queries", "here us a frame", "worst us", "frames in touch", "cells asked",
         "made", "dropped", "nodes"});
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const on_demand_paper::Second& paper = on_demand_paper::table_2[k];
        const OnDemandFigures::Second& row = figures.seconds[k];
        animation.add_row(
            {std::to_string(k + 1), fmt::format("{:.0f}", paper.frames_per_second), std::to_string(paper.queries),
             fmt::format("{:.0f}", row.mean_microseconds), fmt::format("{:.0f}", row.worst_microseconds),
             std::to_string(row.frames_in_touch), std::to_string(row.cells_asked), std::to_string(row.nodes_made),
             std::to_string(row.nodes_dropped), std::to_string(row.nodes)});
    }
    text += fmt::format(
        "\nTable 2, an animation of 14 seconds at {} frames a second, {} levels; the paper's frames are drawn too, "
        "ours are "
        "poses and the exact query\n\n{}",
        figures.frames_per_second, on_demand_paper::levels, animation.text());
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
    Json json = {{"table_1", Json::array()}, {"table_2", Json::array()}};
    for (std::size_t k = 0; k < figures.models.size(); ++k) {
        const on_demand_paper::Model& paper = on_demand_paper::table_1[k];
        const OnDemandFigures::Model& model = figures.models[k];
        json["table_1"].push_back(
            {{"paper",
              {{"model", paper.name},
               {"triangles", paper.triangles},
               {"seconds", paper.seconds},
               {"queries", paper.queries}}},
             {"shape", model.shape},
             {"triangles", model.triangles},
             {"microseconds", model.microseconds},
             {"cells_asked", model.cells_asked},
             {"cells_with_surface", model.cells_with_surface}});
    }
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const on_demand_paper::Second& paper = on_demand_paper::table_2[k];
        const OnDemandFigures::Second& row = figures.seconds[k];
        json["table_2"].push_back(
            {{"second", k + 1},
             {"paper", {{"frames_per_second", paper.frames_per_second}, {"queries", paper.queries}}},
             {"mean_microseconds", row.mean_microseconds},
             {"worst_microseconds", row.worst_microseconds},
             {"frames_in_touch", row.frames_in_touch},
             {"cells_asked", row.cells_asked},
             {"nodes_made", row.nodes_made},
             {"nodes_dropped", row.nodes_dropped},
             {"nodes", row.nodes}});
    }
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
    ChartSeries ours{.name = "cells asked here", .points = {}, .has_dots = true};
    ChartSeries papers{.name = "the paper's occlusion queries", .points = {}, .has_dots = true};
    for (std::size_t k = 0; k < figures.seconds.size(); ++k) {
        const double second = double(k + 1);
        mean.points.push_back({second, figures.seconds[k].mean_microseconds});
        worst.points.push_back({second, figures.seconds[k].worst_microseconds});
        ours.points.push_back({second, double(figures.seconds[k].cells_asked)});
        papers.points.push_back({second, double(on_demand_paper::table_2[k].queries)});
    }
    const std::array<LineChart, 2> charts = {
        LineChart{
            .title = "A body passes three others, 5 levels: time of a frame",
            .x = {.label = "second of the animation"},
            .y = {.label = "CPU time, us", .lower = 0.0},
            .series = {mean, worst}},
        LineChart{
            .title = "Cells that were asked for surface, a second (the paper's Table 2)",
            .x = {.label = "second of the animation"},
            .y = {.label = "cells, or queries", .lower = 0.0},
            .series = {ours, papers}}};
    return svg_text(charts);
}

} // namespace tactus::cli
