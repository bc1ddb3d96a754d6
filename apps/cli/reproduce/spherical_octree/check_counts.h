// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace tactus::cli {

/// What the paper's own search of two bodies takes with octrees of one depth: spheres compared with spheres, then every
/// vertex and face and every two edges that two leaves list. In the mean over some poses.
struct CheckCounts {
    std::uint32_t levels = 0;
    double node_tests = 0.0;
    double checks = 0.0;       ///< Vertex-face and edge-edge pairs.
    double microseconds = 0.0; ///< Of finding and counting them; what tests them is not in it.

    /// In node tests, if a check costs so many of them.
    double cost(double price) const { return node_tests + price * checks; }
};

/// The one that costs least.
inline const CheckCounts& cheapest(std::span<const CheckCounts> all, double price)
{
    return *std::ranges::min_element(all, {}, [&](const CheckCounts& counts) { return counts.cost(price); });
}

/// From one price of a check to another, in node tests.
struct PriceRange {
    double lower = 0.0;
    double upper = std::numeric_limits<double>::infinity();

    bool is_empty() const { return !(lower <= upper); }
};

inline PriceRange intersection(const PriceRange& a, const PriceRange& b)
{
    return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// The prices of a check for which no other number of levels costs less than this one.
inline PriceRange prices_for(std::span<const CheckCounts> all, std::uint32_t levels)
{
    PriceRange range{std::numeric_limits<double>::infinity(), 0.0};
    for (const CheckCounts& own : all) {
        if (own.levels != levels)
            continue;
        range = {};
        for (const CheckCounts& other : all) {
            const double saved = other.checks - own.checks, spent = own.node_tests - other.node_tests;
            if (saved > 0.0)
                range.lower = std::max(range.lower, spent / saved);
            else if (saved < 0.0)
                range.upper = std::min(range.upper, spent / saved);
            else if (spent > 0.0)
                range.upper = -1.0;
        }
    }
    return range;
}

} // namespace tactus::cli
