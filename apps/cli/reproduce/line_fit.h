// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace tactus::cli {

/// The line of least squares through some points.
struct LineFit {
    double slope = 0.0;
    double intercept = 0.0;
    double r_squared = 0.0; ///< the share of the variance that the line explains; 1 where all points lie on it
};

/// There must be two different x at the least, and as many y.
inline LineFit fit_line(std::span<const double> x, std::span<const double> y)
{
    const double count = static_cast<double>(x.size());
    double mean_x = 0.0, mean_y = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        mean_x += x[k] / count;
        mean_y += y[k] / count;
    }
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        xx += (x[k] - mean_x) * (x[k] - mean_x);
        xy += (x[k] - mean_x) * (y[k] - mean_y);
        yy += (y[k] - mean_y) * (y[k] - mean_y);
    }
    const double slope = xy / xx;
    return {slope, mean_y - slope * mean_x, yy > 0.0 ? slope * xy / yy : 1.0};
}

/// With which power of x the y grow: 1 for what is linear, 2 for what is quadratic. All must be positive.
inline double growth_exponent(std::span<const double> x, std::span<const double> y)
{
    std::vector<double> log_x, log_y;
    for (std::size_t k = 0; k < x.size(); ++k) {
        log_x.push_back(std::log(x[k]));
        log_y.push_back(std::log(y[k]));
    }
    return fit_line(log_x, log_y).slope;
}

} // namespace tactus::cli
