// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/output/papers/bucket_tree/bucket_report.h"
#include "cli/reproduce/line_fit.h"

namespace tactus::cli {

namespace {

// The runners, by their places in bucket_runners().
constexpr std::size_t by_keys = 0, lists_0 = 1, lists_15 = 2, lists_180 = 3;

/// The size that is nearest to the paper's 15 000.
const BucketFigures::Size& paper_size(const BucketFigures& figures)
{
    return *std::ranges::min_element(figures.sizes, {}, [](const BucketFigures::Size& size) {
        return std::abs(double(size.primitives) - double(bucket_paper::primitives));
    });
}

/// With which power of the primitives a runner's operations grow.
double growth_of_operations(const BucketFigures& figures, std::size_t runner)
{
    std::vector<double> sizes, operations;
    for (const BucketFigures::Size& size : figures.sizes) {
        sizes.push_back(double(size.primitives));
        operations.push_back(double(size.primitives) * size.update.placing[runner].operations);
    }
    return growth_exponent(sizes, operations);
}

Claim placing_claim(const char* sentence, bool holds, const BucketFigures::Size& size, std::size_t runner)
{
    const std::vector<Placing>& placing = size.update.placing;
    return {
        paper_names::bucket_tree, sentence, holds,
        fmt::format(
            "{:.1f} operations a primitive against {:.0f}, with {} primitives", placing[runner].operations,
            placing[by_keys].operations, size.primitives)};
}

Claim levels_claim(const BucketFigures& figures)
{
    // Nodes of all levels, for trees of 4 levels and of 5.
    std::size_t nodes[2] = {}, primitives = figures.stray.primitives;
    for (const BucketFigures::Level& level : figures.levels)
        for (const std::uint32_t k : {0u, 1u})
            if (level.levels == 4 + k)
                nodes[k] = level.update.nodes;
    return {
        paper_names::bucket_tree, "up to 4 levels buckets cost little beside primitives, from 5 on they dominate",
        2 * nodes[0] < primitives && nodes[1] > primitives,
        fmt::format(
            "{} nodes with 4 levels and {} with 5, for {} primitives", nodes[0],
            nodes[1] > 0 ? std::to_string(nodes[1]) : "unknown", primitives)};
}

/// "1 : 1.2 : 2.8", from 3 levels to 5.
template <class Value>
std::string shape_of(const BucketFigures& figures, const Value& value)
{
    std::string text;
    for (const BucketFigures::Collisions& row : figures.table)
        if (row.levels <= 5)
            text += fmt::format("{}{:.2g}", text.empty() ? "" : " : ", value(row) / value(figures.table.front()));
    return text;
}

Claim table_claim(const BucketFigures& figures)
{
    bool rises = figures.table.size() > 2;
    for (std::size_t k = 1; k < figures.table.size(); ++k)
        rises = rises && figures.table[k].cells.tests > figures.table[k - 1].cells.tests;
    return {
        paper_names::bucket_tree, "1000 collisions of buckets take more with every level (Table 1: 1 : 3.4 : 7.2)",
        rises,
        fmt::format(
            "tests of cells {}, of points on spheres {}",
            shape_of(figures, [](const BucketFigures::Collisions& row) { return row.cells.tests; }),
            shape_of(figures, [](const BucketFigures::Collisions& row) { return row.shells.tests; }))};
}

} // namespace

std::vector<Claim> bucket_claims(const BucketFigures& figures)
{
    const BucketFigures::Size& size = paper_size(figures);
    const std::vector<Placing>& placing = size.update.placing;
    const double key = placing[by_keys].operations;
    double growth[4];
    for (const std::size_t runner : {by_keys, lists_0, lists_15, lists_180})
        growth[runner] = growth_of_operations(figures, runner);
    const BucketFigures::Stray& stray = figures.stray;
    return {
        placing_claim(
            "where all primitives move alike, sorted lists take less than keys (Figure 3)",
            placing[lists_0].operations < key, size, lists_0),
        placing_claim(
            "where they move within 15 degrees of each other, lists still take less",
            placing[lists_15].operations < key, size, lists_15),
        placing_claim(
            "without coherence both take about the same up to 15 000 primitives",
            placing[lists_180].operations < 1.25 * key && placing[lists_180].operations > 0.8 * key, size, lists_180),
        {paper_names::bucket_tree, "the number of operations depends linearly on that of primitives",
         *std::ranges::max_element(growth) < 1.1,
         fmt::format(
             "power {:.2f} with keys; with lists {:.2f}, {:.2f} and {:.2f} at 0, 15 and 180 degrees", growth[by_keys],
             growth[lists_0], growth[lists_15], growth[lists_180])},
        levels_claim(figures),
        table_claim(figures),
        {paper_names::bucket_tree, "one primitive far away leaves all others in a single bucket",
         stray.fullest_as_in_paper + 1 >= stray.primitives,
         fmt::format(
             "{} of {} in one bucket; {} with the library's range, which leaves strays out", stray.fullest_as_in_paper,
             stray.primitives, stray.fullest)}};
}

} // namespace tactus::cli
