// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tactus/body.h>
#include <tactus/result.h>

#include "geometry/half_spaces/plane.h"
#include "geometry/sphere.h"

namespace tactus {

/// Bad input, in one sentence.
Error invalid_input(std::string message);

/// What is said of a world that was moved from, whatever it is asked.
Error moved_from_world();

/// A sentence about the first coordinate that is not a finite float.
Error refuse_coordinate(const PositionsView& positions);

/// Whether a point or a direction, which the sentence calls by this name, is finite.
std::optional<Error> check_coordinates(const char* name, Vec3 value);

std::optional<Error> check_layout(const PositionsView& positions);

/// Whether a body of this size can be numbered.
std::optional<Error> check_size(std::size_t triangle_count, std::size_t vertex_count);

/// The triangles, if there are not too many, and all their vertices are there.
Result<std::vector<TriangleIndices>> check_triangles(const TrianglesView& triangles, std::size_t vertex_count);

/// Whether all of it is finite and the radius not negative, and floats hold its box.
std::optional<Error> check_sphere(const Sphere& sphere);

/// Whether all of it is finite, the normal is not zero, and floats hold the point of the plane that is nearest to the
/// origin.
std::optional<Error> check_half_space(const Plane& plane);
/// Whether there are as many as a convex set may be given by, all finite, and no normal is zero.
std::optional<Error> check_half_spaces(std::span<const HalfSpace> spaces);
/// The radius, and the ends.
std::optional<Error> check_tool(const ToolDesc& tool);

/// Whether all that is said is finite and not negative.
std::optional<Error> check_thickness(const Thickness& thickness);

/// Whether all of it is finite, and the rotation is one.
std::optional<Error> check_pose(const Pose& pose);

} // namespace tactus
