// SPDX-License-Identifier: MIT
#include "search/nearest_surface.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tactus {
namespace {

// Distances are compared as they are computed, and that is never off by so much.
constexpr double inwards = 1.0 - 0x1p-40;

double distance_to(Vec3 point, const Box& box)
{
    const auto outside = [](double p, double lower, double upper) { return std::max({lower - p, p - upper, 0.0}); };
    const double x = outside(point.x, box.lower.x, box.upper.x), y = outside(point.y, box.lower.y, box.upper.y),
                 z = outside(point.z, box.lower.z, box.upper.z);
    return std::sqrt(x * x + y * y + z * z) * inwards;
}

} // namespace

void NearestSurface::begin(Vec3 point, Tree& tree, const BodySurface& surface)
{
    TACTUS_CHECK(is_finite(point) && !surface.triangles.empty() && !is_empty(tree.box()));
    point_ = point;
    nodes_ = &tree.nodes();
    list_ = tree.triangles();
    surface_ = surface;
    triangle_ = 0;
    nearest_ = {};
    nearest_.distance = std::numeric_limits<double>::infinity();
    open_.clear();
    add(nodes_->root(), nodes_->root_box());
}

/// Nothing farther away is of interest.
Box NearestSurface::reach() const
{
    constexpr double most = std::numeric_limits<float>::max();
    return widened_by(std::min(nearest_.distance, most), Box{point_, point_});
}

void NearestSurface::add(std::uint32_t node, const Box& box)
{
    const double bound = distance_to(point_, box);
    if (bound > nearest_.distance)
        return;
    open_.push_back({bound, node});
    std::push_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) { return a.bound > b.bound; });
}

void NearestSurface::step()
{
    if (open_[0].bound > nearest_.distance) {
        open_.clear();
        return;
    }
    if (!nodes_->make_ready(open_[0].node, reach(), 0))
        return;
    std::pop_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) { return a.bound > b.bound; });
    const std::uint32_t node = open_.back().node;
    open_.pop_back();
    NodeBlock below;
    nodes_->open(node, reach(), 0, below);
    below.for_each([&](std::uint32_t k) {
        if (!below.are_triangles)
            add(below.name[k], below.box(k));
        else if (distance_to(point_, below.box(k)) <= nearest_.distance)
            try_triangle(list_.number(below.name[k]));
    });
}

void NearestSurface::try_triangle(std::uint32_t triangle)
{
    const VertexFaceClosest found = closest_on(surface_, triangle, point_);
    if (found.distance > nearest_.distance || (found.distance == nearest_.distance && triangle > triangle_))
        return;
    nearest_ = found;
    triangle_ = triangle;
}

} // namespace tactus
