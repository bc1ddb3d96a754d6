// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/polytope_corners.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "geometry/half_spaces/half_space_values.h"

namespace tactus {
namespace detail {
namespace {

static_assert(max_planes <= 32, "a corner has a bit for each plane");

template <class N>
struct PlaneNumbers {
    Row<N> normal;
    N offset;
};

template <class N>
Row<N> row_across(const Row<N>& a, const Row<N>& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class N>
N row_along(const Row<N>& a, const Row<N>& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The point in which three planes meet, in coordinates that have one divisor. That is zero where there is no such
/// point.
template <class N>
struct MeetingPoint {
    Row<N> at;
    N divisor;

    MeetingPoint(const PlaneNumbers<N>& a, const PlaneNumbers<N>& b, const PlaneNumbers<N>& c)
    {
        const Row<N> bc = row_across(b.normal, c.normal), ca = row_across(c.normal, a.normal),
                     ab = row_across(a.normal, b.normal);
        divisor = row_along(a.normal, bc);
        for (std::size_t k = 0; k < 3; ++k)
            at[k] = a.offset * bc[k] + b.offset * ca[k] + c.offset * ab[k];
    }
    /// The value of a half-space's function at the point, times the divisor.
    N value_of(const PlaneNumbers<N>& plane) const { return row_along(plane.normal, at) - plane.offset * divisor; }
};

/// Tries all triples of planes. Doubles that carry a bound on their errors decide first, whole numbers what is left
/// open.
class CornerSearch {
public:
    explicit CornerSearch(std::span<const Plane> all)
    {
        for (const Plane& plane : all) {
            normals_.see(plane.normal);
            offsets_.see(plane.offset);
        }
        for (const Plane& plane : all) {
            const auto bounded = [](float value) { return BoundedDouble{double(value), 0.0}; };
            const auto [x, y, z] = plane.normal;
            in_doubles_.push_back({{bounded(x), bounded(y), bounded(z)}, bounded(plane.offset)});
            in_wholes_.push_back(
                {{Whole(x, normals_), Whole(y, normals_), Whole(z, normals_)}, Whole(plane.offset, offsets_)});
        }
    }

    std::vector<PolytopeCorner> find() const
    {
        std::vector<PolytopeCorner> found;
        const std::size_t count = in_doubles_.size();
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (std::size_t k = 0; k < j; ++k) {
                    const std::uint32_t three = bit(i) | bit(j) | bit(k);
                    // Of the planes through a corner no three meet in another.
                    const bool is_known = std::any_of(found.begin(), found.end(), [&](const PolytopeCorner& corner) {
                        return (corner.planes & three) == three;
                    });
                    if (is_known)
                        continue;
                    if (const std::optional<PolytopeCorner> corner = corner_of(i, j, k))
                        found.push_back(*corner);
                }
        return found;
    }

private:
    static std::uint32_t bit(std::size_t plane) { return std::uint32_t{1} << plane; }

    std::optional<PolytopeCorner> corner_of(std::size_t i, std::size_t j, std::size_t k) const
    {
        const MeetingPoint<BoundedDouble> rough(in_doubles_[i], in_doubles_[j], in_doubles_[k]);
        std::optional<MeetingPoint<Whole>> exact;
        const auto exactly = [&]() -> const MeetingPoint<Whole>& {
            if (!exact)
                exact.emplace(in_wholes_[i], in_wholes_[j], in_wholes_[k]);
            return *exact;
        };
        int side_of_divisor = rough.divisor.sign();
        if (side_of_divisor == BoundedDouble::unknown)
            side_of_divisor = exactly().divisor.sign();
        if (side_of_divisor == 0)
            return std::nullopt;
        PolytopeCorner corner = {bit(i) | bit(j) | bit(k), {}};
        for (std::size_t plane = 0; plane < in_doubles_.size(); ++plane) {
            if ((corner.planes & bit(plane)) != 0)
                continue;
            int side = rough.value_of(in_doubles_[plane]).sign();
            if (side == BoundedDouble::unknown)
                side = exactly().value_of(in_wholes_[plane]).sign();
            if (side * side_of_divisor > 0)
                return std::nullopt;
            if (side == 0)
                corner.planes |= bit(plane);
        }
        corner.at = {coordinate(exactly(), 0), coordinate(exactly(), 1), coordinate(exactly(), 2)};
        return corner;
    }
    double coordinate(const MeetingPoint<Whole>& point, std::size_t axis) const
    {
        const ScaledDouble above = point.at[axis].rounded(), below = point.divisor.rounded();
        if (above.value == 0.0)
            return 0.0;
        return std::ldexp(
            above.value / below.value, above.exponent - below.exponent + offsets_.exponent() - normals_.exponent());
    }

    FinestBit normals_;
    FinestBit offsets_;
    std::vector<PlaneNumbers<BoundedDouble>> in_doubles_;
    std::vector<PlaneNumbers<Whole>> in_wholes_;
};

} // namespace
} // namespace detail

std::vector<PolytopeCorner> corners_of_common_part(std::span<const Plane> half_spaces)
{
    TACTUS_CHECK(half_spaces.size() <= max_planes);
    return detail::CornerSearch(half_spaces).find();
}

} // namespace tactus
