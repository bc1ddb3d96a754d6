// SPDX-License-Identifier: MIT
#include <vector>

#include <gtest/gtest.h>

#include "geometry/double_vector.h"

namespace tactus {
namespace {

__attribute__((noinline)) double squared_distance(DoubleVector a, DoubleVector b) { return dot(b - a, b - a); }

__attribute__((noinline)) double
squared_distance_from_float(DoubleVector from, DoubleVector way, double step, DoubleVector to, std::vector<Vec3>& kept)
{
    const Vec3 rounded = to_float(from + way * step);
    const DoubleVector at = to_double(rounded);
    kept.push_back(rounded);
    return squared_distance(at, to);
}

// A compiler that computes on with the doubles from before the rounding makes spheres that do not hold their points.
TEST(DoubleVectors, StayRoundedWhenTheyWereFloats)
{
    std::vector<Vec3> kept;
    const DoubleVector to = {1.0, 2.0, 3.0};
    for (int i = 0; i < 10; ++i) {
        const double squared =
            squared_distance_from_float({0.1, 0.2, 0.3}, {0.123456789, 0.987654321, 0.5}, 0.333 * i, to, kept);
        const volatile float x = kept.back().x, y = kept.back().y, z = kept.back().z;
        EXPECT_EQ(squared, squared_distance(DoubleVector{x, y, z}, to)) << i;
    }
}

} // namespace
} // namespace tactus
