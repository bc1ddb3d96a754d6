// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "spheres/judge/judged/point.h"

namespace tactus::sphere_check {

/// Of a polygon whose corners go round against the clock.
double polygon_area(std::span<const PlanePoint> polygon);

double polygon_perimeter(std::span<const PlanePoint> polygon);

/// The area that a disk and a polygon have in common, by Green's theorem edge by edge. Up to 128 half_ulp times the
/// perimeter times the distance of the farthest corner from the centre, or the radius if that is larger.
double common_area(std::span<const PlanePoint> polygon, const PlanePoint& centre, double squared_radius);

/// The angle of a direction from the x axis, from -pi to pi. The same bits on every machine.
double direction_angle(double y, double x);

} // namespace tactus::sphere_check
