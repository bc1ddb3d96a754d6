// SPDX-License-Identifier: MIT
#include "cli/output/papers/tool_query/tool_query_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "cli/pictures/line_chart.h"

namespace tactus::cli {

namespace {

using tool_query_paper::Both;

std::string in_milliseconds(double microseconds) { return readable(1e-3 * microseconds, 3); }

bool is_tree(const RoadInfo& road)
{
    return road.name == road_names::tree_build || road.name == road_names::tree_rebuilt
           || road.name == road_names::tree_kept;
}

std::string times_text(const ToolQueryFigures& figures)
{
    Table table({"", "standing ms", "sweeping ms"});
    for (const tool_query_paper::Machine& machine : tool_query_paper::machines)
        table.add_row(
            {fmt::format("the paper: {}", machine.name), readable(machine.milliseconds.standing, 3),
             readable(machine.milliseconds.sweeping, 3)});
    const std::vector<ToolQueryFigures::Times>& ours = figures.sizes.back().roads;
    for (std::size_t k = 0; k < figures.roads.size(); ++k)
        if (!is_tree(figures.roads[k]))
            table.add_row(
                {fmt::format("here: {}", figures.roads[k].name), in_milliseconds(ours[k].standing),
                 in_milliseconds(ours[k].sweeping)});
    std::string text = table.text() + "\n";
    for (const ToolQueryFigures::Card& card : figures.cards)
        if (!card.absence.empty())
            text += fmt::format("{} cannot be taken here: {}\n", card.name, card.absence);
    if (!figures.renderer.empty())
        text += fmt::format("OpenGL by {}\n", figures.renderer);
    Table trees({"trees of oriented boxes", "building ms", "standing ms", "sweeping ms"});
    for (const tool_query_paper::Machine& machine : tool_query_paper::machines)
        // The columns of the Pentium share one line of RAPID.
        if (&machine != &tool_query_paper::machines.back())
            trees.add_row(
                {fmt::format(
                     "the paper: RAPID, {}",
                     std::string_view(machine.name).substr(0, std::string_view(machine.name).find(','))),
                 readable(machine.build_ms, 3), readable(machine.tree_milliseconds.standing, 3),
                 readable(machine.tree_milliseconds.sweeping, 3)});
    const ToolQueryFigures::Times &build = ours[figures.road(road_names::tree_build)],
                                  &kept = ours[figures.road(road_names::tree_kept)];
    trees.add_row(
        {"here", in_milliseconds(build.standing), in_milliseconds(kept.standing), in_milliseconds(kept.sweeping)});
    return text + "\n" + trees.text();
}

std::string factors_text(const ToolQueryFigures& figures)
{
    Table table({"times faster than the tree", "deforming, standing", "sweeping", "rigid, standing", "sweeping"});
    const auto add = [&](const std::string& name, const Both& deforming, const Both& rigid) {
        table.add_row(
            {name, readable(deforming.standing, 3), readable(deforming.sweeping, 3), readable(rigid.standing, 3),
             readable(rigid.sweeping, 3)});
    };
    for (const tool_query_paper::Machine& machine : tool_query_paper::machines)
        add(fmt::format("the paper: {}", machine.name), machine.times_faster_deforming, machine.times_faster_rigid);
    for (std::size_t k = 0; k < figures.roads.size(); ++k)
        if (!is_tree(figures.roads[k])) {
            const TimesFaster factors = times_faster(figures, k);
            add(fmt::format("here: {}", figures.roads[k].name), factors.deforming, factors.rigid);
        }
    return table.text();
}

std::string growth_text(const ToolQueryFigures& figures, bool sweeps)
{
    std::vector<std::string> headings = {sweeps ? "sweeping, us" : "standing, us"};
    for (const ToolQueryFigures::Size& size : figures.sizes)
        headings.push_back(readable(std::uint64_t{size.triangles}));
    headings.emplace_back("times longer");
    Table table(headings);
    for (std::size_t k = 0; k < figures.roads.size(); ++k) {
        std::vector<std::string> row = {figures.roads[k].name};
        const auto time = [&](const ToolQueryFigures::Size& size) {
            return sweeps ? size.roads[k].sweeping : size.roads[k].standing;
        };
        for (const ToolQueryFigures::Size& size : figures.sizes)
            row.push_back(readable(time(size), 3));
        row.push_back(readable(time(figures.sizes.back()) / time(figures.sizes.front()), 3));
        table.add_row(std::move(row));
    }
    return table.text();
}

std::string angles_text(const ToolQueryFigures& figures)
{
    Table table(
        {"mm", "degrees to the shaft", "in the box", "dropped", "in the pyramid", "dropped", "left", "touched",
         "missed", "added"});
    for (const ToolQueryFigures::Angle& angle : figures.angles) {
        const VolumeCounts& volume = angle.volume;
        table.add_row(
            {readable(1e3 * angle.metres, 3), readable(angle.degrees, 3), std::to_string(angle.naive_in_view),
             std::to_string(angle.naive_in_view - volume.clipped), std::to_string(angle.perspective_in_view),
             std::to_string(angle.perspective_in_view - volume.clipped), std::to_string(volume.clipped),
             std::to_string(volume.touched), std::to_string(volume.missed), std::to_string(volume.added)});
    }
    return table.text();
}

std::string cards_text(const ToolQueryFigures& figures)
{
    Table table({"", "standing: proposed", "in vain", "left out", "sweeping: proposed", "in vain", "left out", "lost"});
    for (const ToolQueryFigures::Card& card : figures.cards)
        if (card.absence.empty())
            table.add_row(
                {card.name, std::to_string(card.standing.proposed), std::to_string(card.standing.in_vain),
                 std::to_string(card.standing.not_proposed), std::to_string(card.sweeping.proposed),
                 std::to_string(card.sweeping.in_vain), std::to_string(card.sweeping.not_proposed),
                 std::to_string(card.standing.lost + card.sweeping.lost)});
    return table.text();
}

std::string volume_text(const char* name, const VolumeCounts& counts)
{
    return fmt::format(
        "  {}: {} faces touched, {} in the paper's volume, {} missed, {} added\n", name, counts.touched, counts.clipped,
        counts.missed, counts.added);
}

} // namespace

TimesFaster times_faster(const ToolQueryFigures& figures, std::size_t road)
{
    const std::vector<ToolQueryFigures::Times>& times = figures.sizes.back().roads;
    const auto over = [&](const char* tree) -> Both {
        const ToolQueryFigures::Times& slow = times[figures.road(tree)];
        return {slow.standing / times[road].standing, slow.sweeping / times[road].sweeping};
    };
    return {over(road_names::tree_rebuilt), over(road_names::tree_kept)};
}

std::string tool_query_report_text(const ToolQueryFigures& figures)
{
    std::string text = "Lombardo, Cani and Neyret 1999, a tool against an organ by the clipping of graphics hardware\n";
    text += fmt::format(
        "\nFigure 11, {} trials with a liver of {} triangles that deforms in every frame\n\n{}",
        figures.liver_trials.size(), figures.sizes.back().triangles, times_text(figures));
    text += fmt::format(
        "\nFigure 12, times faster than trees of oriented boxes, rebuilt for what deforms and kept for what is "
        "rigid\n\n{}",
        factors_text(figures));
    text += fmt::format(
        "\nFrom the tetrahedron's triangles to the liver's\n\n{}\n{}", growth_text(figures, false),
        growth_text(figures, true));
    text += fmt::format(
        "\nFigures 5 to 8, faces that pass the view and are dropped by the planes, {} sweeps of each kind\n\n"
        "{}",
        figures.liver_trials.size(), angles_text(figures));
    text += "\nThe trials: faces touched exactly, and what the paper's volumes make of them\n\n";
    text += volume_text("standing", figures.standing_volume) + volume_text("sweeping", figures.sweeping_volume);
    text += fmt::format(
        "  the tree tests surfaces, and does not see {} that lie wholly within the tool\n",
        counted(figures.tree.unseen_faces, "face"));
    if (!figures.renderer.empty())
        text += fmt::format("\nWhat cards propose in these trials, and what is decided\n\n{}", cards_text(figures));
    return text
           + "\ntimes are of a frame, update included, in CPU time; of a card the time until it has answered. OpenGL "
             "is "
             "timed without the exact decision. Medians of a trial, means over the trials\n";
}

std::string tool_query_svg(const ToolQueryFigures& figures)
{
    std::vector<LineChart> charts;
    for (const bool sweeps : {false, true}) {
        LineChart& chart = charts.emplace_back();
        chart.title = sweeps ? "A sweeping tool: time against triangles" : "A standing tool: time against triangles";
        chart.x = {.label = "triangles of the organ", .scale = Scale::logarithmic};
        chart.y = {.label = "time of a frame, us", .scale = Scale::logarithmic};
        for (std::size_t k = 0; k < figures.roads.size(); ++k) {
            if (figures.roads[k].name == road_names::tree_build)
                continue;
            ChartSeries& series = chart.series.emplace_back();
            series.name = figures.roads[k].name;
            series.has_dots = true;
            for (const ToolQueryFigures::Size& size : figures.sizes)
                series.points.push_back(
                    {double(size.triangles), sweeps ? size.roads[k].sweeping : size.roads[k].standing});
        }
    }
    return svg_text(charts);
}

} // namespace tactus::cli
