// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/pictures/line_chart.h"

namespace tactus::cli {

/// From where to where an axis goes, and which values are written on it.
class AxisRange {
public:
    /// Wide enough for the values and for what the axis asks. On a logarithmic scale only positive ones count.
    AxisRange(const ChartAxis& axis, const std::vector<double>& values);

    /// Whether a value can be on this axis at all.
    bool can_show(double value) const;
    /// 0 at the lower end, 1 at the upper one.
    double share(double value) const;

    struct Tick {
        double value = 0.0;
        std::string label; ///< empty for a line alone
    };
    std::vector<Tick> ticks() const;

private:
    Scale scale_;
    double lower_ = 0.0;
    double upper_ = 1.0;
};

} // namespace tactus::cli
