// SPDX-License-Identifier: MIT
#include "contacts/covers/leaf_sift.h"

#include <algorithm>
#include <cmath>

#include "base/work_prices.h"
#include "geometry/double_vector.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

/// Metres, rounded up.
float longest_edge_of(const Triangle& t)
{
    const auto squared = [](Vec3 from, Vec3 to) {
        const DoubleVector way = to_double(to) - to_double(from);
        return dot(way, way);
    };
    return static_cast<float>(std::sqrt(std::max({squared(t.a, t.b), squared(t.b, t.c), squared(t.c, t.a)})))
           * (1.0f + 0x1p-20f);
}

} // namespace

void LeafSift::begin(std::uint32_t handle, const RegionBounds& bounds, std::span<const TrianglePair> pairs)
{
    is_busy_ = true;
    handle_ = handle;
    count_ = static_cast<std::uint32_t>(pairs.size());
    next_ = 0;
    has_candidates_ = false;
    whole_ = bounds;
    std::copy(pairs.begin(), pairs.end(), pairs_.begin());
}

void LeafSift::step(const ContactEncounter& encounter, Buffer<IntersectingPair>& intersecting)
{
    const float distance = encounter.contact_distance;
    for (const std::uint32_t end = std::min(next_ + per_unit::sifted_pairs, count_); next_ < end; ++next_) {
        const TrianglePair& pair = pairs_[next_];
        const Triangle a = encounter.a.surface.triangle(pair.a), b = encounter.b.surface.triangle(pair.b);
        const bool intersects = triangles_intersect(a, b);
        if (intersects)
            intersecting.push_back({pair});
        if (!intersects && !(distance > 0.0f))
            continue;
        RegionBounds both = bounds_of(box_of(a), box_of(b), distance);
        // No two points of a triangle are farther apart than its longest edge is long.
        if (intersects)
            both.separation_lower = std::max(both.separation_lower, -std::max(longest_edge_of(a), longest_edge_of(b)));
        bounds_ = has_candidates_ ? united(bounds_, both) : both;
        has_candidates_ = true;
    }
    if (next_ < count_)
        return;
    is_busy_ = false;
    if (has_candidates_)
        bounds_ = narrowed(bounds_, whole_);
}

} // namespace tactus
