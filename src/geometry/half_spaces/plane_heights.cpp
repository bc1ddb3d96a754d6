// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/plane_heights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"

namespace tactus {
namespace {

// Quotients and lengths are off by a few parts in 2^53.
constexpr double quotient_error = 0x1p-48;

double not_below(double value) { return value + std::fabs(value) * quotient_error; }
double not_above(double value) { return value - std::fabs(value) * quotient_error; }

/// A float that is not below a number, where floats reach so far.
float float_above(double value)
{
    constexpr double largest = std::numeric_limits<float>::max();
    const auto nearest = static_cast<float>(std::clamp(value, -largest, largest));
    return std::nextafter(nearest, std::numeric_limits<float>::max());
}

} // namespace

PlaneHeights::PlaneHeights(const Plane& plane)
    : plane_(plane), length_(length(to_double(plane.normal))),
      squared_length_(detail::value_at({plane.normal, 0.0f}, plane.normal)), up_(unit(to_double(plane.normal)))
{
}

int PlaneHeights::compare(Vec3 point, float length, float more) const
{
    const int side = detail::sign_at(plane_, point);
    if (length == 0.0f && more == 0.0f)
        return side;
    if (side <= 0)
        return -1;
    const detail::BoundedDouble value = detail::value_at(plane_, point);
    const detail::BoundedDouble reach = detail::BoundedDouble{length, 0.0} + detail::BoundedDouble{more, 0.0};
    const int sign = (value * value - reach * reach * squared_length_).sign();
    if (sign != detail::BoundedDouble::unknown)
        return sign;
    detail::WholeValues wholes;
    wholes.see(plane_);
    wholes.see(point);
    wholes.see(length);
    wholes.see(more);
    wholes.begin();
    const detail::Whole exact = wholes.value(plane_, point), room = wholes.length(length) + wholes.length(more);
    const detail::ExactIntegerVector normal = wholes.normal(plane_);
    const int decided = (exact * exact - room * room * dot(normal, normal)).sign();
    return TACTUS_FAULT(66) && decided == 0 ? 1 : decided;
}

PlaneHeights::Touch PlaneHeights::touch(const Sphere& ball) const
{
    constexpr double largest = std::numeric_limits<float>::max();
    const double height = of(ball.centre) - double(ball.radius);
    const double way_down = double(ball.radius) + 0.5 * std::max(0.0, height);
    return {
        static_cast<float>(std::clamp(height, -largest, largest)), to_float(to_double(ball.centre) - up_ * way_down)};
}

PlaneHeights::Range PlaneHeights::of(const Box& box) const
{
    const detail::BoundedDouble lowest = detail::value_at(plane_, detail::lowest_corner(plane_, box));
    const Plane turned = {plane_.normal * -1.0f, 0.0f};
    const detail::BoundedDouble highest = detail::value_at(plane_, detail::lowest_corner(turned, box));
    return {not_above((lowest.value - lowest.error) / length_), not_below((highest.value + highest.error) / length_)};
}

Box PlaneHeights::part_within(const Box& box, float distance) const
{
    const std::array<float, 3> normal = {plane_.normal.x, plane_.normal.y, plane_.normal.z};
    std::array<float, 3> lower = {box.lower.x, box.lower.y, box.lower.z};
    std::array<float, 3> upper = {box.upper.x, box.upper.y, box.upper.z};
    // The least that each axis adds to the plane's function, without rounding.
    std::array<detail::BoundedDouble, 3> least;
    for (std::size_t k = 0; k < 3; ++k)
        least[k] = {double(normal[k]) * double(normal[k] > 0.0f ? lower[k] : upper[k]), 0.0};
    const detail::BoundedDouble most = {not_below(double(distance) * length_), 0.0};
    for (std::size_t k = 0; k < 3; ++k) {
        if (normal[k] == 0.0f)
            continue;
        const detail::BoundedDouble rest = least[(k + 1) % 3] + least[(k + 2) % 3];
        const detail::BoundedDouble room = detail::BoundedDouble{plane_.offset, 0.0} + most - rest;
        const double limit = (room.value + room.error) / double(normal[k]);
        if (normal[k] > 0.0f)
            upper[k] = std::max(lower[k], std::min(upper[k], float_above(not_below(limit))));
        else
            lower[k] = std::min(upper[k], std::max(lower[k], -float_above(not_below(-limit))));
    }
    return {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}};
}

} // namespace tactus
