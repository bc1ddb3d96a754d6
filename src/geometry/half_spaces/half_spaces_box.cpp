// SPDX-License-Identifier: MIT
#include "geometry/half_spaces/half_spaces_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/planted_fault.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

// Beyond every float, and far from where doubles end.
constexpr double far_away = 0x1p130;
// What corners of sets are rounded by is less than this part of their size, by the volume that the normals span. It
// must be small: where three planes nearly have a line in common, as sides that a pose has turned and rounded do with
// the ends of the floats, they meet far away, and that corner must be seen to be none.
constexpr double doubt = 1e-12;

struct UnitPlane {
    DoubleVector normal;
    double offset = 0.0;

    double above(DoubleVector point) const { return dot(normal, point) - offset; }
};

} // namespace

Box box_of_common_part(std::span<const Plane> half_spaces)
{
    std::array<UnitPlane, max_planes + 6> planes;
    std::size_t count = 0;
    for (const Plane& plane : half_spaces)
        if (const double size = length(to_double(plane.normal)); size > 0.0)
            planes[count++] = {to_double(plane.normal) * (1.0 / size), double(plane.offset) / size};
    // What has no end ends there.
    for (const DoubleVector axis : {DoubleVector{1, 0, 0}, DoubleVector{0, 1, 0}, DoubleVector{0, 0, 1}}) {
        planes[count++] = {axis, far_away};
        planes[count++] = {axis * -1.0, far_away};
    }
    const double none = std::numeric_limits<double>::infinity();
    DoubleVector lower = {none, none, none}, upper = {-none, -none, -none};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < j; ++k) {
                const DoubleVector across = cross(planes[j].normal, planes[k].normal);
                const double volume = dot(planes[i].normal, across);
                // Normals are floats: those of planes that are not parallel span more than this.
                if (std::fabs(volume) < 1e-15)
                    continue;
                const DoubleVector corner =
                    (across * planes[i].offset + cross(planes[k].normal, planes[i].normal) * planes[j].offset
                     + cross(planes[i].normal, planes[j].normal) * planes[k].offset)
                    * (1.0 / volume);
                const double slack = (TACTUS_FAULT(114) ? 1e-7 : doubt) / std::min(1.0, std::fabs(volume))
                                     * (1e-30 + largest_component(corner));
                const bool is_common = std::all_of(planes.begin(), planes.begin() + count, [&](const UnitPlane& plane) {
                    return plane.above(corner) <= slack + doubt * std::fabs(plane.offset);
                });
                if (!is_common)
                    continue;
                lower = min(lower, corner - DoubleVector{slack, slack, slack});
                upper = max(upper, corner + DoubleVector{slack, slack, slack});
            }
    if (!(lower.x <= upper.x))
        return {};
    constexpr double largest = std::numeric_limits<float>::max();
    const auto inside_floats = [&](DoubleVector at) {
        return Vec3{
            static_cast<float>(std::clamp(at.x, -largest, largest)),
            static_cast<float>(std::clamp(at.y, -largest, largest)),
            static_cast<float>(std::clamp(at.z, -largest, largest))};
    };
    return widened_by(0.0, {inside_floats(lower), inside_floats(upper)});
}

} // namespace tactus
