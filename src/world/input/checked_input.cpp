// SPDX-License-Identifier: MIT
#include "world/input/checked_input.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <utility>

#include "geometry/double_vector.h"
#include "tree/shapes/half_space_body.h"

namespace tactus {
namespace {

/// Slots, boxes and places are numbered by 32 bits; this leaves room for all of them.
constexpr std::size_t largest_count = std::size_t{1} << 30;

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/// Of a number that is not finite.
std::string said_of(double value) { return std::isnan(value) ? "nan" : value > 0 ? "infinite" : "minus infinite"; }

} // namespace

Error invalid_input(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

Error moved_from_world()
{
    return invalid_input("this world was moved from, it has no bodies and takes none until another is assigned to it");
}

Error refuse_coordinate(const PositionsView& positions)
{
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const Vec3 p = positions[vertex];
        const float rounded[3] = {p.x, p.y, p.z};
        for (int axis = 0; axis < 3; ++axis) {
            if (std::isfinite(rounded[axis]))
                continue;
            std::string value = said_of(rounded[axis]);
            if (positions.is_double()) {
                const auto* place = static_cast<const std::byte*>(positions.data()) + vertex * positions.stride_bytes();
                const double given = reinterpret_cast<const double*>(place)[axis];
                if (std::isfinite(given))
                    value = number(given) + ", too large for a float";
            }
            return invalid_input("vertex " + std::to_string(vertex) + ": " + "xyz"[axis] + " is " + value);
        }
    }
    return invalid_input("a position is not finite");
}

std::optional<Error> check_coordinates(const char* name, Vec3 value)
{
    const std::pair<char, float> parts[] = {{'x', value.x}, {'y', value.y}, {'z', value.z}};
    for (const auto& [axis, along] : parts)
        if (!std::isfinite(along))
            return invalid_input(std::string(name) + ": " + axis + " is " + said_of(along));
    return std::nullopt;
}

std::optional<Error> check_layout(const PositionsView& positions)
{
    if (positions.leftover() != 0)
        return invalid_input(
            "the positions hold " + std::to_string(3 * positions.size() + positions.leftover())
            + " numbers, which is not three to a vertex");
    return std::nullopt;
}

std::optional<Error> check_size(std::size_t triangle_count, std::size_t vertex_count)
{
    if (triangle_count > largest_count || vertex_count > largest_count)
        return Error{
            ErrorCode::too_large, "a body of " + std::to_string(triangle_count) + " triangles and "
                                      + std::to_string(vertex_count) + " vertices is larger than the "
                                      + std::to_string(largest_count) + " of each that fit"};
    return std::nullopt;
}

Result<std::vector<TriangleIndices>> check_triangles(const TrianglesView& triangles, std::size_t vertex_count)
{
    if (triangles.leftover() != 0)
        return invalid_input(
            "the triangles hold " + std::to_string(3 * triangles.size() + triangles.leftover())
            + " indices, which is not three to a triangle");
    if (auto error = check_size(triangles.size(), vertex_count))
        return *error;
    std::vector<TriangleIndices> copy(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        copy[t] = triangles[t];
        for (std::uint32_t vertex : copy[t])
            if (vertex >= vertex_count)
                return invalid_input(
                    "triangle " + std::to_string(t) + ": vertex "
                    + std::to_string(
                        static_cast<std::int64_t>(static_cast<std::int32_t>(vertex)) < 0
                            ? static_cast<std::int64_t>(static_cast<std::int32_t>(vertex))
                            : static_cast<std::int64_t>(vertex))
                    + " does not exist, the body has " + std::to_string(vertex_count) + " vertices");
    }
    return copy;
}

std::optional<Error> check_sphere(const Sphere& sphere)
{
    if (!(sphere.radius >= 0.0f) || !std::isfinite(sphere.radius))
        return invalid_input(
            "the sphere's radius is " + number(sphere.radius) + ", it must be finite and not negative");
    const double largest = std::numeric_limits<float>::max();
    const float coordinates[3] = {sphere.centre.x, sphere.centre.y, sphere.centre.z};
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(coordinates[axis]))
            return invalid_input(
                std::string("the sphere's centre: ") + "xyz"[axis] + " is "
                + (std::isnan(coordinates[axis]) ? "nan" : "too large for a float"));
        if (std::fabs(double(coordinates[axis])) + double(sphere.radius) > largest)
            return invalid_input(
                std::string("the sphere reaches ") + "xyz"[axis] + " = "
                + number(std::copysign(std::fabs(double(coordinates[axis])) + double(sphere.radius), coordinates[axis]))
                + ", too large for a float");
    }
    return std::nullopt;
}

