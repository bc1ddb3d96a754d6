// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

namespace tactus::benchmarks {

/// The middle value, or the mean of the two middle ones; 0 of nothing.
inline double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

} // namespace tactus::benchmarks
