// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <tactus/geometry.h>
#include <tactus/queries.h>
#include <tactus/result.h>

namespace tactus {

// Sentences about what no query about surfaces can be asked.
std::optional<Error> check_point(Vec3 point);
std::optional<Error> check_ray(Vec3 origin, Vec3 direction, float max_distance);
std::optional<Error> check_box(Vec3 lower, Vec3 upper);
std::optional<Error> check_max_distance(float max_distance);
std::optional<Error> check_nearest(Vec3 point, float max_distance);

/// The largest distance that is not above so many metres when it is rounded to a float: what is exactly there may be
/// computed to be a little farther away. Nothing but 0 counts as 0.
double limit_of(float max_distance);
/// The nearest float. What is too large for one is infinite, as it is in any sum of floats.
float rounded_to_float(double value);
/// The largest float that is not above a number.
float float_not_above(double value);

} // namespace tactus
