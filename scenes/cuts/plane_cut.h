// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scenes/bodies/shape.h"

namespace tactus::scenes {

/// The points whose product with the normal is the offset; above it lies what the normal points to.
struct Plane {
    Point normal = {0.0, 0.0, 1.0};
    double offset = 0.0;

    constexpr bool is_above(Point p) const { return height(p) >= 0.0; }
    constexpr double height(Point p) const { return dot(normal, p) - offset; }
};

/// A triangle that a plane crosses. Its first corner is alone on its side; p and q are the crossings of the edges from
/// there to the second and to the third.
struct CrossedTriangle {
    std::uint32_t triangle = 0;
    TriangleIndices corners = {};
    bool first_is_above = false;
    std::uint32_t p = 0;
    std::uint32_t q = 0;
    bool is_second_lesser = false; ///< of the second and the third corner; the same triangle turned over is cut alike

    /// In three: the part with the first corner alone, and the two of the other side. Crossings are given as vertices
    /// of each side.
    std::array<TriangleIndices, 3>
    parts(std::uint32_t p_alone, std::uint32_t q_alone, std::uint32_t p_other, std::uint32_t q_other) const
    {
        const auto [a, b, c] = corners;
        const TriangleIndices alone = {a, p_alone, q_alone};
        if (is_second_lesser)
            return {{alone, {p_other, b, c}, {p_other, c, q_other}}};
        return {{alone, {p_other, b, q_other}, {b, c, q_other}}};
    }
};

/// Where a plane crosses a closed mesh.
struct PlaneCut {
    std::vector<Point> crossings; ///< one for each edge that is crossed
    std::vector<CrossedTriangle> crossed;
    /// The crossings in order, turning left around the normal, for what closes the part below.
    std::vector<std::vector<std::uint32_t>> loops;
};

PlaneCut plane_cut(std::span<const TriangleIndices> triangles, std::span<const Point> points, const Plane& plane);

/// A flat surface across a loop that sees all of itself from its middle: rings around the middle, about as wide as the
/// loop's steps. Vertices are those of the loop, then the inner points. Turns as the loop does.
struct Cap {
    std::vector<Point> inner;
    std::vector<TriangleIndices> triangles;
};

Cap cap_across(std::span<const Point> loop);

} // namespace tactus::scenes
