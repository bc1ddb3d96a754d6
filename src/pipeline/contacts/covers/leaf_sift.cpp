// SPDX-License-Identifier: MIT
#include "pipeline/contacts/covers/leaf_sift.h"

#include <algorithm>

#include "geometry/triangle_triangle.h"

namespace tactus {
namespace {

constexpr std::uint32_t pairs_per_step = 12;

} // namespace

void LeafSift::begin(
    std::uint32_t handle, const OpenPart& part, const std::array<TrianglePair, 64>& pairs, std::uint32_t count)
{
    is_busy_ = true;
    handle_ = handle;
    count_ = count;
    next_ = 0;
    has_candidates_ = false;
    whole_ = part.bounds;
    std::copy_n(pairs.begin(), count, pairs_.begin());
}

void LeafSift::step(const ContactEncounter& encounter, float contact_distance, Buffer<TrianglePair>& intersecting)
{
    for (const std::uint32_t end = std::min(next_ + pairs_per_step, count_); next_ < end; ++next_) {
        const TrianglePair& pair = pairs_[next_];
        const Triangle a = encounter.a.surface.triangle(pair.a), b = encounter.b.surface.triangle(pair.b);
        const bool intersects = triangles_intersect(a, b);
        if (intersects)
            intersecting.push_back(pair);
        if (!intersects && !(contact_distance > 0.0f))
            continue;
        const PartBounds both = bounds_of(box_of(a), box_of(b), contact_distance);
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
