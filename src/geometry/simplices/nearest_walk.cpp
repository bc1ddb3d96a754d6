// SPDX-License-Identifier: MIT
// After E. G. Gilbert, D. W. Johnson and S. S. Keerthi, "A Fast Procedure for Computing the Distance Between Complex
// Objects in Three-Dimensional Space", 1988: a walk over corners of the difference of two hulls towards the point that
// is nearest to the origin. We differ in ending as soon as the distance is known to be above or below the length.
//
// Nothing about the walk has to be right for its answer to be certain, by the argument and the bounds of
// distance_filter.h. All corners are seen from one of the first hull, and `size` is the sum of the magnitudes of all
// their components. Then
// - a corner of the difference, computed, is off by at most 2.1 e size. An offset is a sum of up to four of them times
//   weights that are not negative and have a sum within 1 +- 4.1 e, each term through four roundings: together it is
//   off by at most 11 e size from one between points of the hulls.
// - the least product is a difference of two values with four roundings to a term: it is off by at most 9.1 e |w| size.
// Both are within what is allowed for there.
#include "geometry/simplices/nearest_walk.h"

#include <algorithm>
#include <array>

#include "geometry/orientation.h"

namespace tactus::detail {
namespace {

/// A hull as seen from a corner of the first.
struct SeenHull {
    std::array<DoubleVector, 4> corners;
    int count;

    SeenHull(const Simplex& hull, Vec3 from) : count(hull.count)
    {
        for (int i = 0; i < count; ++i)
            corners[i] = double_difference(hull.corners[i], from);
    }

    double size() const
    {
        double sum = 0.0;
        for (int i = 0; i < count; ++i)
            sum += sum_norm(corners[i]);
        return sum;
    }

    DoubleVector centre() const
    {
        DoubleVector sum = corners[0];
        for (int i = 1; i < count; ++i)
            sum = sum + corners[i];
        return sum * (1.0 / count);
    }

    struct Extreme {
        int corner;
        double along;
    };

    Extreme lowest(DoubleVector direction) const
    {
        Extreme found = {0, dot(direction, corners[0])};
        for (int i = 1; i < count; ++i)
            if (const double along = dot(direction, corners[i]); along < found.along)
                found = {i, along};
        return found;
    }
    Extreme highest(DoubleVector direction) const
    {
        Extreme found = {0, dot(direction, corners[0])};
        for (int i = 1; i < count; ++i)
            if (const double along = dot(direction, corners[i]); along > found.along)
                found = {i, along};
        return found;
    }
};

/// A corner of the difference: one of the second hull less one of the first.
struct DifferenceCorner {
    DoubleVector place;
    int a = 0;
    int b = 0;
};

/// Some corners of the difference, and the point between them that is nearest to the origin.
class Patch {
public:
    bool has(int a, int b) const
    {
        return std::any_of(corners_.begin(), corners_.begin() + count_, [&](const DifferenceCorner& corner) {
            return corner.a == a && corner.b == b;
        });
    }

    /// Takes a corner in, finds the nearest point, and drops the corners that do not matter for it.
    void take(const DifferenceCorner& corner)
    {
        corners_[count_++] = corner;
        switch (count_) {
        case 1:
            best_ = {{1.0}, {0}, 1};
            break;
        case 2:
            best_ = on_segment(0, 1);
            break;
        case 3:
            best_ = on_triangle(0, 1, 2);
            break;
        default:
            best_ = in_tetrahedron();
            break;
        }
        keep_best();
    }

    bool is_full() const { return count_ == 4; }

    DoubleVector offset() const
    {
        DoubleVector sum = corners_[0].place * best_.weights[0];
        for (int i = 1; i < count_; ++i)
            sum = sum + corners_[i].place * best_.weights[i];
        return sum;
    }

private:
    /// A point as the mean of some of the corners, with weights.
    struct Mean {
        std::array<double, 4> weights{};
        std::array<int, 4> corners{};
        int count = 0;
    };

    DoubleVector place(int i) const { return corners_[i].place; }

    void keep_best()
    {
        const std::array<DifferenceCorner, 4> all = corners_;
        for (int i = 0; i < best_.count; ++i)
            corners_[i] = all[best_.corners[i]];
        count_ = best_.count;
    }

    Mean on_segment(int a, int b) const
    {
        const DoubleVector along = place(b) - place(a);
        const double part = -dot(place(a), along), whole = dot(along, along);
        if (!(part > 0.0))
            return {{1.0}, {a}, 1};
        if (!(part < whole))
            return {{1.0}, {b}, 1};
        const double t = part / whole;
        return {{1.0 - t, t}, {a, b}, 2};
    }

