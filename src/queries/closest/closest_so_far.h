// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "geometry/double_vector.h"
#include "geometry/triangle_pairs/triangle_distance.h"
#include "tree/triangle_list.h"

namespace tactus {

/// The closest triangles of two bodies, in the callers' numbers, and how far apart they are.
struct ClosestTriangles {
    TriangleDistance apart;
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    std::uint32_t place_a = 0; ///< Where it stands in its structure.
    std::uint32_t place_b = 0; ///< Where it stands in its structure.
};

/// A triangle of each of two bodies, by their places.
struct PlacePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The closest of the triangles that a search has measured: those that triangle_distance finds closest, of equals the
/// smallest triangle of a, then of b.
class ClosestSoFar {
public:
    /// Nothing farther apart than max_distance counts. Distances between points are at most `size` metres, and heights
    /// are counted from the origin.
    void begin(
        const TriangleList& a, const TriangleList& b, DoubleVector origin, double size,
        double max_distance = std::numeric_limits<double>::infinity());
    /// Measures two triangles, unless they are seen to be farther apart than the closest. Says whether they are the
    /// closest from now on.
    bool measure(std::uint32_t place_a, std::uint32_t place_b);

    const ClosestTriangles& triangles() const { return best_; }
    double distance() const { return best_.apart.distance; }
    /// From the closest triangle of a to that of b, of length one, or zero where they meet.
    DoubleVector direction() const { return direction_; }
    /// What is farther apart than so many metres is no better: the least of both distances, and what rounding can make
    /// of it.
    double limit() const { return limit_; }
    double slack() const { return slack_; }
    /// Whether triangles may be better, of which the smallest numbers are these, if they are as close.
    bool are_smaller(std::uint32_t triangle_a, std::uint32_t triangle_b) const;
    /// Those that are within the distance, if there are any.
    std::optional<ClosestTriangles> within() const;

private:
    void take(const ClosestTriangles& better);
    bool is_separated(const Triangle& a, const Triangle& b) const;

    TriangleList a_;
    TriangleList b_;
    DoubleVector origin_;
    double max_distance_ = 0.0;
    double slack_ = 0.0;
    double limit_ = 0.0;
    DoubleVector direction_;
    DoubleVector last_between_; ///< The direction between the triangles measured last: the next two lie similarly.
    ClosestTriangles best_;
};

} // namespace tactus
