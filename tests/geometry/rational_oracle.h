// SPDX-License-Identifier: MIT
// Answers in exact rational arithmetic, by a road that shares nothing with the library: a linear program over the
// convex combinations of the corners, solved by the two-phase simplex method with Bland's rule.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/triangle.h"

namespace tactus::oracle {

using Rational = mpq_class;
using Point = std::array<Rational, 3>;

inline Point exact(Vec3 p) { return {Rational(p.x), Rational(p.y), Rational(p.z)}; }

/// Maximises objective . x over x >= 0 with rows x = right_side. Nothing if no such x exists. The feasible set must be
/// bounded.
class LinearProgram {
public:
    LinearProgram(std::vector<std::vector<Rational>> rows, std::vector<Rational> right_side)
        : variables_(rows.front().size()), table_(std::move(rows)), basis_(table_.size())
    {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            if (right_side[i] < 0) {
                for (Rational& entry : table_[i])
                    entry = -entry;
                right_side[i] = -right_side[i];
            }
            for (std::size_t j = 0; j < table_.size(); ++j)
                table_[i].push_back(i == j ? 1 : 0);
            table_[i].push_back(right_side[i]);
            basis_[i] = variables_ + i;
        }
        std::vector<Rational> cost(variables_ + table_.size(), 0);
        for (std::size_t i = 0; i < table_.size(); ++i)
            cost[variables_ + i] = -1;
        feasible_ = optimum(cost, variables_ + table_.size()) == 0;
        if (feasible_)
            drive_out_artificials();
    }

    bool feasible() const { return feasible_; }

    std::optional<Rational> maximum(const std::vector<Rational>& objective)
    {
        if (!feasible_)
            return std::nullopt;
        std::vector<Rational> cost = objective;
        cost.resize(variables_ + basis_.size() + 8, 0);
        return optimum(cost, variables_);
    }

private:
    void pivot(std::size_t row, std::size_t column)
    {
        const Rational factor = 1 / table_[row][column];
        for (Rational& entry : table_[row])
            entry *= factor;
        for (std::size_t i = 0; i < table_.size(); ++i) {
            if (i == row || table_[i][column] == 0)
                continue;
            const Rational multiple = table_[i][column];
            for (std::size_t j = 0; j < table_[i].size(); ++j)
                if (table_[row][j] != 0)
                    table_[i][j] -= multiple * table_[row][j];
        }
        basis_[row] = column;
    }

    Rational optimum(const std::vector<Rational>& cost, std::size_t columns)
    {
        for (;;) {
            std::size_t entering = columns;
            for (std::size_t j = 0; j < columns && entering == columns; ++j) {
                Rational gain = cost[j];
                for (std::size_t i = 0; i < table_.size(); ++i)
                    if (cost[basis_[i]] != 0)
                        gain -= cost[basis_[i]] * table_[i][j];
                if (gain > 0)
                    entering = j;
            }
            if (entering == columns)
                break;
            std::size_t leaving = table_.size();
            Rational best;
            for (std::size_t i = 0; i < table_.size(); ++i) {
                if (table_[i][entering] <= 0)
                    continue;
                const Rational ratio = table_[i].back() / table_[i][entering];
                if (leaving == table_.size() || ratio < best || (ratio == best && basis_[i] < basis_[leaving])) {
                    leaving = i;
                    best = ratio;
                }
            }
            pivot(leaving, entering);
        }
        Rational value = 0;
        for (std::size_t i = 0; i < table_.size(); ++i)
            value += cost[basis_[i]] * table_[i].back();
        return value;
    }

    void drive_out_artificials()
    {
        for (std::size_t i = 0; i < table_.size();) {
            std::size_t column = 0;
            if (basis_[i] >= variables_)
                while (column < variables_ && table_[i][column] == 0)
                    ++column;
            if (basis_[i] >= variables_ && column < variables_)
                pivot(i, column);
            if (basis_[i] >= variables_) {
                table_.erase(table_.begin() + static_cast<std::ptrdiff_t>(i));
                basis_.erase(basis_.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }

    std::size_t variables_;
    std::vector<std::vector<Rational>> table_;
    std::vector<std::size_t> basis_;
    bool feasible_ = false;
};

/// The common points of two triangles, as convex combinations of the corners of both.
class CommonPoints {
public:
    CommonPoints(const Triangle& a, const Triangle& b)
        : a_{exact(a.a), exact(a.b), exact(a.c)}, program_(program(a_, {exact(b.a), exact(b.b), exact(b.c)}))
    {
    }

    bool exist() const { return program_.feasible(); }

    /// The largest value of direction . x over the common points. There must be some.
    Rational extent(const Point& direction)
    {
        std::vector<Rational> objective(6, 0);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                objective[i] += direction[k] * a_[i][k];
        return *program_.maximum(objective);
    }

private:
    static LinearProgram program(const std::array<Point, 3>& a, const std::array<Point, 3>& b)
    {
        std::vector<std::vector<Rational>> rows(5, std::vector<Rational>(6, 0));
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                rows[k][i] = a[i][k];
                rows[k][3 + i] = -b[i][k];
            }
            rows[3][i] = 1;
            rows[4][3 + i] = 1;
        }
        return {rows, {0, 0, 0, 1, 1}};
    }

    std::array<Point, 3> a_;
    LinearProgram program_;
};

inline bool triangles_intersect(const Triangle& a, const Triangle& b) { return CommonPoints(a, b).exist(); }

} // namespace tactus::oracle
