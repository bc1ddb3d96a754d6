// SPDX-License-Identifier: MIT
#include "cli/pictures/line_chart.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "cli/pictures/chart_axis.h"

namespace tactus::cli {

namespace {

constexpr double width = 760.0;
constexpr double left = 76.0;
constexpr double right = 20.0;
constexpr double top = 44.0;
constexpr double plot_height = 270.0;
constexpr double bottom = 56.0;
constexpr double chart_height = top + plot_height + bottom;
constexpr double plot_width = width - left - right;
constexpr double legend_row = 22.0;

/// Colours that people who see no red or no green tell apart, on white and on black, and dashes for print.
struct Pen {
    const char* on_light;
    const char* on_dark;
    const char* dashes;
};
constexpr std::array<Pen, 9> pens = {{
    {"#0060a8", "#56b4e9", ""},
    {"#b84a00", "#f0903c", "7 4"},
    {"#007a58", "#2fc79a", "2 4"},
    {"#9a3f7c", "#e08fc2", "10 3 2 3"},
    {"#6b6000", "#d9cf4a", "5 2"},
    {"#a01c1c", "#ff8a80", "1 3"},
    {"#3d3d9e", "#a5a5ff", "12 4"},
    {"#4d4d4d", "#c0c0c0", "3 2 1 2"},
    {"#00707c", "#4fd3e0", "14 3 3 3"},
}};

std::string escaped(const std::string& text)
{
    std::string safe;
    for (const char letter : text)
        switch (letter) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            safe += letter;
        }
    return safe;
}

std::string style()
{
    std::string text = "<style>\n"
                       "text { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: #1b1b1b }\n"
                       ".title { font-size: 16px; font-weight: 600 }\n"
                       ".page { fill: #ffffff } .dotted { fill: #ffffff }\n"
                       ".frame { fill: none; stroke: #5a5a5a }\n"
                       ".grid { stroke: #d9d9d9 } .mark { stroke: #5a5a5a; stroke-dasharray: 4 4 }\n"
                       ".line { fill: none; stroke-width: 2.2; stroke-linejoin: round }\n";
    std::string dark = "@media (prefers-color-scheme: dark) {\n"
                       "text { fill: #ececec } .page, .dotted { fill: #16181c } .frame { stroke: #a8a8a8 }\n"
                       ".grid { stroke: #34383f } .mark { stroke: #a8a8a8 }\n";
    for (std::size_t k = 0; k < pens.size(); ++k) {
        text += fmt::format(".s{0} {{ stroke: {1} }} .d{0} {{ fill: {1} }}\n", k, pens[k].on_light);
        dark += fmt::format(".s{0} {{ stroke: {1} }} .d{0} {{ fill: {1} }}\n", k, pens[k].on_dark);
    }
    return text + dark + "}\n</style>\n";
}

/// One chart of a picture, written at its height.
class ChartWriter {
public:
    ChartWriter(const LineChart& chart, double height_above, const std::vector<std::string>& names, std::string& out)
        : chart_(chart), plot_top_(height_above + top), names_(names), out_(out), x_(chart.x, values(&ChartPoint::x)),
          y_(chart.y, values(&ChartPoint::y))
    {
    }

    void write(std::size_t number)
    {
        add("<text class=\"title\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", left, plot_top_ - 16.0, escaped(chart_.title));
        write_axes();
        add("<clipPath id=\"plot{}\"><rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/></clipPath>\n", number,
            left, plot_top_, plot_width, plot_height);
        for (const ChartMark& mark : chart_.marks)
            write_mark(mark);
        for (const ChartSeries& series : chart_.series)
            write_series(series, number);
    }

private:
    template <class... Values>
    void add(fmt::format_string<Values...> text, Values&&... values)
    {
        fmt::format_to(std::back_inserter(out_), text, std::forward<Values>(values)...);
    }

