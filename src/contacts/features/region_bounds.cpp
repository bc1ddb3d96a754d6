// SPDX-License-Identifier: MIT
#include "contacts/features/region_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

// Gaps are floats, rounded by one part in 2^24; this is more.
constexpr double outwards = 1.0 + 0x1p-22;
constexpr double inwards = 1.0 - 0x1p-22;

constexpr float largest_float = std::numeric_limits<float>::max();

float raised(double value)
{
    const auto rounded = static_cast<float>(std::clamp(value, -double(largest_float), double(largest_float)));
    return rounded + std::abs(rounded) * 0x1p-23f + std::numeric_limits<float>::denorm_min();
}

float lowered(double value) { return -raised(-value); }

/// The box and what is within `distance` metres of it, rounded outwards, and finite.
Box widened(const Box& box, float distance)
{
    const auto moved = [&](float from, float way) {
        const float slack = (std::abs(from) + distance) * 0x1p-22f + std::numeric_limits<float>::denorm_min();
        return std::clamp(from + way + std::copysign(slack, way), -largest_float, largest_float);
    };
    return {
        {moved(box.lower.x, -distance), moved(box.lower.y, -distance), moved(box.lower.z, -distance)},
        {moved(box.upper.x, distance), moved(box.upper.y, distance), moved(box.upper.z, distance)}};
}

double distance_between(Vec3 gap) { return length(to_double(max(gap, Vec3{}))) * inwards; }

/// The axis along which b is most easily moved away from a, and minus how far.
LikelyPush apart_along_axis(const Box& a, const Box& b)
{
    const Vec3 gap = gaps(a, b);
    const Vec3 middle_a = a.lower * 0.5f + a.upper * 0.5f, middle_b = b.lower * 0.5f + b.upper * 0.5f;
    const auto sign = [](float from, float to) { return to >= from ? 1.0f : -1.0f; };
    if (gap.x >= gap.y && gap.x >= gap.z)
        return {{sign(middle_a.x, middle_b.x), 0.0f, 0.0f}, gap.x};
    if (gap.y >= gap.z)
        return {{0.0f, sign(middle_a.y, middle_b.y), 0.0f}, gap.y};
    return {{0.0f, 0.0f, sign(middle_a.z, middle_b.z)}, gap.z};
}

/// From one corner to the opposite one.
float diagonal(const Box& box) { return raised(length(to_double(box.upper) - to_double(box.lower)) * outwards); }

/// The point is off the middle by some roundings of a corner. Of a box within another the bound is never larger.
void place_in(const Box& region, RegionBounds& bounds)
{
    bounds.region = region;
    bounds.point = region.lower * 0.5f + region.upper * 0.5f;
    const DoubleVector lower = to_double(region.lower), upper = to_double(region.upper);
    const DoubleVector farthest = max(magnitudes(lower), magnitudes(upper));
    bounds.point_bound =
        raised(0.5 * length(upper - lower) * outwards + (farthest.x + farthest.y + farthest.z) * 0x1p-23 + 0x1p-146);
}

} // namespace

float RegionBounds::error_bound(float distance) const
{
    return std::max(point_bound, raised(double(std::min(distance, separation_upper)) - double(separation_lower)));
}

float least_distance(const Box& a, const Box& b)
{
    if (is_empty(a) || is_empty(b))
        return std::numeric_limits<float>::infinity();
    return std::max(0.0f, lowered(distance_between(gaps(a, b))));
}

float way_between(Vec3 from, Vec3 to)
{
    return static_cast<float>(length(to_double(to) - to_double(from))) * (1.0f + 0x1p-20f);
}

float way_to_farthest_corner(Vec3 from, const Box& box)
{
    const Vec3 corner = {
        from.x - box.lower.x > box.upper.x - from.x ? box.lower.x : box.upper.x,
        from.y - box.lower.y > box.upper.y - from.y ? box.lower.y : box.upper.y,
        from.z - box.lower.z > box.upper.z - from.z ? box.lower.z : box.upper.z};
    return way_between(from, corner);
}

RegionBounds bounds_of(const Box& a, const Box& b, float distance)
{
    RegionBounds bounds;
    const Box both = include(a, b);
    const Vec3 gap = gaps(a, b);
    const double widest = std::max({gap.x, gap.y, gap.z});
    if (widest > 0.0) {
        // What is only near has its point half way between the two.
        const float half = 0.5f * distance;
        place_in(half > 0.0f ? intersection(widened(a, half), widened(b, half)) : intersection(a, b), bounds);
        bounds.separation_lower = lowered(distance_between(gap));
    } else {
        // What has crossed may lie anywhere in either.
        place_in(distance > 0.0f ? widened(both, 0.5f * distance) : both, bounds);
        bounds.separation_lower = -std::max(diagonal(a), diagonal(b));
    }
    bounds.separation_upper = diagonal(both);
    return bounds;
}

