// SPDX-License-Identifier: MIT
// Whether a point lies inside a closed surface: how often a ray from it leaves the surface, less how often it enters.
//
// The ray goes along +x. It may meet the surface in a vertex or along an edge, so it is counted as if the point lay
// moved by a step d along y and by a step d^2 along z, with d positive and too small to matter otherwise (after
// H. Edelsbrunner and E. P. Mücke, "Simulation of Simplicity", 1990). The moved ray meets no edge and no vertex, a
// point that is not on the surface stays on the same side of it, and all triangles around an edge see it move the same
// way.
#pragma once

#include <tactus/geometry.h>

#include "base/planted_fault.h"
#include "geometry/triangle.h"

namespace tactus {

/// What one triangle adds to the count.
struct RayCrossing {
    int sign = 0;             ///< +1 where the ray leaves by it, along its normal (b - a) x (c - a), -1 where it enters
    bool on_triangle = false; ///< the point itself is on the closed triangle, and the sign is 0
};

namespace detail {

/// For a triangle with a box that the ray meets.
RayCrossing ray_crossing_in_box(Vec3 point, const Triangle& triangle);

} // namespace detail

/// Exact for all finite coordinates. A triangle of zero area, or one along the ray, is not crossed.
TACTUS_INLINE RayCrossing signed_ray_crossing(Vec3 point, const Triangle& triangle)
{
    // The point is moved by less than floats can tell, so what its ray misses by a float's step it misses.
    const Box box = box_of(triangle);
    if ((point.y < box.lower.y) | (point.y > box.upper.y) | (point.z < box.lower.z) | (point.z > box.upper.z)
        | (point.x > box.upper.x))
        return {};
    return detail::ray_crossing_in_box(point, triangle);
}

/// Where a point lies with respect to a closed surface.
struct Containment {
    int winding = 0; ///< how many times the surface goes around the point; 0 on the surface
    bool on_surface = false;

    /// Whether the surface goes around the point, whichever way its triangles are turned.
    bool inside() const { return winding != 0; }

    friend constexpr bool operator==(const Containment&, const Containment&) = default;
};

/// Adds up what triangles say, in any order. All triangles that a ray along +x from the point may meet must be shown,
/// each once; others do not matter.
class ContainmentCount {
public:
    explicit ContainmentCount(Vec3 point) : point_(point) {}

    void add(const Triangle& triangle)
    {
        const RayCrossing crossing = signed_ray_crossing(point_, triangle);
        winding_ += crossing.sign;
        on_surface_ |= crossing.on_triangle && !TACTUS_FAULT(27);
    }

    /// Takes over what all triangles together have said elsewhere.
    void take(const Containment& counted)
    {
        winding_ = counted.winding;
        on_surface_ = counted.on_surface;
    }

    Vec3 point() const { return point_; }
    Containment result() const { return on_surface_ ? Containment{0, true} : Containment{winding_, false}; }

private:
    Vec3 point_;
    int winding_ = 0;
    bool on_surface_ = false;
};

} // namespace tactus