    // The cases of C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
    Mean on_triangle(int a, int b, int c) const
    {
        const DoubleVector ab = place(b) - place(a), ac = place(c) - place(a);
        const double d1 = -dot(ab, place(a)), d2 = -dot(ac, place(a));
        if (d1 <= 0.0 && d2 <= 0.0)
            return {{1.0}, {a}, 1};
        const double d3 = -dot(ab, place(b)), d4 = -dot(ac, place(b));
        if (d3 >= 0.0 && d4 <= d3)
            return {{1.0}, {b}, 1};
        const double d5 = -dot(ab, place(c)), d6 = -dot(ac, place(c));
        if (d6 >= 0.0 && d5 <= d6)
            return {{1.0}, {c}, 1};
        const double weight_c = d1 * d4 - d3 * d2;
        if (weight_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
            return on_segment(a, b);
        const double weight_b = d5 * d2 - d1 * d6;
        if (weight_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
            return on_segment(a, c);
        const double weight_a = d3 * d6 - d5 * d4;
        if (weight_a <= 0.0)
            return on_segment(b, c);
        const double total = weight_a + weight_b + weight_c;
        if (!(weight_b >= 0.0 && weight_c >= 0.0 && total > 0.0))
            return on_segment(a, b);
        return {{weight_a / total, weight_b / total, weight_c / total}, {a, b, c}, 3};
    }

    double squared_length(const Mean& mean) const
    {
        DoubleVector sum{};
        for (int i = 0; i < mean.count; ++i)
            sum = sum + place(mean.corners[i]) * mean.weights[i];
        return dot(sum, sum);
    }

    // The weight of a corner is the volume between the origin and the other three, positive inside.
    Mean in_tetrahedron() const
    {
        const DoubleVector ab = place(1) - place(0), ac = place(2) - place(0), ad = place(3) - place(0);
        const double volume = dot(cross(ab, ac), ad);
        const double turn = volume < 0.0 ? -1.0 : 1.0;
        const std::array<double, 4> weights = {
            turn * dot(cross(place(1), place(2)), place(3)), -turn * dot(cross(place(0), place(2)), place(3)),
            turn * dot(cross(place(0), place(1)), place(3)), -turn * dot(cross(place(0), place(1)), place(2))};
        const double total = weights[0] + weights[1] + weights[2] + weights[3];
        const double least = *std::min_element(weights.begin(), weights.end());
        if (least >= 0.0 && total > 0.0)
            return {{weights[0] / total, weights[1] / total, weights[2] / total, weights[3] / total}, {0, 1, 2, 3}, 4};
        // The nearest point is on a side that the origin is beyond.
        Mean best;
        double best_squared = 0.0;
        for (int beyond = 0; beyond < 4; ++beyond) {
            if (weights[beyond] > 0.0)
                continue;
            const Mean mean = on_triangle((beyond + 1) % 4, (beyond + 2) % 4, (beyond + 3) % 4);
            const double squared = squared_length(mean);
            if (best.count == 0 || squared < best_squared) {
                best = mean;
                best_squared = squared;
            }
        }
        return best;
    }

    std::array<DifferenceCorner, 4> corners_;
    Mean best_;
    int count_ = 0;
};

// Every step brings a new corner or is the last one, and rounding makes no difference to more than a few.
constexpr int max_steps = 16;

} // namespace

int walked_comparison(const Simplex& hull_a, const Simplex& hull_b, const LengthBracket& length)
{
    const SeenHull a(hull_a, hull_a.corners[0]), b(hull_b, hull_a.corners[0]);
    const double size = a.size() + b.size();
    if (!(size > 0.0))
        return 0;
    DoubleVector direction = b.centre() - a.centre();
    double squared_length = dot(direction, direction);
    Patch patch;
    for (int step = 0; step < max_steps; ++step) {
        const SeenHull::Extreme nearest_a = a.highest(direction), nearest_b = b.lowest(direction);
        if (is_apart(squared_length, nearest_b.along - nearest_a.along, size, length.upper))
            return 1;
        if (patch.is_full() || patch.has(nearest_a.corner, nearest_b.corner))
            return 0;
        patch.take({b.corners[nearest_b.corner] - a.corners[nearest_a.corner], nearest_a.corner, nearest_b.corner});
        direction = patch.offset();
        squared_length = dot(direction, direction);
        if (filtered_comparison(squared_length, 0.0, size, length) < 0)
            return -1;
    }
    return 0;
}

} // namespace tactus::detail
