// SPDX-License-Identifier: MIT
#include "cli/spheres/sphere_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace tactus::cli {

namespace {

// JSON has no word for infinity.
Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json interval_json(const Interval& interval) { return {number_json(interval.lower), number_json(interval.upper)}; }

std::string outside_text(const SphereCheck& check)
{
    if (check.body_volume > 0.0)
        return fmt::format(
            "{} ({} %)", readable(check.outside_volume, 4),
            readable(100.0 * check.outside_volume / check.body_volume, 3));
    return readable(check.outside_volume, 4);
}

} // namespace

LevelReport report_of_level(const SphereTree& tree, std::uint32_t level)
{
    LevelReport report;
    report.level = level;
    for (const SphereNode& node : spheres_of_level(tree, level)) {
        ++report.spheres;
        report.inner_spheres += node.inner.radius >= 0.0f ? 1 : 0;
        report.worst_error = std::max(report.worst_error, static_cast<double>(node.error));
        report.mean_error += static_cast<double>(node.error);
    }
    report.mean_error /= static_cast<double>(std::max<std::size_t>(report.spheres, 1));
    return report;
}

std::string length_text(double metres, double diagonal)
{
    if (!std::isfinite(metres))
        return "infinite";
    return diagonal > 0.0 ? fmt::format("{} ({} %)", readable(metres, 4), readable(100.0 * metres / diagonal, 3))
                          : readable(metres, 4);
}

std::string uncovered_text(const SphereCheck& check)
{
    const Interval& area = check.uncovered_area;
    if (area.upper == 0.0)
        return "nothing";
    const double percent = check.surface_area > 0.0 ? 100.0 * area.upper / check.surface_area : 100.0;
    return area.lower == 0.0 ? "at most " + readable(percent, 2) + " %" : readable(percent, 4) + " %";
}

std::string table_of_levels(const std::vector<LevelReport>& levels, double diagonal)
{
    std::vector<std::string> heading = {"level", "spheres", "worst error, m", "mean error, m"};
    if (std::ranges::any_of(levels, [](const LevelReport& level) { return level.check.has_value(); }))
        heading.insert(heading.end(), {"judged worst, m", "uncovered", "outside, m3"});
    Table table(heading);
    for (const LevelReport& level : levels) {
        std::vector<std::string> row = {
            fmt::format("{}", level.level), fmt::format("{}", level.spheres), length_text(level.worst_error, diagonal),
            length_text(level.mean_error, diagonal)};
        if (level.check) {
            row.push_back(length_text(level.check->largest_protrusion.upper, diagonal));
            row.push_back(uncovered_text(*level.check));
            row.push_back(outside_text(*level.check));
        }
        table.add_row(row);
    }
    return table.text();
}

Json json_of_check(const SphereCheck& check, double diagonal)
{
    return {
        {"closed", check.closed},
        {"surface_area", check.surface_area},
        {"body_volume", check.body_volume},
        {"diagonal", diagonal},
        {"uncovered_area", interval_json(check.uncovered_area)},
        {"largest_gap", interval_json(check.largest_gap)},
        {"largest_protrusion", interval_json(check.largest_protrusion)},
        {"mean_protrusion", check.mean_protrusion},
        {"worst_sphere", check.worst_sphere},
        {"outside_volume", check.outside_volume}};
}

Json json_of_level(const LevelReport& level, double diagonal)
{
    Json json = {
        {"level", level.level},
        {"spheres", level.spheres},
        {"inner_spheres", level.inner_spheres},
        {"worst_error", number_json(level.worst_error)},
        {"mean_error", number_json(level.mean_error)},
        {"worst_error_percent", number_json(100.0 * level.worst_error / diagonal)},
        {"mean_error_percent", number_json(100.0 * level.mean_error / diagonal)}};
    if (level.check)
        json["check"] = json_of_check(*level.check, diagonal);
    return json;
}

} // namespace tactus::cli
