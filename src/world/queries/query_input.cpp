// SPDX-License-Identifier: MIT
#include "world/queries/query_input.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "geometry/vector.h"
#include "world/input/checked_input.h"

namespace tactus {

std::optional<Error> check_point(Vec3 point) { return check_coordinates("the point", point); }

std::optional<Error> check_ray(Vec3 origin, Vec3 direction, float max_distance)
{
    if (auto error = check_coordinates("the ray's origin", origin))
        return error;
    if (auto error = check_coordinates("the ray's direction", direction))
        return error;
    if (direction == Vec3{})
        return invalid_input("the ray's direction is zero");
    if (std::isnan(max_distance))
        return invalid_input("the ray's max_distance is nan");
    return std::nullopt;
}

std::optional<Error> check_box(Vec3 lower, Vec3 upper)
{
    if (auto error = check_coordinates("the box's lower corner", lower))
        return error;
    if (auto error = check_coordinates("the box's upper corner", upper))
        return error;
    const std::pair<char, std::pair<float, float>> parts[] = {
        {'x', {lower.x, upper.x}}, {'y', {lower.y, upper.y}}, {'z', {lower.z, upper.z}}};
    for (const auto& [axis, ends] : parts)
        if (ends.first > ends.second)
            return invalid_input(
                std::string("the box's lower ") + axis + " is " + std::to_string(ends.first) + ", above its upper one, "
                + std::to_string(ends.second));
    return std::nullopt;
}

std::optional<Error> check_max_distance(float max_distance)
{
    if (std::isnan(max_distance))
        return invalid_input("max_distance is nan");
    if (max_distance < 0.0f)
        return invalid_input("max_distance is " + std::to_string(max_distance) + ", below zero");
    return std::nullopt;
}

std::optional<Error> check_nearest(Vec3 point, float max_distance)
{
    if (auto error = check_point(point))
        return error;
    return check_max_distance(max_distance);
}

double limit_of(float max_distance)
{
    constexpr float largest = std::numeric_limits<float>::max();
    if (!(max_distance > 0.0f && max_distance < largest))
        return max_distance;
    const double half_way = 0.5 * (double(max_distance) + double(std::nextafter(max_distance, largest)));
    // Half way between two floats is rounded to the even one.
    const bool is_even = (std::bit_cast<std::uint32_t>(max_distance) & 1) == 0;
    return is_even ? half_way : std::nextafter(half_way, 0.0);
}

float rounded_to_float(double value)
{
    constexpr float largest = std::numeric_limits<float>::max();
    if (value > double(largest))
        return std::numeric_limits<float>::infinity();
    return static_cast<float>(value);
}

float float_not_above(double value)
{
    constexpr float largest = std::numeric_limits<float>::max();
    if (std::isinf(value))
        return static_cast<float>(value);
    if (value >= double(largest))
        return largest;
    const auto nearest = static_cast<float>(value);
    return double(nearest) <= value ? nearest : std::nextafter(nearest, -largest);
}

} // namespace tactus
