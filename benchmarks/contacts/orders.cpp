// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "cli/measure/error_curve.h"
#include "measurements.h"

namespace tactus::contacts {

namespace {

TableRow row_of(const std::string& scene, std::uint32_t frame, const cli::StructureCurves& result)
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

} // namespace

void measure_orders(const Choices& choices, Table& table)
{
    table.add_text(
        "## The order of refinement\n\nWork units until no error bound is above a share of the diagonal, worst error "
        "first over breadth first, at twenty log-spaced shares from 20 % to 1 %; `tactus curve` draws it.\n\n"
        "| scene | frame | bounds that need work | mean ratio | largest |\n"
        "|---|---|---|---|---|\n");
    for (const std::string& name : choices.scenes) {
        const scenes::Scene scene = value_or_throw(scenes::make_scene(name));
        const std::vector<std::uint32_t> quarters =
            choices.quick ? std::vector<std::uint32_t>{2} : std::vector<std::uint32_t>{1, 2, 3};
        for (const std::uint32_t quarter : quarters) {
            RowProgress progress("orders " + name);
            const cli::CurveOptions options = {
                .frame = scene.frame_count * quarter / 4,
                .cuts = 2,
                .repeat = 1,
                .contact_distance = static_cast<float>(0.5 * cli::mean_edge(scene))};
            const cli::CurveReport report =
                value_or_throw(cli::measure_curves(scene, options, {Structure::refit_bvh}, progress.tell()));
            table.add(row_of(name, options.frame, report.structures.at(0)));
        }
    }
}

} // namespace tactus::contacts