std::optional<Error> check_tool(const ToolDesc& tool)
{
    if (!(tool.radius >= 0.0f) || !std::isfinite(tool.radius))
        return invalid_input("the tool's radius is " + number(tool.radius) + ", it must be finite and not negative");
    for (const auto& [name, end] : {std::pair{"pivot", tool.pivot}, std::pair{"tip", tool.tip}})
        if (!is_finite(end))
            return invalid_input(std::string("the tool's ") + name + " is not finite");
    return std::nullopt;
}

std::optional<Error> check_half_space(const Plane& plane)
{
    const std::pair<const char*, float> numbers[] = {
        {"normal: x", plane.normal.x},
        {"normal: y", plane.normal.y},
        {"normal: z", plane.normal.z},
        {"offset", plane.offset}};
    for (const auto& [name, value] : numbers)
        if (!std::isfinite(value))
            return invalid_input(
                std::string("the half-space's ") + name + " is " + number(value) + ", it must be finite");
    if (plane.normal == Vec3{})
        return invalid_input("the half-space's normal is zero, it must point out of the half-space");
    if (!HalfSpaceBody::can_be_placed(plane))
        return invalid_input(
            "the half-space's plane is " + number(double(plane.offset) / length(to_double(plane.normal)))
            + " metres from the origin, too large for a float");
    return std::nullopt;
}

std::optional<Error> check_half_spaces(std::span<const HalfSpace> spaces)
{
    if (spaces.empty() || spaces.size() > max_half_spaces)
        return invalid_input(
            "a convex set needs 1 to " + std::to_string(max_half_spaces) + " half-spaces, not "
            + std::to_string(spaces.size()));
    for (std::size_t k = 0; k < spaces.size(); ++k) {
        const auto refused = [&](const std::string& what) {
            return invalid_input("half-space " + std::to_string(k) + "'s " + what);
        };
        if (auto error = check_coordinates("normal", spaces[k].normal))
            return refused(error->message);
        if (!std::isfinite(spaces[k].offset))
            return refused("offset is " + said_of(spaces[k].offset));
        if (spaces[k].normal == Vec3{})
            return refused("normal is zero");
    }
    return std::nullopt;
}

std::optional<Error> check_thickness(const Thickness& thickness)
{
    for (const auto& [name, value] :
         {std::pair{"contact_distance", thickness.contact_distance}, std::pair{"rest_offset", thickness.rest_offset}})
        if (value && (!(*value >= 0.0f) || !std::isfinite(*value)))
            return invalid_input(
                std::string("thickness.") + name + " is " + std::to_string(*value)
                + ", it must be finite and not negative");
    return std::nullopt;
}

std::optional<Error> check_pose(const Pose& pose)
{
    const std::pair<const char*, double> numbers[] = {
        {"position: x", pose.position.x}, {"position: y", pose.position.y}, {"position: z", pose.position.z},
        {"rotation: x", pose.rotation.x}, {"rotation: y", pose.rotation.y}, {"rotation: z", pose.rotation.z},
        {"rotation: w", pose.rotation.w}};
    for (const auto& [name, value] : numbers)
        if (!std::isfinite(value))
            return invalid_input("the pose's " + std::string(name) + " is " + said_of(value));
    if (pose.rotation == Quaternion{0.0, 0.0, 0.0, 0.0})
        return invalid_input("the pose's rotation is a quaternion of length zero, it turns nothing anywhere");
    return std::nullopt;
}

} // namespace tactus
