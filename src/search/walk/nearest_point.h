// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/work_prices.h"
#include "geometry/box.h"
#include "geometry/features/vertex_face.h"

namespace tactus {

/// How far a point is from a box, in metres, as double computes it, and a little less: distances are compared as they
/// are computed, and that is never off by so much.
inline double distance_below(Vec3 point, const Box& box)
{
    constexpr double rounded_down = 1.0 - 0x1p-40;
    const auto outside = [](double p, double lower, double upper) { return std::max({lower - p, p - upper, 0.0}); };
    const double x = outside(point.x, box.lower.x, box.upper.x), y = outside(point.y, box.lower.y, box.upper.y),
                 z = outside(point.z, box.lower.z, box.upper.z);
    return std::sqrt(x * x + y * y + z * z) * rounded_down;
}

/// Collects the triangle that is nearest to a point, up to the rounding of double. Of triangles that are equally near
/// the lowest numbered counts. Surface says what number a place has, and which of its points is closest.
template <class Surface>
class NearestPoint {
public:
    static constexpr std::uint64_t leaf_price = price::near_leaf;

    NearestPoint() = default;
    /// Nothing farther away than so many metres is looked for.
    NearestPoint(Vec3 point, double max_distance, Surface surface)
        : point_(point), limit_(max_distance), surface_(std::move(surface))
    {
        nearest_.distance = std::numeric_limits<double>::infinity();
    }

    Box reach() const
    {
        constexpr double largest = std::numeric_limits<float>::max();
        return widened_by(std::min(limit_, largest), Box{point_, point_});
    }
    double bound(const Box& box) const { return distance_below(point_, box); }
    double limit() const { return limit_; }
    void take(std::uint32_t place)
    {
        const VertexFaceClosest found = surface_.closest(place, point_);
        const std::uint32_t number = surface_.number(place);
        if (found.distance > limit_ || (found.distance == nearest_.distance && number > triangle_))
            return;
        nearest_ = found;
        triangle_ = number;
        limit_ = found.distance;
    }

    /// Its distance is infinite while there is none.
    const VertexFaceClosest& nearest() const { return nearest_; }
    std::uint32_t triangle() const { return triangle_; }

private:
    Vec3 point_;
    double limit_ = 0.0;
    Surface surface_;
    std::uint32_t triangle_ = 0;
    VertexFaceClosest nearest_;
};

} // namespace tactus
