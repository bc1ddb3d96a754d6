// SPDX-License-Identifier: MIT
#include "spheres/judge/judged/box_tree.h"

#include <numeric>

namespace tactus::sphere_check {

namespace {

constexpr std::uint32_t leaf_items = 4;

double middle(const PointBox& box, int axis)
{
    switch (axis) {
    case 0:
        return box.lower.x + box.upper.x;
    case 1:
        return box.lower.y + box.upper.y;
    default:
        return box.lower.z + box.upper.z;
    }
}

double outside(double value, double lower, double upper) { return std::max({lower - value, value - upper, 0.0}); }

} // namespace

void PointBox::extend(const PointBox& other)
{
    lower = {std::min(lower.x, other.lower.x), std::min(lower.y, other.lower.y), std::min(lower.z, other.lower.z)};
    upper = {std::max(upper.x, other.upper.x), std::max(upper.y, other.upper.y), std::max(upper.z, other.upper.z)};
}

double squared_distance(const PointBox& box, const Point& point)
{
    const Point away{
        outside(point.x, box.lower.x, box.upper.x), outside(point.y, box.lower.y, box.upper.y),
        outside(point.z, box.lower.z, box.upper.z)};
    return squared_norm(away);
}

BoxTree::BoxTree(std::span<const PointBox> boxes)
{
    if (boxes.empty())
        return;
    order_.resize(boxes.size());
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.reserve(boxes.size());
    nodes_.emplace_back();
    split(0, 0, static_cast<std::uint32_t>(boxes.size()), boxes);
}

void BoxTree::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::span<const PointBox> boxes)
{
    PointBox box = boxes[order_[begin]];
    for (std::uint32_t i = begin + 1; i < end; ++i)
        box.extend(boxes[order_[i]]);
    nodes_[node].box = box;
    if (end - begin <= leaf_items) {
        nodes_[node].first = begin;
        nodes_[node].count = end - begin;
        return;
    }
    const Point size = box.upper - box.lower;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t half = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end, [&](auto a, auto b) {
        const double at_a = middle(boxes[a], axis), at_b = middle(boxes[b], axis);
        return at_a != at_b ? at_a < at_b : a < b;
    });
    // The halves as sets follow from the numbers alone, but their order is the library's affair.
    std::sort(order_.begin() + begin, order_.begin() + half);
    std::sort(order_.begin() + half, order_.begin() + end);
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    nodes_.resize(nodes_.size() + 2);
    nodes_[node].first = first;
    split(first, begin, half, boxes);
    split(first + 1, half, end, boxes);
}

} // namespace tactus::sphere_check
