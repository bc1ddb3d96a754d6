// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tree/clusters/order/spatial_order.h"

namespace tactus {

/// The triangles of a mesh in the order of their centres in space.
inline std::vector<std::uint32_t>
spatial_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    std::vector<SpatialSort::Item> centres(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        centres[t] = centre_of(
            positions[triangles[t][0]], positions[triangles[t][1]], positions[triangles[t][2]],
            static_cast<std::uint32_t>(t));
    SpatialSort sort;
    sort.begin(std::move(centres));
    sort.advance(SIZE_MAX);
    std::vector<std::uint32_t> order(triangles.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot)
        order[slot] = sort.items()[slot].number;
    return order;
}

} // namespace tactus
