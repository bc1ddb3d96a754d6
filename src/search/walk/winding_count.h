// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "base/work_prices.h"
#include "geometry/features/inside.h"
#include "tree/triangle_list.h"

namespace tactus {

/// Collects what a ray along +x from a point crosses of a tree's triangles, which says how often a closed surface goes
/// around the point.
class WindingCount {
public:
    static constexpr std::uint64_t leaf_price = price::winding_leaf;

    WindingCount() = default;
    WindingCount(Vec3 point, const TriangleList& list)
        : list_(list), ray_{point, {std::numeric_limits<float>::infinity(), point.y, point.z}}, count_(point)
    {
    }

    Box reach() const { return ray_; }
    double bound(const Box& box) const { return overlap(box, ray_) ? 0.0 : std::numeric_limits<double>::infinity(); }
    double limit() const { return 0.0; }
    void take(std::uint32_t place) { count_.add(list_[place]); }

    /// When the walk has ended.
    Containment result() const { return count_.result(); }

private:
    TriangleList list_;
    Box ray_;
    ContainmentCount count_{Vec3{}};
};

} // namespace tactus
