// SPDX-License-Identifier: MIT
#include "cli/pictures/curve_pictures.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/pictures/line_chart.h"
#include "cli/scenes/structures.h"

namespace tactus::cli {

std::string curve_svg(const std::string& scene_name, std::uint32_t frame, const CurveReport& report)
{
    const ChartAxis time = {.label = "CPU time, microseconds", .scale = Scale::logarithmic};
    LineChart error = {
        .title = fmt::format("{}, frame {}: how wrong the answer can be after so much time", scene_name, frame),
        .x = time,
        .y = {.label = "worst error bound, % of the diagonal", .scale = Scale::logarithmic},
        .series = {}};
    LineChart found = {
        .title = "How many of the exact answer's contacts are confirmed by then",
        .x = time,
        .y = {.label = "confirmed contacts, %", .lower = 0.0, .upper = 104.0},
        .series = {}};
    for (const StructureCurves& structure : report.structures)
        for (const ErrorCurve& curve : structure.curves) {
            const std::string name =
                report.structures.size() > 1
                    ? fmt::format("{}, {}", order_words(curve.order), structure_name(structure.structure))
                    : order_words(curve.order);
            ChartSeries& errors = error.series.emplace_back(ChartSeries{.name = name, .points = {}});
            ChartSeries& contacts = found.series.emplace_back(ChartSeries{.name = name, .points = {}});
            contacts.ends_in_ring = curve.whole.complete;
            for (const Cut& cut : curve.cuts) {
                // The error is 0 when every contact is known, and their depths are measured after that.
                if (cut.worst_error == 0.0 && !errors.zero_at)
                    errors.zero_at = cut.microseconds;
                errors.points.push_back({cut.microseconds, 100.0 * cut.worst_error / report.diagonal});
                contacts.points.push_back({cut.microseconds, 100.0 * report.share_found(cut)});
            }
            // Finishing takes no longer than being cut just before; where it seems to, the clock did it.
            const double end = std::max(curve.whole.microseconds, errors.points.empty() ? 0.0 : errors.points.back().x);
            if (!errors.zero_at && curve.whole.worst_error == 0.0)
                errors.zero_at = end;
            contacts.points.push_back({end, 100.0 * report.share_found(curve.whole)});
        }
    const std::array<LineChart, 2> charts = {std::move(error), std::move(found)};
    return svg_text(charts);
}

} // namespace tactus::cli
