// SPDX-License-Identifier: MIT
#include "pipeline/contacts/part_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tactus {
namespace {

// Doubles hold sums and differences of floats up to one part in 2^52; this is more.
constexpr double outwards = 1.0 + 0x1p-48;
constexpr double inwards = 1.0 - 0x1p-48;

float rounded_up(double value)
{
    const double largest = std::numeric_limits<float>::max();
    const auto rounded = static_cast<float>(std::clamp(value, -largest, largest));
    return double(rounded) < value ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
}

float rounded_down(double value) { return -rounded_up(-value); }

/// Per axis how far b's box is from a's; negative where they overlap, by the way to move b to leave a.
std::array<double, 3> gaps(const Box& a, const Box& b)
{
    const auto gap = [](float lower_a, float upper_a, float lower_b, float upper_b) {
        return std::max(double(lower_b) - double(upper_a), double(lower_a) - double(upper_b));
    };
    return {
        gap(a.lower.x, a.upper.x, b.lower.x, b.upper.x), gap(a.lower.y, a.upper.y, b.lower.y, b.upper.y),
        gap(a.lower.z, a.upper.z, b.lower.z, b.upper.z)};
}

double length(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }

double distance_between(const std::array<double, 3>& gap)
{
    return length(std::max(gap[0], 0.0), std::max(gap[1], 0.0), std::max(gap[2], 0.0)) * inwards;
}

/// From the point to the farthest corner.
float reach(Vec3 point, const Box& box)
{
    const auto farther = [](float p, float lower, float upper) {
        return std::max(std::abs(double(p) - double(lower)), std::abs(double(upper) - double(p)));
    };
    return rounded_up(
        length(
            farther(point.x, box.lower.x, box.upper.x), farther(point.y, box.lower.y, box.upper.y),
            farther(point.z, box.lower.z, box.upper.z))
        * outwards);
}

} // namespace

float PartBounds::error_bound(float distance) const
{
    return std::max(point_bound, rounded_up(double(distance) - double(separation_lower)));
}

double axis_gap(const Box& a, const Box& b)
{
    const auto [x, y, z] = gaps(a, b);
    const double widest = std::max({x, y, z});
    return widest - std::abs(widest) * 0x1p-48;
}

bool may_touch(const Box& a, const Box& b, float distance)
{
    const std::array<double, 3> gap = gaps(a, b);
    return std::max({gap[0], gap[1], gap[2]}) <= 0.0 || distance_between(gap) <= double(distance);
}

PartBounds bounds_of(const Box& a, const Box& b, float distance)
{
    PartBounds bounds;
    const double half = 0.5 * double(distance);
    bounds.region = intersection(half > 0.0 ? widened_by(half, a) : a, half > 0.0 ? widened_by(half, b) : b);
    bounds.point = bounds.region.lower * 0.5f + bounds.region.upper * 0.5f;
    bounds.point_bound = reach(bounds.point, bounds.region);
    const std::array<double, 3> gap = gaps(a, b);
    const double widest = std::max({gap[0], gap[1], gap[2]});
    bounds.separation_lower = rounded_down(widest > 0.0 ? distance_between(gap) : widest * outwards);
    const Box both = include(a, b);
    const auto extent = [](float lower, float upper) { return double(upper) - double(lower); };
    bounds.separation_upper = rounded_up(
        length(
            extent(both.lower.x, both.upper.x), extent(both.lower.y, both.upper.y), extent(both.lower.z, both.upper.z))
        * outwards);
    return bounds;
}

PartBounds narrowed(PartBounds bounds, const PartBounds& parent)
{
    bounds.region = intersection(bounds.region, parent.region);
    bounds.point = bounds.region.lower * 0.5f + bounds.region.upper * 0.5f;
    bounds.point_bound = reach(bounds.point, bounds.region);
    if (!(bounds.point_bound < parent.point_bound)) {
        bounds.point = parent.point;
        bounds.point_bound = parent.point_bound;
    }
    bounds.separation_lower = std::max(bounds.separation_lower, parent.separation_lower);
    return bounds;
}

PartBounds merged(const PartBounds& a, const PartBounds& b, const PartBounds& parent)
{
    PartBounds bounds;
    bounds.region = include(a.region, b.region);
    bounds.separation_lower = std::min(a.separation_lower, b.separation_lower);
    // The separation of several parts is that of the closest.
    bounds.separation_upper = std::min(a.separation_upper, b.separation_upper);
    return narrowed(bounds, parent);
}

Vec3 way_apart(const Box& a, const Box& b)
{
    const std::array<double, 3> gap = gaps(a, b);
    const std::size_t axis = static_cast<std::size_t>(std::max_element(gap.begin(), gap.end()) - gap.begin());
    const float lower_a[3] = {a.lower.x, a.lower.y, a.lower.z}, upper_a[3] = {a.upper.x, a.upper.y, a.upper.z};
    const float lower_b[3] = {b.lower.x, b.lower.y, b.lower.z}, upper_b[3] = {b.upper.x, b.upper.y, b.upper.z};
    const bool is_above = double(lower_b[axis]) - double(upper_a[axis]) >= double(lower_a[axis]) - double(upper_b[axis]);
    float way[3] = {0.0f, 0.0f, 0.0f};
    way[axis] = is_above ? 1.0f : -1.0f;
    return {way[0], way[1], way[2]};
}

} // namespace tactus
