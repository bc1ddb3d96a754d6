// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tactus::contacts {

/// How values are spread: half, 99 % and 99.9 % of them are at most so large, and the largest.
struct Percentiles {
    double median = 0.0;
    double p99 = 0.0;
    double p999 = 0.0;
    double worst = 0.0;
};

/// All 0 of nothing.
inline Percentiles percentiles(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[std::min(values.size() - 1, static_cast<std::size_t>(share * double(values.size())))];
    };
    return {at(0.5), at(0.99), at(0.999), values.back()};
}

} // namespace tactus::contacts
