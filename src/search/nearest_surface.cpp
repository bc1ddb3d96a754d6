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

void NearestSurface::begin(Vec3 point, PartTree& parts, const BodySurface& surface)
{
    TACTUS_CHECK(is_finite(point) && !surface.triangles.empty() && !is_empty(parts.root_box()));
    point_ = point;
    parts_ = &parts;
    surface_ = surface;
    triangle_ = 0;
    nearest_ = {};
    nearest_.distance = std::numeric_limits<double>::infinity();
    open_.clear();
    add(parts.root(), parts.root_box());
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
    std::pop_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) { return a.bound > b.bound; });
    const Open next = open_.back();
    open_.pop_back();
    if (next.bound > nearest_.distance) {
        open_.clear();
        return;
    }
    if (parts_->is_leaf(next.node)) {
        PartTriangles triangles;
        parts_->open_leaf(next.node, triangles);
        for (std::uint32_t k = 0; k < triangles.count; ++k)
            if (distance_to(point_, triangles.box[k]) <= nearest_.distance)
                try_triangle(triangles.triangle[k]);
        return;
    }
    constexpr double most = std::numeric_limits<float>::max();
    const Box reach = widened_by(std::min(nearest_.distance, most), Box{point_, point_});
    PartChildren children;
    parts_->open(next.node, reach, 0, children);
    for (std::uint32_t k = 0; k < children.count; ++k)
        add(children.node[k], children.box[k]);
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
