// SPDX-License-Identifier: MIT
#include "opengl/tools/holding_volume.h"

#include <algorithm>
#include <cmath>

#include "opengl/tools/across.h"

namespace tactus {

namespace {

// A driver computes, in float, three products and a sum for every coordinate of a vertex in the box, and again for
// every plane, and does so for each corner that it cuts off. Each is wrong by 2^-24 of the largest coordinate at the
// most: some thirty of them for one plane, and eight planes may come before it.
constexpr double rounding_share = 1.0 / 131072.0;

// Floats hold these, their squares and their reciprocals.
constexpr double largest_length = 1e15;
constexpr double smallest_length = 1e-15;

// The cosine of the angle below which two normals count as one, and the share of a length that counts as none.
constexpr double same_direction = 0.9999;
constexpr double no_length = 1e-9;

using Corners = std::array<DoubleVector, 4>;

double farthest(const Corners& corners, DoubleVector normal)
{
    double value = dot(corners[0], normal);
    for (const DoubleVector corner : corners)
        value = std::max(value, dot(corner, normal));
    return value;
}

// The box stands along the longest way between two corners, and across the largest triangle at this way.
std::array<DoubleVector, 3> axes_of(const Corners& corners)
{
    DoubleVector along;
    DoubleVector begin = corners[0];
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t j = i + 1; j < corners.size(); ++j)
            if (length(corners[j] - corners[i]) > length(along)) {
                begin = corners[i];
                along = corners[j] - corners[i];
            }
    if (!has_direction(along))
        return {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    DoubleVector across;
    for (const DoubleVector corner : corners)
        if (const DoubleVector normal = cross(along, corner - begin); length(normal) > length(across))
            across = normal;
    const DoubleVector x = unit(along);
    // Corners on one line have no triangle.
    const bool is_flat = !(length(across) > no_length * dot(along, along));
    const DoubleVector z = is_flat ? any_across(x) : unit(across);
    return {{x, unit(cross(z, x)), z}};
}

// Adds the plane with this normal if the corners it was made from lie in it, and none like it is there. Any normal
// gives a plane that holds the tool: the choice only says how much else is held.
void add_plane(
    const Corners& corners, DoubleVector across, DoubleVector on_plane, double size, double offset,
    HoldingVolume& volume)
{
    if (!(length(across) > no_length * size) || volume.plane_count == HoldingVolume::max_planes)
        return;
    DoubleVector normal = unit(across);
    const double tolerance = no_length * std::sqrt(size);
    if (farthest(corners, normal) > dot(on_plane, normal) + tolerance)
        normal = normal * -1.0;
    const double reach = farthest(corners, normal);
    if (reach > dot(on_plane, normal) + tolerance)
        return;
    for (const DoubleVector axis : volume.axes)
        if (std::abs(dot(axis, normal)) > same_direction)
            return;
    for (const HoldingPlane& plane : volume.cut_planes())
        if (dot(plane.normal, normal) > same_direction)
            return;
    volume.planes[volume.plane_count++] = {normal, reach + offset};
}

} // namespace

std::optional<HoldingVolume> holding_volume(const ToolVolume& tool, double largest_coordinate)
{
    const Corners corners = {
        to_double(tool.pivot), to_double(tool.tip), to_double(tool.old_pivot), to_double(tool.old_tip)};
    double largest = largest_coordinate;
    for (const DoubleVector corner : corners)
        largest = std::max(largest, largest_component(corner));
    const bool is_finite_tool =
        is_finite(tool.pivot) && is_finite(tool.tip) && is_finite(tool.old_pivot) && is_finite(tool.old_tip);
    if (!is_finite_tool || !(tool.radius >= 0.0f) || !(largest + tool.radius <= largest_length))
        return std::nullopt;
    const double offset = tool.radius + rounding_share * (largest + tool.radius);
    if (!(offset >= smallest_length))
        return std::nullopt;

    HoldingVolume volume;
    volume.axes = axes_of(corners);
    for (std::size_t k = 0; k < 3; ++k) {
        volume.lower[k] = -farthest(corners, volume.axes[k] * -1.0) - offset;
        volume.upper[k] = farthest(corners, volume.axes[k]) + offset;
    }
    const double longest = farthest(corners, volume.axes[0]) + farthest(corners, volume.axes[0] * -1.0);
    const double size = longest * longest;
    // Faces of the tetrahedron, then sides of its outline.
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const DoubleVector a = corners[(k + 1) % 4];
        add_plane(corners, cross(corners[(k + 2) % 4] - a, corners[(k + 3) % 4] - a), a, size, offset, volume);
    }
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t j = i + 1; j < corners.size(); ++j) {
            const DoubleVector across = cross(corners[j] - corners[i], volume.axes[2]);
            add_plane(corners, across * longest, corners[i], size, offset, volume);
        }
    return volume;
}

} // namespace tactus
