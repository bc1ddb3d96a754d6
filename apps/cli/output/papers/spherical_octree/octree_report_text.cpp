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

/// Table 1 in the paper's own form: pairs of objects by numbers of levels.
template <class Value>
std::string pairs_text(const LevelsFigure& figure, const Value& value)
{
    std::vector<std::string> headings = {"levels"};
    for (const LevelRace::Runner& runner : figure.levels)
        headings.push_back(std::to_string(runner.levels));
    Table table(headings);
    const auto add = [&](std::string name, const std::vector<LevelRace::Runner>& runners) {
        std::vector<std::string> row = {std::move(name)};
        for (const LevelRace::Runner& runner : runners)
            row.push_back(value(runner));
        table.add_row(std::move(row));
    };
    for (const LevelsFigure::Pair& pair : figure.pairs)
        add(pair.name, pair.levels);
    add("mean", figure.levels);
    return table.text();
}

/// What the paper's own leaf test takes, and the numbers of levels that are best by it.
std::string checks_text(const LevelsFigure& figure)
{
    using octree_paper::price_of_check;
    Table table({"levels", "node tests", "checks", "cost", "lists ms"});
    for (const CheckCounts& counts : figure.checks())
        table.add_row(
            {std::to_string(counts.levels), fmt::format("{:.0f}", counts.node_tests),
             fmt::format("{:.0f}", counts.checks), fmt::format("{:.0f}", counts.cost(price_of_check)),
             ms(counts.microseconds)});
    Table best({"two of each", "best levels in the paper", "best by its leaf test", "for checks of", "to node tests"});
    for (const LevelsFigure::Object& object : figure.objects) {
        const std::uint32_t levels = cheapest(object.checks, price_of_check).levels;
        const PriceRange prices = prices_for(object.checks, levels);
        best.add_row(
            {object.name, best_in_paper(figure, object), std::to_string(levels), fmt::format("{:.1f}", prices.lower),
             fmt::format("{:.1f}", prices.upper)});
    }
    return table.text() + "\n" + best.text();
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

std::string vertices_checks_text(const VerticesFigure& figure)
{
    using octree_paper::price_of_check;
    std::vector<std::string> headings = {"vertices"};
    for (const std::uint32_t levels : figure.levels)
        headings.push_back(fmt::format("{} levels", levels));
    headings.insert(headings.end(), {"best", "of levels"});
    Table table(headings);
    for (const VerticesFigure::Size& size : figure.sizes) {
        std::vector<std::string> row = {std::to_string(size.vertices)};
        for (const LevelRace::Runner& runner : size.race.runners)
            row.push_back(fmt::format("{:.0f}", runner.checks.cost(price_of_check)));
        const std::vector<CheckCounts> all = size.race.checks();
        const CheckCounts& best = cheapest(all, price_of_check);
        row.insert(row.end(), {fmt::format("{:.0f}", best.cost(price_of_check)), std::to_string(best.levels)});
        table.add_row(std::move(row));
    }
    std::vector<std::string> qualities = {"R^2 of the line"}, powers = {"grows with power"};
    const auto add = [&](const VerticesFigure::CheckGrowth& growth) {
        qualities.push_back(fmt::format("{:.3f}", growth.line.r_squared));
        powers.push_back(fmt::format("{:.2f}", growth.exponent));
    };
    for (std::size_t k = 0; k < figure.levels.size(); ++k)
        add(figure.check_growth(k, price_of_check));
    add(figure.best_check_growth(price_of_check));
    table.add_row(std::move(qualities));
    table.add_row(std::move(powers));
    return table.text();
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
            "\nFigure 4 by the paper's own leaf test, every vertex and face and every two edges that two leaves list: "
            "every two of {} objects pressed into each other, fineness {}; a check costs {} node tests\n\n{}",
            figure.objects.size(), figure.fineness, octree_paper::price_of_check, checks_text(figure));
    const LevelsFigure& coarse = all.levels.front();
    text += fmt::format(
        "\nTable 1, cost by the paper's own leaf test, in node tests\n\n{}\nTable 1, contacts and forces by the "
        "library, ms\n\n{}",
        pairs_text(
            coarse,
            [](const LevelRace::Runner& runner) {
                return fmt::format("{:.0f}", runner.checks.cost(octree_paper::price_of_check));
            }),
        pairs_text(
            coarse, [](const LevelRace::Runner& runner) { return ms(runner.microseconds[OctreeQuery::contacts]); }));
    for (const LevelsFigure& figure : all.levels)
        text += fmt::format(
            "\nFigure 4 by the library's leaf tests, time against levels, fineness {}\n\n{}", figure.fineness,
            levels_text(figure));
    text += fmt::format(
        "\nFigure 5 by the paper's own leaf test, cost against vertices: an ellipsoid pressed into a cylinder (the "
        "paper: linear)\n\n{}\nFigure 5 by the library's leaf tests, time against vertices\n{}",
        vertices_checks_text(all.vertices), vertices_text(all.vertices));
    const RigidRun& run = all.six_objects;
    text += fmt::format(
        "\nSix objects: a polyhedron led along a sphere and four others, {} vertices and {} in all; {}, in {} of which "
        "nothing touches, and {:.0f} newtons at the most\n\n{}",
        run.vertices, counted(run.triangles, "triangle"), counted(run.contacts_found.size(), "frame"),
        run.frames_without_contacts(), *std::ranges::max_element(run.push), six_objects_text(run));
    text += "\ntimes are CPU time of the thread, medians of repeats that took turns; moving the bodies is in them\n";
    return text;
}

} // namespace tactus::cli
