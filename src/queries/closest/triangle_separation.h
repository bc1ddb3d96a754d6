// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/double_vector.h"
#include "geometry/triangle.h"

namespace tactus {

/// How far b lies beyond a along a direction, seen from an origin.
double gap_between(const Triangle& a, const Triangle& b, DoubleVector origin, DoubleVector direction);

/// Whether a triangle's normal shows that another one is further away than this. False says nothing.
bool normal_separates(const Triangle& triangle, const Triangle& other, double distance);

} // namespace tactus
