// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/rays/ray_triangle.h"
#include "tree/clusters/cluster_boxes.h"

namespace tactus {

/// A ray as it is tested against many boxes at once, in single precision and with room for its rounding: what it
/// leaves out the ray misses, what it keeps the ray may miss.
struct RaySlabs {
    float origin[3];
    float inverse[3];    ///< of the direction
    bool stands[3];      ///< the direction is zero on this axis
    bool is_any = false; ///< an inverse is no normal float: nothing is left out

    RaySlabs() = default;
    explicit RaySlabs(const Ray& ray);
};

/// Of the listed boxes, those on the ray's way, in the order of the list. Gives their number; kept needs room for the
/// whole list and three more, and may be the list itself.
std::size_t keep_boxes_on_the_way(
    const RaySlabs& ray, std::span<const LaneBox> boxes, std::span<const std::uint32_t> list, std::uint32_t* kept);

/// Of 64 boxes, those on the ray's way: bit k for box k. Inverted ones are not.
std::uint64_t boxes_on_the_way(const RaySlabs& ray, const std::array<LaneBox, 64>& boxes);

} // namespace tactus
