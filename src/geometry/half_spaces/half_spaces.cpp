// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/half_spaces.h"

#include <array>
#include <cstdint>

#include "base/check.h"
#include "geometry/half_spaces/half_space_values.h"

namespace tactus {
namespace detail {
namespace {

/// A triangle that is clipped. Lines 0, 1 and 2 are its sides, opposite to the corners, the others half-spaces; a line
/// is the row of its values at the corners, and positive outside.
class ClippedTriangle {
public:
    ClippedTriangle(std::span<const Plane> all, const Triangle& triangle)
        : all_(all), points_{triangle.a, triangle.b, triangle.c}
    {
        for (std::size_t i = 0; i < 3; ++i)
            rows_[i][i] = {-1.0, 0.0};
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k)
                rows_[3 + i][k] = value_at(all[i], points_[k]);
        // Corner k is where the other two sides meet, and the side behind it is the one opposite to the corner before.
        count_ = 3;
        for (std::size_t k = 0; k < 3; ++k)
            corners_[k] = {line((k + 1) % 3), line((k + 2) % 3), 1, line((k + 2) % 3)};
    }

    /// False if nothing is left.
    bool clip(std::size_t half_space)
    {
        const Line by = line(3 + half_space);
        std::array<int, max_corners> sides;
        for (std::size_t k = 0; k < count_; ++k)
            sides[k] = side(corners_[k], by);
        std::array<Corner, max_corners> left;
        std::size_t count = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            const Corner& from = corners_[k];
            const int side_from = sides[k], side_to = sides[(k + 1) % count_];
            if (side_from <= 0) {
                left[count] = from;
                if (side_from == 0 && side_to > 0)
                    left[count].behind = by;
                ++count;
            }
            if (side_from * side_to < 0)
                left[count++] = {from.behind, by, orientation(from.behind, by), side_to > 0 ? by : from.behind};
        }
        corners_ = left;
        count_ = count;
        return count_ > 0;
    }

private:
    using Line = std::uint8_t;
    static constexpr std::size_t max_corners = 2 * (3 + max_planes);

    struct Corner {
        Line first;
        Line second;
        int orientation; ///< The sign with which the product of the two lines is a point of the triangle.
        Line behind;     ///< On which the way to the next corner lies.
    };

    static Line line(std::size_t index) { return static_cast<Line>(index); }

    int side(const Corner& corner, Line by) const
    {
        if (by == corner.first || by == corner.second)
            return 0;
        const int sign = determinant(rows_[corner.first], rows_[corner.second], rows_[by]).sign();
        if (sign != BoundedDouble::unknown)
            return corner.orientation * sign;
        return corner.orientation
               * determinant(whole_row(corner.first), whole_row(corner.second), whole_row(by)).sign();
    }
    int orientation(Line first, Line second) const
    {
        constexpr BoundedDouble one = {1.0, 0.0};
        const int sign = determinant(rows_[first], rows_[second], Row<BoundedDouble>{one, one, one}).sign();
        if (sign != BoundedDouble::unknown)
            return sign;
        const Whole whole_one = power_of_two(0);
        return determinant(whole_row(first), whole_row(second), Row<Whole>{whole_one, whole_one, whole_one}).sign();
    }
    Row<Whole> whole_row(Line of) const
    {
        Row<Whole> row;
        if (of < 3) {
            row[of] = Whole() - power_of_two(0);
            return row;
        }
        const Plane& space = all_[of - std::size_t{3}];
        WholeValues values;
        values.see(space);
        for (const Vec3 point : points_)
            values.see(point);
        values.begin();
        for (std::size_t k = 0; k < 3; ++k)
            row[k] = values.value(space, points_[k]);
        return row;
    }

    std::span<const Plane> all_;
    std::array<Vec3, 3> points_;
    std::array<Row<BoundedDouble>, 3 + max_planes> rows_;
    std::array<Corner, max_corners> corners_;
    std::size_t count_ = 0;
};

} // namespace
} // namespace detail

bool HalfSpaces::may_meet(const Box& box) const
{
    if (is_empty(box))
        return false;
    for (const Plane& space : all_)
        if (detail::value_at(space, detail::lowest_corner(space, box)).sign() == 1)
            return false;
    return true;
}

bool HalfSpaces::meet(const Box& box) const
{
    TACTUS_CHECK(all_.size() == 1);
    return detail::sign_at(all_[0], detail::lowest_corner(all_[0], box)) <= 0;
}

bool HalfSpaces::meet(const Triangle& triangle) const
{
    TACTUS_CHECK(all_.size() <= max_planes);
    std::array<std::size_t, max_planes> crossing;
    std::size_t count = 0;
    bool holds[3] = {true, true, true};
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const int sides[3] = {
            detail::sign_at(all_[i], triangle.a), detail::sign_at(all_[i], triangle.b),
            detail::sign_at(all_[i], triangle.c)};
        if (sides[0] > 0 && sides[1] > 0 && sides[2] > 0)
            return false;
        for (int k = 0; k < 3; ++k)
            holds[k] = holds[k] && sides[k] <= 0;
        if (sides[0] > 0 || sides[1] > 0 || sides[2] > 0)
            crossing[count++] = i;
    }
    if (holds[0] || holds[1] || holds[2])
        return true;
    detail::ClippedTriangle clipped(all_, triangle);
    for (std::size_t k = 0; k < count; ++k)
        if (!clipped.clip(crossing[k]))
            return false;
    return true;
}

} // namespace tactus
