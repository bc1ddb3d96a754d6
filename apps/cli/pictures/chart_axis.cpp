// SPDX-License-Identifier: MIT
#include "cli/pictures/chart_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/output/number_text.h"

namespace tactus::cli {

namespace {

constexpr double margin = 0.03; ///< of the range, so that no curve runs along the frame

std::string label_of(double value) { return readable(value, 6); }

} // namespace

AxisRange::AxisRange(const ChartAxis& axis, const std::vector<double>& values) : scale_(axis.scale)
{
    double lower = std::numeric_limits<double>::infinity();
    double upper = -lower;
    for (const double value : values)
        if (can_show(value)) {
            lower = std::min(lower, value);
            upper = std::max(upper, value);
        }
    if (lower > upper) {
        lower = 1.0;
        upper = 10.0;
    }
    if (lower == upper) {
        lower = scale_ == Scale::logarithmic ? lower / 2.0 : lower - 1.0;
        upper = scale_ == Scale::logarithmic ? upper * 2.0 : upper + 1.0;
    }
    if (scale_ == Scale::logarithmic) {
        const double factor = std::pow(upper / lower, margin);
        lower_ = axis.lower.value_or(lower / factor);
        upper_ = axis.upper.value_or(upper * factor);
    } else {
        const double extra = (upper - lower) * margin;
        lower_ = axis.lower.value_or(lower - extra);
        upper_ = axis.upper.value_or(upper + extra);
    }
}

bool AxisRange::can_show(double value) const
{
    return std::isfinite(value) && (scale_ == Scale::linear || value > 0.0);
}

double AxisRange::share(double value) const
{
    return scale_ == Scale::logarithmic ? std::log(value / lower_) / std::log(upper_ / lower_)
                                        : (value - lower_) / (upper_ - lower_);
}

std::vector<AxisRange::Tick> AxisRange::ticks() const
{
    std::vector<Tick> ticks;
    const auto add = [&](double value, bool has_label) {
        // What rounding leaves of an end still counts as the end.
        const double place = share(value);
        if (place > -1e-9 && place < 1.0 + 1e-9)
            ticks.push_back({value, has_label ? label_of(value) : ""});
    };
    if (scale_ == Scale::logarithmic) {
        const int first = static_cast<int>(std::floor(std::log10(lower_)));
        const int last = static_cast<int>(std::ceil(std::log10(upper_)));
        const bool is_short = std::log10(upper_ / lower_) < 2.5;
        for (int decade = first; decade <= last; ++decade)
            for (int digit = 1; digit <= 9; ++digit)
                add(digit * std::pow(10.0, decade), digit == 1 || (is_short && (digit == 2 || digit == 5)));
        return ticks;
    }
    const double rough = (upper_ - lower_) / 6.0;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = power
                        * (rough / power > 5.0   ? 10.0
                           : rough / power > 2.0 ? 5.0
                           : rough / power > 1.0 ? 2.0
                                                 : 1.0);
    for (double k = std::ceil(lower_ / step - 1e-9); k * step <= upper_ + 1e-9 * step; ++k)
        add(k * step, true);
    return ticks;
}

} // namespace tactus::cli