    std::vector<double> values(double ChartPoint::*coordinate) const
    {
        std::vector<double> list;
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points)
                list.push_back(point.*coordinate);
            if (series.zero_at && coordinate == &ChartPoint::x)
                list.push_back(*series.zero_at);
        }
        return list;
    }

    double across(double x) const { return left + plot_width * x_.share(x); }
    double down(double y) const { return plot_top_ + plot_height * (1.0 - y_.share(y)); }
    double floor() const { return plot_top_ + plot_height; }

    /// What lies beyond the axes' ends has a place, but not in the plot.
    static bool is_within(const AxisRange& range, double value)
    {
        constexpr double rounding = 1e-9;
        return range.can_show(value) && range.share(value) >= -rounding && range.share(value) <= 1.0 + rounding;
    }
    bool is_within(const ChartPoint& point) const { return is_within(x_, point.x) && is_within(y_, point.y); }

    void write_axes()
    {
        for (const AxisRange::Tick& tick : x_.ticks()) {
            const double x = across(tick.value);
            add("<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>\n", x, plot_top_,
                floor());
            if (!tick.label.empty())
                add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x, floor() + 18.0,
                    tick.label);
        }
        for (const AxisRange::Tick& tick : y_.ticks()) {
            const double y = down(tick.value);
            add("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>\n", left, left + plot_width,
                y);
            if (!tick.label.empty())
                add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 8.0, y + 4.5, tick.label);
        }
        add("<rect class=\"frame\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/>\n", left, plot_top_, plot_width,
            plot_height);
        add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", left + plot_width / 2.0, floor() + 40.0,
            escaped(chart_.x.label));
        add("<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            plot_top_ + plot_height / 2.0, escaped(chart_.y.label));
    }

    void write_mark(const ChartMark& mark)
    {
        if (!is_within(x_, mark.x))
            return;
        const double x = across(mark.x);
        const bool is_far_right = x > left + 0.7 * plot_width;
        add("<line class=\"mark\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>\n", x, plot_top_,
            floor());
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x + (is_far_right ? -6.0 : 6.0),
            plot_top_ + 18.0, is_far_right ? "end" : "start", escaped(mark.label));
    }

    void write_series(const ChartSeries& series, std::size_t number)
    {
        const std::size_t pen = pen_of(series.name);
        std::string path;
        std::string dots;
        for (const ChartPoint& point : series.points) {
            if (!x_.can_show(point.x) || !y_.can_show(point.y))
                continue;
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", across(point.x), down(point.y));
            if (series.has_dots && is_within(point))
                dots += fmt::format(
                    "<circle class=\"d{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\"/>\n", pen, across(point.x),
                    down(point.y));
        }
        if (series.zero_at && x_.can_show(*series.zero_at) && !path.empty())
            path += fmt::format("L{0:.1f} {1:.1f}", across(*series.zero_at), floor());
        if (!path.empty())
            add("<path class=\"line s{}\" clip-path=\"url(#plot{})\"{} d=\"{}\"/>\n", pen, number, dashes(pen), path);
        out_ += dots;
        if (series.zero_at && is_within(x_, *series.zero_at))
            write_ring(pen, across(*series.zero_at), floor());
        if (series.ends_in_ring && !series.points.empty() && is_within(series.points.back()))
            write_ring(pen, across(series.points.back().x), down(series.points.back().y));
    }

    void write_ring(std::size_t pen, double x, double y)
    {
        add("<circle class=\"dotted s{}\" stroke-width=\"2.2\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"/>\n", pen, x, y);
    }

    std::size_t pen_of(const std::string& name) const
    {
        const auto found = std::find(names_.begin(), names_.end(), name);
        return static_cast<std::size_t>(found - names_.begin()) % pens.size();
    }

public:
    static std::string dashes(std::size_t pen)
    {
        return *pens[pen].dashes == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", pens[pen].dashes);
    }

private:
    const LineChart& chart_;
    double plot_top_;
    const std::vector<std::string>& names_;
    std::string& out_;
    AxisRange x_;
    AxisRange y_;
};

std::size_t legend_columns(const std::vector<std::string>& names)
{
    constexpr double letter_width = 7.0;
    std::size_t longest = 1;
    for (const std::string& name : names)
        longest = std::max(longest, name.size());
    const double needed = 56.0 + letter_width * static_cast<double>(longest);
    return static_cast<std::size_t>(std::clamp(plot_width / needed, 1.0, 4.0));
}

std::string legend(const std::vector<std::string>& names, double above)
{
    std::string text;
    const std::size_t columns = legend_columns(names);
    for (std::size_t k = 0; k < names.size(); ++k) {
        const double x = left + plot_width / static_cast<double>(columns) * static_cast<double>(k % columns);
        const double y = above + legend_row * (static_cast<double>(k / columns) + 0.5);
        const std::size_t pen = k % pens.size();
        text += fmt::format(
            "<path class=\"line s{}\"{} d=\"M{:.1f} {:.1f}h34\"/>\n<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", pen,
            ChartWriter::dashes(pen), x, y, x + 42.0, y + 4.5, escaped(names[k]));
    }
    return text;
}

} // namespace

std::string svg_text(std::span<const LineChart> charts)
{
    std::vector<std::string> names;
    for (const LineChart& chart : charts)
        for (const ChartSeries& series : chart.series)
            if (std::find(names.begin(), names.end(), series.name) == names.end())
                names.push_back(series.name);
    const double charts_end = chart_height * static_cast<double>(charts.size());
    const std::size_t columns = legend_columns(names);
    const double rows = static_cast<double>((names.size() + columns - 1) / columns);
    const double height = charts_end + legend_row * rows + 14.0;

    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "role=\"img\">\n",
        width, height);
    if (!charts.empty())
        text += "<title>" + escaped(charts[0].title) + "</title>\n";
    text += style();
    text += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", width, height);
    for (std::size_t k = 0; k < charts.size(); ++k)
        ChartWriter(charts[k], chart_height * static_cast<double>(k), names, text).write(k);
    return text + legend(names, charts_end) + "</svg>\n";
}

} // namespace tactus::cli