float likely_error_of(const Box& a, const Box& b, float distance)
{
    const Vec3 gap = gaps(a, b);
    const Vec3 common = max(Vec3{distance, distance, distance} - gap, Vec3{});
    const Vec3 apart = max(gap, Vec3{});
    const float widest = std::max({gap.x, gap.y, gap.z});
    const float separation = widest > 0.0f ? std::sqrt(dot(apart, apart)) : widest;
    return std::max(0.5f * std::sqrt(dot(common, common)), distance - separation);
}

RegionBounds bounds_of(const Box& box, const PlaneHeights& heights, float distance)
{
    RegionBounds bounds;
    // What is above the plane has its point half way down to it, and all else where it is.
    const Box part = heights.part_within(box, distance);
    place_in(distance > 0.0f ? widened(part, 0.5f * distance) : part, bounds);
    const PlaneHeights::Range range = heights.of(box);
    bounds.separation_lower = lowered(range.lowest);
    bounds.separation_upper = raised(std::max(range.lowest, std::min(range.highest, double(distance))));
    return bounds;
}

Box near_part_of(const PlaneHeights& heights, const Box& box, float distance)
{
    return heights.part_within(distance > 0.0f ? widened(box, distance) : box, 0.0f);
}

float deepest_inside(const Box& a, const Box& b)
{
    const Box both = intersection(a, b);
    if (is_empty(both))
        return 0.0f;
    const auto way_out = [](float lower, float upper, float box_lower, float box_upper) {
        const double middle = 0.5 * (double(box_lower) + double(box_upper));
        const double farthest_in = std::clamp(middle, double(lower), double(upper));
        return std::min(farthest_in - double(box_lower), double(box_upper) - farthest_in);
    };
    const auto out_of = [&](const Box& box) {
        return std::min(
            {way_out(both.lower.x, both.upper.x, box.lower.x, box.upper.x),
             way_out(both.lower.y, both.upper.y, box.lower.y, box.upper.y),
             way_out(both.lower.z, both.upper.z, box.lower.z, box.upper.z)});
    };
    return std::max(diagonal(both), raised(std::max(out_of(a), out_of(b)) * outwards));
}

RegionBounds bounds_of_depths(const Box& a, const Box& b, float deepest)
{
    RegionBounds bounds;
    place_in(intersection(a, b), bounds);
    bounds.separation_lower = -deepest;
    return bounds;
}

RegionBounds narrowed(RegionBounds bounds, const RegionBounds& parent)
{
    place_in(intersection(bounds.region, parent.region), bounds);
    if (!(bounds.point_bound < parent.point_bound)) {
        bounds.point = parent.point;
        bounds.point_bound = parent.point_bound;
    }
    bounds.separation_lower = std::max(bounds.separation_lower, parent.separation_lower);
    bounds.separation_upper = std::min(bounds.separation_upper, parent.separation_upper);
    return bounds;
}

RegionBounds united(RegionBounds left, const RegionBounds& right)
{
    place_in(include(left.region, right.region), left);
    left.separation_lower = std::min(left.separation_lower, right.separation_lower);
    left.separation_upper = std::max(left.separation_upper, right.separation_upper);
    return left;
}

LikelyPush likely_push(const Box& a, const Box& b)
{
    const DoubleVector half_a = (to_double(a.upper) - to_double(a.lower)) * 0.5;
    const DoubleVector half_b = (to_double(b.upper) - to_double(b.lower)) * 0.5;
    const DoubleVector way = (to_double(b.lower) + half_b) - (to_double(a.lower) + half_a);
    if (!has_direction(way))
        return apart_along_axis(a, b);
    const DoubleVector normal = unit(way);
    const auto reach = [&](DoubleVector half) {
        return length({half.x * normal.x, half.y * normal.y, half.z * normal.z});
    };
    return {to_float(normal), static_cast<float>(length(way) - reach(half_a) - reach(half_b))};
}

LikelyPush likely_push(const Sphere& a, const Sphere& b, const Box& box_a, const Box& box_b)
{
    const DoubleVector way = to_double(b.centre) - to_double(a.centre);
    const double radii = double(a.radius) + double(b.radius);
    if (!has_direction(way) || TACTUS_FAULT(101))
        return {apart_along_axis(box_a, box_b).normal, static_cast<float>(-radii)};
    return {to_float(unit(way)), static_cast<float>(length(way) - radii)};
}

} // namespace tactus
