// SPDX-License-Identifier: MIT
#include "cli/output/papers/bucket_tree/bucket_report.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace tactus::cli {

namespace {

std::optional<double> paper_milliseconds(std::uint32_t levels)
{
    for (const bucket_paper::Row& row : bucket_paper::table_1)
        if (row.levels == levels)
            return row.milliseconds;
    return std::nullopt;
}

/// Rows of updates: the times of placing and of what is common, and the operations of lists.
class UpdateTable {
public:
    explicit UpdateTable(const char* first) : table_(headings(first)) {}

    void add(std::string name, const UpdateFigures& update)
    {
        std::vector<std::string> row = {std::move(name)};
        for (const Placing& placing : update.placing)
            row.push_back(milliseconds_text(placing.milliseconds));
        row.push_back(milliseconds_text(update.common_milliseconds));
        for (const Placing& placing : update.placing)
            row.push_back(fmt::format("{:.1f}", placing.operations));
        row.push_back(std::to_string(update.buckets));
        row.push_back(std::to_string(update.nodes));
        table_.add_row(std::move(row));
    }
    std::string text() const { return table_.text(); }

private:
    static std::vector<std::string> headings(const char* first)
    {
        return {first,     "keys ms",    "lists, 0 ms", "15 ms",  "180 ms",  "common ms",
                "keys op", "lists 0 op", "15 op",       "180 op", "buckets", "nodes"};
    }

    Table table_;
};

Json update_json(const UpdateFigures& update)
{
    Json json = Json::object();
    json["placing"] = Json::array();
    for (std::size_t k = 0; k < update.placing.size(); ++k)
        json["placing"].push_back(
            {{"name", bucket_runners()[k].name},
             {"milliseconds", update.placing[k].milliseconds},
             {"operations_a_primitive", update.placing[k].operations}});
    json["common_milliseconds"] = update.common_milliseconds;
    json["buckets"] = update.buckets;
    json["nodes"] = update.nodes;
    return json;
}

Json boxes_json(const BucketFigures::Boxes& boxes)
{
    return {
        {"tests_of_1000_pairs", boxes.tests},
        {"milliseconds_of_1000_pairs", boxes.milliseconds},
        {"pairs", boxes.pairs}};
}

} // namespace

std::string bucket_report_text(const BucketFigures& figures)
{
    std::string text = "Ganovelli, Dingliana and O'Sullivan 2000, BucketTree\n";
    UpdateTable sizes("primitives");
    for (const BucketFigures::Size& size : figures.sizes)
        sizes.add(std::to_string(size.primitives), size.update);
    text += fmt::format(
        "\nFigure 3, placing primitives in {} levels of buckets: Algorithm 1 (keys) against Algorithm 2 (lists) of "
        "points that move within 0, 15 or 180 degrees of their object's way, and the work that is common to both\n\n{}",
        bucket_paper::levels, sizes.text());
    UpdateTable levels("levels");
    for (const BucketFigures::Level& level : figures.levels)
        levels.add(std::to_string(level.levels), level.update);
    text += fmt::format(
        "\nFigure 4, the same against levels, with {} primitives; the library would choose {}\n\n{}",
        figures.stray.primitives, figures.chosen_levels, levels.text());
    text += "\nop: operations a primitive; of a key the paper's subtractions, divisions and floors, of lists "
            "comparisons and moves\n";
    Table table(
        {"levels", fmt::format("the paper ({}) ms", bucket_paper::machine), "its shape", "cells: tests", "shape", "ms",
         "pairs", "on spheres: tests", "shape", "covering boxes: tests", "shape", "ms", "larger first ms"});
    const auto over_first = [](double value, double first) { return fmt::format("{:.2f}", value / first); };
    for (const BucketFigures::Collisions& row : figures.table) {
        const BucketFigures::Collisions& first = figures.table.front();
        const std::optional<double> paper = paper_milliseconds(row.levels);
        table.add_row(
            {std::to_string(row.levels), paper ? fmt::format("{:.0f}", *paper) : "",
             paper ? over_first(*paper, bucket_paper::table_1[0].milliseconds) : "",
             fmt::format("{:.0f}", row.cells.tests), over_first(row.cells.tests, first.cells.tests),
             milliseconds_text(row.cells.milliseconds), fmt::format("{:.0f}", row.cells.pairs),
             fmt::format("{:.0f}", row.shells.tests), over_first(row.shells.tests, first.shells.tests),
             fmt::format("{:.0f}", row.covers.tests), over_first(row.covers.tests, first.covers.tests),
             milliseconds_text(row.covers.milliseconds), milliseconds_text(row.larger_first)});
    }
    text += fmt::format(
        "\nTable 1, for 1000 collisions between buckets: tests of two boxes, and milliseconds. Boxes are cells, as in "
        "the paper, of points that fill a cube or lie on a sphere; or they cover what is in them, as in the library\n\n"
        "{}",
        table.text());
    return text + "\ntimes are CPU time of the thread, medians over steps\n";
}

Json bucket_report_json(const BucketFigures& figures)
{
    Json json = {{"figure_3", Json::array()}, {"figure_4", Json::array()}, {"table_1", Json::array()}};
    for (const BucketFigures::Size& size : figures.sizes) {
        Json row = update_json(size.update);
        row["primitives"] = size.primitives;
        json["figure_3"].push_back(std::move(row));
    }
    for (const BucketFigures::Level& level : figures.levels) {
        Json row = update_json(level.update);
        row["levels"] = level.levels;
        json["figure_4"].push_back(std::move(row));
    }
    for (const BucketFigures::Collisions& row : figures.table) {
        const std::optional<double> paper = paper_milliseconds(row.levels);
        json["table_1"].push_back(
            {{"levels", row.levels},
             {"paper_milliseconds", paper ? Json(*paper) : Json()},
             {"cells", boxes_json(row.cells)},
             {"cells_on_spheres", boxes_json(row.shells)},
             {"covering_boxes", boxes_json(row.covers)},
             {"larger_first_milliseconds", row.larger_first}});
    }
    json["stray"] = {
        {"primitives", figures.stray.primitives},
        {"fullest_bucket_as_in_paper", figures.stray.fullest_as_in_paper},
        {"fullest_bucket", figures.stray.fullest}};
    json["chosen_levels"] = figures.chosen_levels;
    return json;
}

} // namespace tactus::cli
