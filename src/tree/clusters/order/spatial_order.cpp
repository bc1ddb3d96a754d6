// SPDX-License-Identifier: MIT
#include "tree/clusters/order/spatial_order.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tree/clusters/cluster_tree.h"

namespace tactus {
namespace {

using Item = SpatialSort::Item;

struct AlongAxis {
    int axis;
    // Ties are broken by number, so that the halves are the same sets with every standard library.
    bool operator()(const Item& a, const Item& b) const
    {
        return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.number < b.number;
    }
};

float half_area_of(std::span<const Item> items)
{
    std::array<float, 3> lower = items.front().at;
    std::array<float, 3> upper = lower;
    for (const Item& item : items)
        for (int k = 0; k < 3; ++k) {
            lower[k] = std::min(lower[k], item.at[k]);
            upper[k] = std::max(upper[k], item.at[k]);
        }
    const float x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    return x * y + y * z + z * x;
}

void split_at(std::span<Item> items, std::size_t middle)
{
    int best_axis = 0;
    float best_cost = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        std::nth_element(items.begin(), items.begin() + middle, items.end(), AlongAxis{axis});
        const float cost = half_area_of(items.first(middle)) * static_cast<float>(middle)
                           + half_area_of(items.subspan(middle)) * static_cast<float>(items.size() - middle);
        if (cost < best_cost) {
            best_cost = cost;
            best_axis = axis;
        }
    }
    if (best_axis != 2)
        std::nth_element(items.begin(), items.begin() + middle, items.end(), AlongAxis{best_axis});
}

/// The size of a node's children: the largest of 8, 64, 512, ... that is smaller than the node.
std::size_t child_size(std::size_t count)
{
    std::size_t unit = ClusterTree::leaf_size;
    while (unit * 8 < count)
        unit *= 8;
    return unit;
}

} // namespace

void SpatialSort::begin(std::vector<Item> items)
{
    items_ = std::move(items);
    open_.clear();
    if (!items_.empty())
        open_.push_back({0, items_.size(), child_size(items_.size())});
}

bool SpatialSort::advance(std::size_t items)
{
    std::size_t seen = 0;
    while (!open_.empty() && seen < items) {
        const Range range = open_.back();
        open_.pop_back();
        const std::size_t count = range.end - range.begin;
        const std::span<Item> part = std::span(items_).subspan(range.begin, count);
        seen += count;
        if (count <= ClusterTree::leaf_size) {
            std::sort(part.begin(), part.end(), [](const Item& a, const Item& b) { return a.number < b.number; });
        } else if (count <= range.unit) {
            open_.push_back({range.begin, range.end, child_size(count)});
        } else {
            const std::size_t children = (count + range.unit - 1) / range.unit;
            const std::size_t middle = children / 2 * range.unit;
            split_at(part, middle);
            open_.push_back({range.begin + middle, range.end, range.unit});
            open_.push_back({range.begin, range.begin + middle, range.unit});
        }
    }
    return open_.empty();
}

} // namespace tactus
