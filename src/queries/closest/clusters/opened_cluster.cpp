// SPDX-License-Identifier: MIT
#include "queries/closest/clusters/opened_cluster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tactus {
namespace {

std::array<float, 3> to_floats(DoubleVector v)
{
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Of the asked triangles, those that reach this far.
std::uint64_t reaching(const ClusterReach& reach, float far, std::uint64_t asked)
{
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < reach.of_triangle.size(); ++k)
        bits |= std::uint64_t{reach.of_triangle[k] >= far} << k;
    return bits & asked;
}

} // namespace

void OpenedCluster::set(const BoxedTriangles& body, std::uint32_t which, const SearchSpace& space)
{
    cluster = which;
    local = local_vertices(body, cluster);
    direction = 0;
    std::array<LaneBox, 64> all;
    body.box_triangles_of(cluster, all);
    boxes.set(all);
    points.set(body, cluster, space);
    smallest = TriangleList::no_triangle;
    present = 0;
    LaneBox box = all[0]; // a cluster's first place is never empty
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::size_t place = all.size() * cluster + k;
        if (!body.has(place))
            continue;
        present |= std::uint64_t{1} << k;
        smallest = std::min(smallest, body.triangles.number(place));
        for (int axis = 0; axis < 3; ++axis) {
            box.lower[axis] = std::min(box.lower[axis], all[k].lower[axis]);
            box.upper[axis] = std::max(box.upper[axis], all[k].upper[axis]);
        }
    }
    const DoubleVector lower = {box.lower[0], box.lower[1], box.lower[2]};
    const DoubleVector upper = {box.upper[0], box.upper[1], box.upper[2]};
    middle = ((lower + upper) * 0.5 - space.origin) * space.inverse_size();
}

void OpenedCluster::measure(std::uint32_t number, DoubleVector outward)
{
    if (direction == number)
        return;
    direction = number;
    reach_of_triangles(points, local, to_floats(outward), reach);
}

bool narrow(const ClusterReach& a, const ClusterReach& b, float limit, std::uint64_t& in_a, std::uint64_t& in_b)
{
    in_a = reaching(a, -b.all - limit, in_a);
    in_b = reaching(b, -a.all - limit, in_b);
    return in_a != 0 && in_b != 0;
}

bool narrow_along_middles(
    const OpenedCluster& a, const OpenedCluster& b, float limit, std::uint64_t& in_a, std::uint64_t& in_b)
{
    const DoubleVector between = b.middle - a.middle;
    const double length = std::sqrt(dot(between, between));
    if (!(length > 0.0))
        return true;
    const auto to_b = to_floats(between * (1.0 / length)), to_a = to_floats(between * (-1.0 / length));
    if (-(reach_of_points(a.points, to_b) + reach_of_points(b.points, to_a)) > limit)
        return false;
    ClusterReach reach_a, reach_b;
    reach_of_triangles(a.points, a.local, to_b, reach_a);
    reach_of_triangles(b.points, b.local, to_a, reach_b);
    return narrow(reach_a, reach_b, limit, in_a, in_b);
}

} // namespace tactus
