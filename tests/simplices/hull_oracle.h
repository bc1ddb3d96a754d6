// SPDX-License-Identifier: MIT
// Squared distances of convex hulls in exact rational numbers, from the definition alone: the least squared norm of a
// mean of the corners of one less a mean of the corners of the other. Of the means that reach it, one needs so few
// corners that the normal equations of its weights have one solution. So it is the least over all choices of corners of
// which the equations have one solution with no weight below zero.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/rational_oracle.h"
#include "geometry/simplices/simplex.h"

namespace tactus::oracle {

inline Rational product(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Point less(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The solution of a square system, if it has one and no more.
inline std::optional<std::vector<Rational>> solution(std::vector<std::vector<Rational>> rows)
{
    const std::size_t count = rows.size();
    for (std::size_t column = 0; column < count; ++column) {
        std::size_t pivot = column;
        while (pivot < count && rows[pivot][column] == 0)
            ++pivot;
        if (pivot == count)
            return std::nullopt;
        std::swap(rows[pivot], rows[column]);
        for (std::size_t row = 0; row < count; ++row) {
            if (row == column || rows[row][column] == 0)
                continue;
            const Rational multiple = rows[row][column] / rows[column][column];
            for (std::size_t k = column; k <= count; ++k)
                rows[row][k] -= multiple * rows[column][k];
        }
    }
    std::vector<Rational> result;
    for (std::size_t row = 0; row < count; ++row)
        result.push_back(rows[row][count] / rows[row][row]);
    return result;
}

inline std::vector<Point> chosen(const Simplex& hull, unsigned choice)
{
    std::vector<Point> points;
    for (int i = 0; i < hull.count; ++i)
        if ((choice >> i & 1u) != 0)
            points.push_back(exact(hull.corners[static_cast<std::size_t>(i)]));
    return points;
}

/// The squared norm of the shortest way between the planes, lines or points through some corners of each hull, if there
/// is one such way, and it begins and ends in the hulls of these corners.
inline std::optional<Rational> squared_way(const std::vector<Point>& a, const std::vector<Point>& b)
{
    // The way is w - sum of weights times the ways from the first corner of a to the others, + the same of b.
    const Point w = less(b[0], a[0]);
    std::vector<Point> along;
    for (std::size_t i = 1; i < a.size(); ++i)
        along.push_back(less(a[0], a[i]));
    for (std::size_t i = 1; i < b.size(); ++i)
        along.push_back(less(b[i], b[0]));
    std::vector<std::vector<Rational>> rows;
    for (const Point& u : along) {
        rows.emplace_back();
        for (const Point& v : along)
            rows.back().push_back(product(u, v));
        rows.back().push_back(-product(u, w));
    }
    const std::optional<std::vector<Rational>> weights = solution(std::move(rows));
    if (!weights)
        return std::nullopt;
    Rational rest_a = 1, rest_b = 1;
    Point way = w;
    for (std::size_t i = 0; i < along.size(); ++i) {
        const Rational& weight = (*weights)[i];
        if (weight < 0)
            return std::nullopt;
        (i + 1 < a.size() ? rest_a : rest_b) -= weight;
        for (std::size_t k = 0; k < 3; ++k)
            way[k] += weight * along[i][k];
    }
    if (rest_a < 0 || rest_b < 0)
        return std::nullopt;
    return product(way, way);
}

inline Rational squared_distance(const Simplex& a, const Simplex& b)
{
    std::optional<Rational> least;
    for (unsigned i = 1; i < 1u << a.count; ++i)
        for (unsigned j = 1; j < 1u << b.count; ++j) {
            const std::vector<Point> of_a = chosen(a, i), of_b = chosen(b, j);
            // In space no four ways are independent of each other.
            if (of_a.size() + of_b.size() > 5)
                continue;
            const std::optional<Rational> squared = squared_way(of_a, of_b);
            if (squared && (!least || *squared < *least))
                least = squared;
        }
    return *least;
}

} // namespace tactus::oracle
