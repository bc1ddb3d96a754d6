// SPDX-License-Identifier: MIT
#include "cli/output/line_chart.h"
#include "cli/output/papers/bucket_report.h"

namespace tactus::cli {

namespace {

template <class Points, class X>
std::vector<ChartSeries> series_of(const Points& points, const X& x)
{
    std::vector<ChartSeries> all;
    for (std::size_t runner = 0; runner < bucket_runners().size(); ++runner) {
        ChartSeries& series = all.emplace_back();
        series.name = bucket_runners()[runner].name;
        series.has_dots = true;
        for (const auto& point : points)
            series.points.push_back({x(point), point.milliseconds[runner]});
    }
    return all;
}

} // namespace

std::string bucket_sizes_svg(const BucketFigures& figures)
{
    LineChart chart{
        .title = "An update against primitives, 4 levels (the paper's Figure 3)",
        .x = {.label = "primitives of the object", .lower = 0.0},
        .y = {.label = "CPU time, ms", .lower = 0.0},
        .series = series_of(figures.sizes, [](const BucketFigures::Size& size) { return double(size.primitives); })};
    chart.marks.push_back({double(bucket_paper::primitives), "15 000"});
    return svg_text({&chart, 1});
}

std::string bucket_levels_svg(const BucketFigures& figures)
{
    LineChart chart{
        .title = "An update against levels (the paper's Figure 4)",
        .x = {.label = "levels of the octree"},
        .y = {.label = "CPU time, ms", .lower = 0.0},
        .series = series_of(figures.levels, [](const BucketFigures::Level& level) { return double(level.levels); })};
    chart.marks.push_back({double(figures.chosen_levels), "chosen"});
    return svg_text({&chart, 1});
}

} // namespace tactus::cli
