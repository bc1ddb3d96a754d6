// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>

#include <tactus/queries.h>

#include "geometry/double_vector.h"

namespace tactus {

/// All points x with normal . x <= offset, in double.
struct HoldingPlane {
    DoubleVector normal;
    double offset = 0.0;
};

/// A box with its corners cut off, which holds a tool, standing or sweeping, and is hardly larger. Every plane is moved
/// out along its own normal by the tool's radius, and by a margin that is larger than what rounding to floats can do.
struct HoldingVolume {
    static constexpr std::size_t max_planes = 4;

    // The box: what lies between `lower` and `upper` along three axes of unit length at right angles.
    std::array<DoubleVector, 3> axes;
    std::array<double, 3> lower = {};
    std::array<double, 3> upper = {};
    /// The first plane_count of these cut corners off the box.
    std::array<HoldingPlane, max_planes> planes = {};
    std::size_t plane_count = 0;

    std::span<const HoldingPlane> cut_planes() const { return {planes.data(), plane_count}; }
};

/// A volume that holds the tool for drivers that compute in float with coordinates of at most the given magnitude.
/// Nothing where a number is not finite, or too large or too small for floats.
std::optional<HoldingVolume> holding_volume(const ToolVolume& tool, double largest_coordinate);

} // namespace tactus
