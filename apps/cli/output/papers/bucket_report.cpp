// SPDX-License-Identifier: MIT
#include "cli/output/papers/bucket_report.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "cli/reproduce/line_fit.h"

namespace tactus::cli {

namespace {

// The runners, by their places in bucket_runners().
constexpr std::size_t direct = 0, coherent = 2, incoherent = 3;

/// The size that is nearest to the paper's 15 000.
const BucketFigures::Size& paper_size(const BucketFigures& figures)
{
    const auto distance = [](const BucketFigures::Size& size) {
        return size.primitives > bucket_paper::primitives ? size.primitives - bucket_paper::primitives
                                                          : bucket_paper::primitives - size.primitives;
    };
    return *std::ranges::min_element(figures.sizes, {}, distance);
}

LineFit growth_of(const BucketFigures& figures, std::size_t runner)
{
    std::vector<double> sizes, times;
    for (const BucketFigures::Size& size : figures.sizes) {
        sizes.push_back(double(size.primitives));
        times.push_back(size.milliseconds[runner]);
    }
    return fit_line(sizes, times);
}

std::optional<double> paper_milliseconds(std::uint32_t levels)
{
    for (const bucket_paper::Row& row : bucket_paper::table_1)
        if (row.levels == levels)
            return row.milliseconds;
    return std::nullopt;
}

double time_at(const BucketFigures& figures, std::uint32_t levels, std::size_t runner)
{
    for (const BucketFigures::Level& level : figures.levels)
        if (level.levels == levels)
            return level.milliseconds[runner];
    return 0.0;
}

std::vector<std::string> headings(const char* first)
{
    std::vector<std::string> all = {first};
    for (const BucketRunner& runner : bucket_runners())
        all.push_back(runner.name + " ms");
    return all;
}

void add_times(std::vector<std::string>& row, const RunnerTimes& times)
{
    for (const double time : times)
        row.push_back(milliseconds_text(time));
}

} // namespace

std::vector<BucketConclusion> bucket_conclusions(const BucketFigures& figures)
{
    const BucketFigures::Size& size = paper_size(figures);
    const double sorted = size.milliseconds[coherent] / size.milliseconds[direct];
    const double unsorted = size.milliseconds[incoherent] / size.milliseconds[direct];
    const LineFit line = growth_of(figures, direct);
    std::vector<BucketConclusion> all = {
        {"with coherence, sorted lists (Algorithm 2) beat direct bucketing (Algorithm 1)", sorted < 1.0,
         fmt::format("{:.2f} times Algorithm 1's time with {} primitives", sorted, size.primitives)},
        {"without coherence, both take about the same up to 15 000 primitives", unsorted > 0.8 && unsorted < 1.25,
         fmt::format("{:.2f} times Algorithm 1's time with {} primitives", unsorted, size.primitives)},
        {"time grows linearly with the primitives", line.r_squared > 0.98,
         fmt::format("R^2 {:.4f}, {:.1f} ns a primitive", line.r_squared, 1e6 * line.slope)}};
    const double four = time_at(figures, 4, direct), five = time_at(figures, 5, direct);
    if (five > 0.0) {
        const double six = time_at(figures, 6, direct);
        all.push_back(
            {"up to 4 levels the buckets cost little, from 5 on they dominate", five > 1.5 * four && six > 2.0 * four,
             fmt::format("5 levels {:.2f} times, 6 levels {:.2f} times the time of 4", five / four, six / four)});
    }
    return all;
}

std::string bucket_report_text(const BucketFigures& figures)
{
    std::string text = "Ganovelli, Dingliana and O'Sullivan 2000, BucketTree\n";
    Table sizes(headings("primitives"));
    for (const BucketFigures::Size& size : figures.sizes) {
        std::vector<std::string> row = {std::to_string(size.primitives)};
        add_times(row, size.milliseconds);
        sizes.add_row(std::move(row));
    }
    text += fmt::format(
        "\nFigure 3, an update against primitives: {} levels, points that move a thousandth of the object's size, each "
        "within alpha degrees of the object's way\n\n{}",
        bucket_paper::levels, sizes.text());
    std::vector<std::string> with_buckets = headings("levels");
    with_buckets.emplace_back("buckets occupied");
    Table levels(with_buckets);
    for (const BucketFigures::Level& level : figures.levels) {
        std::vector<std::string> row = {std::to_string(level.levels)};
        add_times(row, level.milliseconds);
        row.push_back(std::to_string(level.occupied));
        levels.add_row(std::move(row));
    }
    text += fmt::format(
        "\nFigure 4, an update against levels; the library would choose {}\n\n{}", figures.chosen_levels,
        levels.text());
    Table table(
        {"levels", fmt::format("the paper ({}) ms", bucket_paper::machine), "here ms", "times faster",
         "larger node first ms", "pairs of buckets"});
    for (const BucketFigures::Collisions& row : figures.table) {
        const std::optional<double> paper = paper_milliseconds(row.levels);
        table.add_row(
            {std::to_string(row.levels), paper ? fmt::format("{:.0f}", *paper) : "",
             milliseconds_text(row.milliseconds), paper ? fmt::format("{:.0f}", *paper / row.milliseconds) : "",
             milliseconds_text(row.larger_first), fmt::format("{:.0f}", row.pairs)});
    }
    text += fmt::format("\nTable 1, milliseconds for 1000 collisions between buckets\n\n{}", table.text());
    text += "\nThe paper's conclusions\n\n";
    for (const BucketConclusion& conclusion : bucket_conclusions(figures))
        text += fmt::format(
            "  {}: {} ({})\n", conclusion.claim, conclusion.holds ? "holds" : "does not hold here",
            conclusion.measured);
    return text + "\ntimes are CPU time of the thread, medians over steps\n";
}

Json bucket_report_json(const BucketFigures& figures)
{
    Json json = {{"figure_3", Json::array()}, {"figure_4", Json::array()}, {"table_1", Json::array()}};
    const auto times = [](const RunnerTimes& all) {
        Json list = Json::object();
        for (std::size_t k = 0; k < all.size(); ++k)
            list[bucket_runners()[k].name] = all[k];
        return list;
    };
    for (const BucketFigures::Size& size : figures.sizes)
        json["figure_3"].push_back({{"primitives", size.primitives}, {"milliseconds", times(size.milliseconds)}});
    for (const BucketFigures::Level& level : figures.levels)
        json["figure_4"].push_back(
            {{"levels", level.levels}, {"milliseconds", times(level.milliseconds)}, {"occupied", level.occupied}});
    for (const BucketFigures::Collisions& row : figures.table) {
        const std::optional<double> paper = paper_milliseconds(row.levels);
        json["table_1"].push_back(
            {{"levels", row.levels},
             {"paper_milliseconds", paper ? Json(*paper) : Json()},
             {"milliseconds", row.milliseconds},
             {"larger_first_milliseconds", row.larger_first},
             {"pairs", row.pairs}});
    }
    json["chosen_levels"] = figures.chosen_levels;
    json["conclusions"] = Json::array();
    for (const BucketConclusion& conclusion : bucket_conclusions(figures))
        json["conclusions"].push_back(
            {{"claim", conclusion.claim}, {"holds", conclusion.holds}, {"measured", conclusion.measured}});
    return json;
}

} // namespace tactus::cli
