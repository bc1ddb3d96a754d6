// SPDX-License-Identifier: MIT
#include "hierarchy/spatial_order.h"

#include <algorithm>
#include <array>
#include <limits>

#include "hierarchy/cluster_tree.h"

namespace tactus {
namespace {

/// A triangle's place for sorting: three times its centroid, scaled so that no sum overflows.
struct Centre {
    std::array<float, 3> at;
    std::uint32_t triangle;
};

struct AlongAxis {
    int axis;
    // Ties are broken by number, so that the halves are the same sets with every standard library.
    bool operator()(const Centre& a, const Centre& b) const
    {
        return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.triangle < b.triangle;
    }
};

float half_area_of(std::span<const Centre> centres)
{
    std::array<float, 3> lower = centres.front().at;
    std::array<float, 3> upper = lower;
    for (const Centre& centre : centres)
        for (int k = 0; k < 3; ++k) {
            lower[k] = std::min(lower[k], centre.at[k]);
            upper[k] = std::max(upper[k], centre.at[k]);
        }
    const float x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    return x * y + y * z + z * x;
}

void split_at(std::span<Centre> centres, std::size_t middle)
{
    int best_axis = 0;
    float best_cost = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        std::nth_element(centres.begin(), centres.begin() + middle, centres.end(), AlongAxis{axis});
        const float cost = half_area_of(centres.first(middle)) * static_cast<float>(middle)
            + half_area_of(centres.subspan(middle)) * static_cast<float>(centres.size() - middle);
        if (cost < best_cost) {
            best_cost = cost;
            best_axis = axis;
        }
    }
    if (best_axis != 2)
        std::nth_element(centres.begin(), centres.begin() + middle, centres.end(), AlongAxis{best_axis});
}

void order_node(std::span<Centre> centres);

/// Splits a node's triangles among its children, all of `unit` triangles but the last.
void order_children(std::span<Centre> centres, std::size_t unit)
{
    const std::size_t children = (centres.size() + unit - 1) / unit;
    if (children <= 1) {
        order_node(centres);
        return;
    }
    const std::size_t middle = children / 2 * unit;
    split_at(centres, middle);
    order_children(centres.first(middle), unit);
    order_children(centres.subspan(middle), unit);
}

void order_node(std::span<Centre> centres)
{
    if (centres.size() <= ClusterTree::leaf_size) {
        std::sort(centres.begin(), centres.end(), [](const Centre& a, const Centre& b) { return a.triangle < b.triangle; });
        return;
    }
    std::size_t unit = ClusterTree::leaf_size;
    while (unit * 8 < centres.size())
        unit *= 8;
    order_children(centres, unit);
}

} // namespace

std::vector<std::uint32_t> spatial_order(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
{
    std::vector<Centre> centres(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Vec3 a = positions[triangles[t][0]], b = positions[triangles[t][1]], c = positions[triangles[t][2]];
        const float third = 1.0f / 3.0f;
        centres[t] = {
            {a.x * third + b.x * third + c.x * third, a.y * third + b.y * third + c.y * third,
             a.z * third + b.z * third + c.z * third},
            static_cast<std::uint32_t>(t)};
    }
    if (!centres.empty())
        order_node(centres);
    std::vector<std::uint32_t> order(triangles.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot)
        order[slot] = centres[slot].triangle;
    return order;
}

} // namespace tactus
