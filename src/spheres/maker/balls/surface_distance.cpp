// SPDX-License-Identifier: MIT
#include "spheres/maker/balls/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/features/inside.h"

namespace tactus {
namespace {

constexpr std::uint32_t leaf_size = 4;
constexpr std::size_t deepest = 64;

bool uses_every_edge_both_ways(std::span<const TriangleIndices> triangles)
{
    std::vector<std::uint64_t> upwards, downwards; // lower vertex first in both
    for (const TriangleIndices& t : triangles)
        for (int k = 0; k < 3; ++k) {
            const std::uint64_t from = t[k], to = t[(k + 1) % 3];
            if (from < to)
                upwards.push_back(from << 32 | to);
            else if (to < from)
                downwards.push_back(to << 32 | from);
        }
    if (upwards.size() != downwards.size())
        return false;
    std::sort(upwards.begin(), upwards.end());
    std::sort(downwards.begin(), downwards.end());
    return upwards == downwards;
}

double squared_distance(DoubleVector p, const Box& box)
{
    const auto gap = [](double at, double lower, double upper) {
        return std::max(std::max(lower - at, at - upper), 0.0);
    };
    const double x = gap(p.x, box.lower.x, box.upper.x);
    const double y = gap(p.y, box.lower.y, box.upper.y);
    const double z = gap(p.z, box.lower.z, box.upper.z);
    return x * x + y * y + z * z;
}

float middle(const Box& box, int axis)
{
    // Halves first: the sum of two floats may be infinite.
    if (axis == 0)
        return 0.5f * box.lower.x + 0.5f * box.upper.x;
    if (axis == 1)
        return 0.5f * box.lower.y + 0.5f * box.upper.y;
    return 0.5f * box.lower.z + 0.5f * box.upper.z;
}

// For any direction n, no point of a triangle is nearer than the least of its corners along n. So whatever became of n
// by rounding, the bound holds. A difference of floats, three products and two sums in double are off by less than
// 8 u |p - v| |n| with u = 2^-53; dividing by the computed |n| adds 3 u of the quotient.
double distance_bound(DoubleVector p, DoubleVector a, DoubleVector b, DoubleVector c)
{
    const DoubleVector n = p - closest_point(p, a, b, c);
    const double length = std::sqrt(dot(n, n));
    if (!(length > 0.0))
        return 0.0;
    const DoubleVector to_a = p - a, to_b = p - b, to_c = p - c;
    const double along = std::min(std::min(dot(to_a, n), dot(to_b, n)), dot(to_c, n)) / length;
    const double farthest = std::sqrt(std::max(std::max(dot(to_a, to_a), dot(to_b, to_b)), dot(to_c, to_c)));
    return std::max(along - farthest * 0x1p-48, 0.0);
}

} // namespace

DoubleVector closest_point(DoubleVector p, DoubleVector a, DoubleVector b, DoubleVector c)
{
    const DoubleVector ab = b - a, ac = c - a, ap = p - a;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0)
        return a;
    const DoubleVector bp = p - b;
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3)
        return b;
    const DoubleVector cp = p - c;
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6)
        return c;
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3)
        return a + ab * (d1 / (d1 - d3));
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6)
        return a + ac * (d2 / (d2 - d6));
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 && (d4 - d3) + (d5 - d6) > 0.0)
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const double sum = va + vb + vc;
    if (!(sum > 0.0))
        return a;
    return a + ab * (vb / sum) + ac * (vc / sum);
}

SurfaceDistance::SurfaceDistance(std::span<const TriangleIndices> triangles, std::span<const Vec3> positions)
    : order_(triangles.size()), is_closed_(uses_every_edge_both_ways(triangles))
{
    std::vector<Box> boxes(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        boxes[t] = box_of(Triangle{positions[triangles[t][0]], positions[triangles[t][1]], positions[triangles[t][2]]});
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.reserve(triangles.size() + 1);
    nodes_.emplace_back();
    split(0, 0, static_cast<std::uint32_t>(order_.size()), boxes);
    corners_.reserve(triangles.size());
    for (const std::uint32_t t : order_)
        corners_.push_back(
            {to_double(positions[triangles[t][0]]), to_double(positions[triangles[t][1]]),
             to_double(positions[triangles[t][2]])});
    order_ = {};
    for (const float at : {box().lower.x, box().lower.y, box().lower.z, box().upper.x, box().upper.y, box().upper.z})
        largest_coordinate_ = std::max(largest_coordinate_, std::abs(double(at)));
}

void SurfaceDistance::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::span<const Box> boxes)
{
    Box box, middles;
    for (std::uint32_t i = begin; i < end; ++i) {
        box = include(box, boxes[order_[i]]);
        middles = include(
            middles, Vec3{middle(boxes[order_[i]], 0), middle(boxes[order_[i]], 1), middle(boxes[order_[i]], 2)});
    }
    nodes_[node].box = box;
    if (end - begin <= leaf_size) {
        nodes_[node].first = begin;
        nodes_[node].count = end - begin;
        return;
    }
    const double extent[3] = {
        double(middles.upper.x) - middles.lower.x, double(middles.upper.y) - middles.lower.y,
        double(middles.upper.z) - middles.lower.z};
    const int axis = extent[0] >= extent[1] && extent[0] >= extent[2] ? 0 : extent[1] >= extent[2] ? 1 : 2;
    const std::uint32_t half = begin + (end - begin) / 2;
    std::nth_element(
        order_.begin() + begin, order_.begin() + half, order_.begin() + end, [&](std::uint32_t s, std::uint32_t t) {
            const float at_s = middle(boxes[s], axis), at_t = middle(boxes[t], axis);
            return at_s != at_t ? at_s < at_t : s < t;
        });
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].first = first;
    nodes_.resize(nodes_.size() + 2);
    split(first, begin, half, boxes);
    split(first + 1, half, end, boxes);
}

