// SPDX-License-Identifier: MIT
#include "geometry/simplices/core_slabs.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

DoubleVector magnitudes_of(DoubleVector v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

/// Some direction across a given one.
DoubleVector direction_across(DoubleVector along)
{
    const DoubleVector size = magnitudes_of(along);
    const DoubleVector axis = size.x <= size.y && size.x <= size.z ? DoubleVector{1.0, 0.0, 0.0}
                              : size.y <= size.z                   ? DoubleVector{0.0, 1.0, 0.0}
                                                                   : DoubleVector{0.0, 0.0, 1.0};
    return cross(along, axis);
}

} // namespace

CoreSlabs::CoreSlabs(const Simplex& core, double distance) : reach_(widened_by(distance, box_of(core)))
{
    std::array<DoubleVector, 4> at;
    for (int i = 0; i < core.count; ++i)
        at[i] = to_double(core.corners[i]);
    if (core.count == 2) {
        const DoubleVector along = at[1] - at[0], across = direction_across(along);
        add(core, across, distance);
        add(core, cross(along, across), distance);
    } else if (core.count == 3) {
        const DoubleVector normal = cross(at[1] - at[0], at[2] - at[0]);
        add(core, normal, distance);
        for (int i = 0; i < 3; ++i)
            add(core, cross(normal, at[(i + 1) % 3] - at[i]), distance);
    } else if (core.count == 4) {
        for (int i = 0; i < 4; ++i)
            add(core, cross(at[(i + 1) % 4] - at[i], at[(i + 2) % 4] - at[i]), distance);
    }
}

void CoreSlabs::add(const Simplex& core, DoubleVector direction, double distance)
{
    const double size = length(direction);
    // Hulls that are flat or thin have directions that are none.
    if (!(size > 0.0) || !std::isfinite(size))
        return;
    Slab& slab = slabs_[count_++];
    slab.direction = direction * (1.0 / size);
    slab.magnitudes = magnitudes_of(slab.direction);
    double least = dot(to_double(core.corners[0]), slab.direction), most = least, farthest = 0.0;
    for (int i = 0; i < core.count; ++i) {
        const DoubleVector corner = to_double(core.corners[i]);
        const double along = dot(corner, slab.direction);
        least = std::min(least, along);
        most = std::max(most, along);
        farthest = std::max({farthest, std::fabs(corner.x), std::fabs(corner.y), std::fabs(corner.z)});
    }
    slab.middle = 0.5 * (least + most);
    // The direction is of unit length up to rounding, which is far less than this.
    slab.half_width = (0.5 * (most - least) + distance) * (1.0 + 0x1p-40) + farthest * 0x1p-40;
}

bool CoreSlabs::may_meet(const Box& box) const
{
    if (!overlap(box, reach_))
        return false;
    const DoubleVector lower = to_double(box.lower), upper = to_double(box.upper);
    const DoubleVector middle = (lower + upper) * 0.5, half = (upper - lower) * 0.5;
    // The coordinates of a box that overlaps the other are bounded by both.
    const DoubleVector size = magnitudes_of(middle) + half;
    const double rounding = (size.x + size.y + size.z) * 0x1p-40;
    for (std::size_t k = 0; k < count_; ++k) {
        const Slab& slab = slabs_[k];
        const double apart = std::fabs(dot(middle, slab.direction) - slab.middle);
        if (apart > slab.half_width + dot(half, slab.magnitudes) + rounding)
            return false;
    }
    return true;
}

} // namespace tactus
