// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <tactus/spheres.h>

#include "spheres/judge/judged/judged_spheres.h"
#include "spheres/judge/judged/judged_surface.h"

namespace tactus::sphere_check {

/// How far the worst point of some of the triangles is from its nearest sphere, in metres. Branch and bound: on a piece
/// of a triangle the distance from one sphere is convex, so that it is largest in a corner, and any sphere bounds the
/// distance from the nearest one. The interval is no wider than `width`, unless that takes millions of pieces.
Interval largest_gap(
    const JudgedSurface& surface, const JudgedSpheres& spheres, std::span<const std::uint32_t> triangles, double width,
    const std::function<bool()>& go_on);

} // namespace tactus::sphere_check
