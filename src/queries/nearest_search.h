// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <tactus/geometry.h>

#include "base/work_account.h"
#include "geometry/double_vector.h"
#include "geometry/features/inside.h"
#include "queries/queried_body.h"
#include "search/walk/nearest_point.h"
#include "search/walk/tree_walk.h"

namespace tactus {

/// Finds the point of the surfaces of bodies that is nearest to a given one, up to the rounding of double: the smallest
/// distance, then the smallest body, then the smallest triangle. Keeps its memory.
class NearestSearch {
public:
    struct Nearest {
        double distance = std::numeric_limits<double>::infinity(); ///< In metres; infinite while there is none.
        DoubleVector point;
        DoubleVector offset; ///< To the point, with more digits than their difference; not of a ball or a plane.
        std::uint32_t body = 0;
        std::uint32_t triangle = 0;
    };

    /// Nothing farther away than so many metres is looked for.
    void start(Vec3 point, double max_distance);
    /// Looks for something nearer in a body; bodies may come in any order. False if the account does not reach to the
    /// end.
    bool find(const QueriedBody& body, WorkAccount& account);

    const Nearest& nearest() const { return nearest_; }
    /// What is farther away than this is of no interest, in metres.
    double limit() const { return limit_; }
    /// Nothing that the last search has not looked at is nearer, in metres.
    double open_bound() const { return open_bound_; }
    std::size_t bytes() const { return walk_.bytes(); }

private:
    class OnTriangles;

    void find_on_ball(const QueriedBody& body);
    void find_on_plane(const QueriedBody& body);
    void take(const Nearest& found);

    Vec3 point_;
    double limit_ = 0.0;
    Nearest nearest_;
    TreeWalk walk_;
    double open_bound_ = 0.0;
};

/// Where a point lies with respect to a closed body: how often its surface goes around it. Keeps its memory.
class InsideSearch {
public:
    /// False if the account does not reach to the end.
    bool find(Vec3 point, const QueriedBody& body, WorkAccount& account);
    /// After a search to the end.
    const Containment& result() const { return result_; }
    std::size_t bytes() const { return walk_.bytes(); }

private:
    Containment result_;
    TreeWalk walk_;
};

} // namespace tactus
