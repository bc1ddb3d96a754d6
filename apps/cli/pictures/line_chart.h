// SPDX-License-Identifier: MIT
// Curves as an SVG picture that explains itself: readable on light and on dark pages, by colour and by dashes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tactus::cli {

enum class Scale { linear, logarithmic };

struct ChartAxis {
    std::string label; ///< with its unit
    Scale scale = Scale::linear;
    /// Where the axis begins and ends; as far as the points go where nothing is said.
    std::optional<double> lower = {};
    std::optional<double> upper = {};
};

struct ChartPoint {
    double x = 0.0;
    double y = 0.0;
};

struct ChartSeries {
    std::string name;
    std::vector<ChartPoint> points; ///< on a logarithmic scale those that are not positive are left out
    /// Where the values reach 0, which no logarithmic scale shows: the curve falls to the axis there, to a ring.
    std::optional<double> zero_at = {};
    bool ends_in_ring = false; ///< the last point is where it ends, not only where measuring did
    bool has_dots = false;     ///< at each point, for what is measured at few places
};

/// A place on the x axis that deserves a name: a dashed line from bottom to top.
struct ChartMark {
    double x = 0.0;
    std::string label;
};

struct LineChart {
    std::string title;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series; ///< the same name has the same colour in all charts of a picture
    std::vector<ChartMark> marks = {};
};

/// The charts below each other, with one legend, as the text of an SVG file.
std::string svg_text(std::span<const LineChart> charts);

} // namespace tactus::cli
