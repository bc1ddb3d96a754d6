// SPDX-License-Identifier: MIT
#include "cli/output/papers/spherical_octree/octree_pictures.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/pictures/line_chart.h"

namespace tactus::cli {

namespace {

double milliseconds(double microseconds) { return 1e-3 * microseconds; }

std::size_t mean_vertices(const LevelsFigure& figure)
{
    std::size_t sum = 0;
    for (const LevelsFigure::Object& object : figure.objects)
        sum += object.vertices;
    return sum / std::max<std::size_t>(figure.objects.size(), 1);
}

} // namespace

std::string checks_svg(const OctreeReproduction& all)
{
    using octree_paper::price_of_check;
    std::vector<LineChart> charts;
    LineChart& levels = charts.emplace_back();
    levels.title = "Counted by the paper's leaf test: cost against levels (Figure 4)";
    levels.x = {.label = "levels of the octrees"};
    levels.y = {.label = "cost, 1000 node tests", .scale = Scale::logarithmic};
    for (const LevelsFigure::Object& object : all.levels.front().objects) {
        ChartSeries& series = levels.series.emplace_back();
        series.name = fmt::format("two of {}", object.name);
        series.has_dots = true;
        for (const CheckCounts& counts : object.checks)
            series.points.push_back({double(counts.levels), 1e-3 * counts.cost(price_of_check)});
    }
    LineChart& vertices = charts.emplace_back();
    vertices.title = "Counted by the paper's leaf test: cost against vertices (Figure 5)";
    vertices.x = {.label = "vertices of both objects", .lower = 0.0};
    vertices.y = {.label = "cost, 1000 node tests", .scale = Scale::logarithmic};
    for (std::size_t k = 0; k < all.vertices.levels.size(); ++k) {
        ChartSeries& series = vertices.series.emplace_back();
        series.name = fmt::format("{} levels", all.vertices.levels[k]);
        series.has_dots = true;
        for (const VerticesFigure::Size& size : all.vertices.sizes)
            series.points.push_back({double(size.vertices), 1e-3 * size.race.runners[k].checks.cost(price_of_check)});
    }
    return svg_text(charts);
}

std::string levels_svg(const std::vector<LevelsFigure>& figures)
{
    std::vector<LineChart> charts;
    for (const LevelsFigure& figure : figures) {
        LineChart& chart = charts.emplace_back();
        chart.title = fmt::format("Time against levels: objects of {} vertices in the mean", mean_vertices(figure));
        chart.x = {.label = "levels of the octrees"};
        chart.y = {.label = "CPU time, ms", .scale = Scale::logarithmic};
        for (const OctreeQuery query : all_octree_queries) {
            ChartSeries& series = chart.series.emplace_back();
            series.name = query_words(query);
            series.has_dots = true;
            for (const LevelRace::Runner& runner : figure.levels)
                series.points.push_back({double(runner.levels), milliseconds(runner.microseconds[query])});
        }
        // The order of pairs of both trees at once chooses deeper trees; the mark is of the paper's.
        const double chosen = figure.mean_chosen(OctreeQuery::pairs_paper);
        chart.marks.push_back({chosen, "chosen: " + readable(chosen, 3)});
    }
    return svg_text(charts);
}

std::string vertices_svg(const VerticesFigure& figure)
{
    std::vector<LineChart> charts;
    for (const OctreeQuery query : all_octree_queries) {
        LineChart& chart = charts.emplace_back();
        chart.title = fmt::format("Time against vertices: {}", query_words(query));
        chart.x = {.label = "vertices of both objects", .lower = 0.0};
        chart.y = {.label = "CPU time, ms", .lower = 0.0};
        const auto add = [&](std::string name, const auto& time) {
            ChartSeries& series = chart.series.emplace_back();
            series.name = std::move(name);
            series.has_dots = true;
            for (const VerticesFigure::Size& size : figure.sizes)
                series.points.push_back({double(size.vertices), milliseconds(time(size.race)[query])});
        };
        for (std::size_t k = 0; k < figure.levels.size(); ++k)
            add(fmt::format("{} levels", figure.levels[k]),
                [&](const LevelRace& race) { return race.runners[k].microseconds; });
        add("automatic choice", [](const LevelRace& race) { return race.automatic; });
        const LineFit& line = figure.growth_of_automatic.line[query];
        ChartSeries& fitted = chart.series.emplace_back();
        fitted.name = "line through the automatic choice";
        for (const std::size_t vertices : {figure.sizes.front().vertices, figure.sizes.back().vertices})
            fitted.points.push_back({double(vertices), milliseconds(line.intercept + line.slope * double(vertices))});
    }
    return svg_text(charts);
}

std::string six_objects_svg(const RigidRun& run)
{
    std::vector<LineChart> charts;
    for (const bool wants_contacts : {false, true}) {
        LineChart& chart = charts.emplace_back();
        chart.title = wants_contacts ? "Six objects: contacts and forces, frame by frame"
                                     : "Six objects: intersecting triangles, frame by frame";
        chart.x = {.label = "frame"};
        chart.y = {.label = "CPU time, microseconds", .lower = 0.0};
        for (const RigidTimes& times : run.entries) {
            ChartSeries& series = chart.series.emplace_back();
            series.name = times.name;
            const std::vector<double>& list = wants_contacts ? times.contacts : times.pairs;
            for (std::size_t frame = 0; frame < list.size(); ++frame)
                series.points.push_back({double(frame), list[frame]});
        }
    }
    return svg_text(charts);
}

} // namespace tactus::cli
