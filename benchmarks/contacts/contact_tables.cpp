// SPDX-License-Identifier: MIT
#include "contact_tables.h"

#include <fmt/format.h>

namespace tactus::contacts {

namespace {

std::string cells(const Percentiles& values)
{
    return fmt::format("{:.2f} | {:.2f} | {:.2f} | {:.2f}", values.median, values.p99, values.p999, values.worst);
}

cli::Json numbers(const Percentiles& values)
{
    return {{"median", values.median}, {"p99", values.p99}, {"p99.9", values.p999}, {"worst", values.worst}};
}

double percent(double part, double whole) { return whole > 0.0 ? 100.0 * part / whole : 0.0; }

} // namespace

std::string overruns_head()
{
    return "## Overruns of deadlines\n\nBudgets of 10 to 1000 microseconds, log-spaced and mixed, a query a frame. CPU "
           "microseconds of the thread beyond the budget, of the queries that their deadline ended; negative before "
           "it.\n\n"
           "| scene | triangles | queries | cut short | median | 99 % | 99.9 % | worst |\n"
           "|---|---|---|---|---|---|---|---|\n";
}

TableRow overruns_row(const PlayedScene& scene, const OverrunResult& result)
{
    return {
        fmt::format(
            "| {} | {} | {} | {} | {} |\n", scene.name(), scene.triangle_count(), result.queries, result.cut,
            cells(result.overrun_us)),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"queries", result.queries},
         {"cut", result.cut},
         {"overrun_us", numbers(result.overrun_us)},
         {"overrun_of_all_us", numbers(result.all_us)}}};
}

std::string time_check_head()
{
    return "## The price of the time check\n\nThe same query in work units, more than it needs, and with a deadline "
           "that never comes, in turn; CPU microseconds, means over frames, each the fastest of its passes. Without "
           "any "
           "limit a query is searched level by level.\n\n"
           "| scene | triangles | units | in units | with a deadline | without a limit | check, % of the query in "
           "units "
           "| of the one without a limit |\n|---|---|---|---|---|---|---|---|\n";
}

TableRow time_check_row(const PlayedScene& scene, const TimeCheckResult& result)
{
    return {
        fmt::format(
            "| {} | {} | {:.0f} | {:.1f} | {:.1f} | {:.1f} | **{:.2f}** | {:.2f} |\n", scene.name(),
            scene.triangle_count(), result.units, result.units_us, result.deadline_us, result.unlimited_us,
            percent(result.check_us(), result.units_us), percent(result.check_us(), result.unlimited_us)),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"units", result.units},
         {"units_us", result.units_us},
         {"deadline_us", result.deadline_us},
         {"unlimited_us", result.unlimited_us}}};
}

std::string unit_times_head()
{
    return "## Work units\n\nHow long single units take, CPU microseconds of the thread; each the least of several "
           "worlds that do the same. The last columns: all units in the first world, with whatever came between, and "
           "what a query takes before its first unit.\n\n"
           "| scene | triangles | units | median | 99 % | 99.9 % | worst | first world 99 % | worst | begin, median | "
           "worst |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
}

TableRow unit_times_row(const PlayedScene& scene, const UnitTimesResult& result)
{
    return {
        fmt::format(
            "| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", scene.name(), scene.triangle_count(),
            result.units, cells(result.unit_us), result.first_us.p99, result.first_us.worst, result.begin_us.median,
            result.begin_us.worst),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"units", result.units},
         {"unit_us", numbers(result.unit_us)},
         {"first_world_unit_us", numbers(result.first_us)},
         {"begin_us", numbers(result.begin_us)}}};
}

std::string kept_front_head()
{
    return "## A kept front\n\nBounds compared with bounds over all frames, every query complete, by a world that "
           "remembers how far apart parts were and by one that starts at the roots.\n\n"
           "| scene | triangles | frames | kept | from the roots | ratio |\n|---|---|---|---|---|---|\n";
}

TableRow kept_front_row(const PlayedScene& scene, const KeptFrontResult& result)
{
    return {
        fmt::format(
            "| {} | {} | {} | {} | {} | **{:.3f}** |\n", scene.name(), scene.triangle_count(), result.frames,
            result.kept_tests, result.root_tests, result.ratio()),
        {{"scene", scene.name()},
         {"triangles", scene.triangle_count()},
         {"frames", result.frames},
         {"kept_tests", result.kept_tests},
         {"root_tests", result.root_tests},
         {"ratio", result.ratio()}}};
}

std::string exact_contacts_head()
{
    return "## Exact contacts\n\nAll contacts up to half a mean edge apart, without and with depths, local ones with "
           "depths, and these at distance zero, against the pair query, in turn on the same frames. CPU microseconds "
           "a frame, means over frames, each the fastest of its passes; updates are counted apart.\n\n"
           "| sequence | update | pairs query | all | ratio | with depths | ratio | local | at distance zero | pairs "
           "| all contacts | local contacts |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
}

TableRow exact_contacts_row(const std::string& title, const ExactContactsResult& result)
{
    return {
        fmt::format(
            "| {} | {:.1f} | {:.1f} | {:.1f} | **{:.2f}** | {:.1f} | **{:.2f}** | {:.1f} | {:.1f} | {:.0f} | {:.0f} | "
            "{:.0f}{} |\n",
            title, result.update_us, result.pairs_us, result.contacts_us, result.ratio(), result.depths_us,
            result.depths_ratio(), result.local_us, result.touching_us, result.pairs, result.contacts, result.local,
            result.is_complete ? "" : " INCOMPLETE"),
        {{"sequence", title},
         {"update_us", result.update_us},
         {"pairs_us", result.pairs_us},
         {"contacts_us", result.contacts_us},
         {"depths_us", result.depths_us},
         {"local_us", result.local_us},
         {"touching_us", result.touching_us},
         {"ratio", result.ratio()},
         {"depths_ratio", result.depths_ratio()},
         {"pairs", result.pairs},
         {"contacts", result.contacts},
         {"local_contacts", result.local},
         {"complete", result.is_complete}}};
}

std::string orders_head()
{
    return "## The order of refinement\n\nWork units until no error bound is above a share of the diagonal, worst "
           "error "
           "first over breadth first, at twenty log-spaced shares from 20 % to 1 %; `tactus curve` draws it.\n\n"
           "| scene | frame | bounds that need work | mean ratio | largest |\n|---|---|---|---|---|\n";
}

TableRow orders_row(const std::string& scene, std::uint32_t frame, const cli::StructureCurves& result)
{
    cli::Json bounds = cli::Json::array();
    std::size_t compared = 0;
    for (const cli::WorkToReach& reached : result.reached) {
        compared += reached.ratio ? 1 : 0;
        bounds.push_back(
            {{"bound_share", reached.bound},
             {"worst_error_first", reached.worst_error_first},
             {"breadth_first", reached.breadth_first}});
    }
    return {
        fmt::format(
            "| {} | {} | {} | **{:.3f}** | {:.3f} |\n", scene, frame, compared, result.mean_ratio(),
            result.largest_ratio()),
        {{"scene", scene},
         {"frame", frame},
         {"mean_ratio", result.mean_ratio()},
         {"largest_ratio", result.largest_ratio()},
         {"bounds", std::move(bounds)}}};
}

} // namespace tactus::contacts