NearestPoint SurfaceDistance::nearest(DoubleVector point, std::uint32_t first_place, double within) const
{
    const auto at_place = [&](std::uint32_t place) {
        const Corners& t = corners_[place];
        return closest_point(point, t.a, t.b, t.c);
    };
    DoubleVector best_point = at_place(first_place);
    const double first = dot(point - best_point, point - best_point);
    double best = std::min(first, within * within);
    std::uint32_t best_place = first_place;
    struct Waiting {
        std::uint32_t node;
        double squared_distance;
    };
    Waiting stack[deepest];
    std::size_t height = 0;
    std::uint32_t node = 0;
    for (;;) {
        const Node& here = nodes_[node];
        if (here.count != 0) {
            for (std::uint32_t place = here.first; place < here.first + here.count; ++place) {
                const DoubleVector close = at_place(place);
                const double squared = dot(point - close, point - close);
                if (squared < best || (squared == best && place < best_place)) {
                    best = squared;
                    best_point = close;
                    best_place = place;
                }
            }
        } else {
            double near = squared_distance(point, nodes_[here.first].box);
            double far = squared_distance(point, nodes_[here.first + 1].box);
            std::uint32_t near_child = here.first, far_child = here.first + 1;
            if (far < near) {
                std::swap(near, far);
                std::swap(near_child, far_child);
            }
            if (far < best)
                stack[height++] = {far_child, far};
            if (near < best) {
                node = near_child;
                continue;
            }
        }
        do {
            if (height == 0)
                return {best_point, std::sqrt(dot(point - best_point, point - best_point)), best_place};
            --height;
        } while (!(stack[height].squared_distance < best));
        node = stack[height].node;
    }
}

double SurfaceDistance::distance_at_least(DoubleVector point, std::uint32_t first_place) const
{
    const auto bound = [&](std::uint32_t place) {
        const Corners& t = corners_[place];
        return distance_bound(point, t.a, t.b, t.c);
    };
    double best = bound(nearest(point, first_place).place);
    std::uint32_t stack[deepest] = {0};
    std::size_t height = 1;
    while (height != 0) {
        const Node& here = nodes_[stack[--height]];
        // Gaps to a box are differences of floats, so that this is off by a few parts in 2^53 of itself.
        if (std::sqrt(squared_distance(point, here.box)) * (1.0 - 0x1p-48) >= best)
            continue;
        if (here.count != 0) {
            for (std::uint32_t place = here.first; place < here.first + here.count; ++place)
                best = std::min(best, bound(place));
        } else {
            stack[height++] = here.first + 1;
            stack[height++] = here.first;
        }
    }
    return best;
}

bool SurfaceDistance::is_inside(Vec3 point) const
{
    ContainmentCount count(point);
    std::uint32_t stack[deepest] = {0};
    std::size_t height = 1;
    while (height != 0) {
        const Node& here = nodes_[stack[--height]];
        const Box& box = here.box;
        if (point.y < box.lower.y || point.y > box.upper.y || point.z < box.lower.z || point.z > box.upper.z
            || point.x > box.upper.x)
            continue;
        if (here.count != 0) {
            for (std::uint32_t place = here.first; place < here.first + here.count; ++place) {
                const Corners& t = corners_[place];
                count.add({to_float(t.a), to_float(t.b), to_float(t.c)});
            }
        } else {
            stack[height++] = here.first + 1;
            stack[height++] = here.first;
        }
    }
    return count.result().inside();
}

} // namespace tactus
