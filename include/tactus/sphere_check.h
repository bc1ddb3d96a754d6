// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <tactus/body.h>
#include <tactus/result.h>
#include <tactus/sphere.h>

namespace tactus {

/// A number that is known to lie between two.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;
};

/// How well a set of spheres covers a surface, and how far it stands out from it.
///
/// The mesh is closed where every edge is used as often in one direction as in the other; vertices at the same place
/// count as one. Then a point is inside where the surface winds around it, and spheres stand out only where they are
/// outside. Where the mesh is open there is no inside, and a sphere stands out to both sides.
///
/// The intervals are certified: they hold whatever rounding does, for the spheres and the mesh as they are given.
struct SphereCheck {
    double surface_area = 0.0; ///< square metres
    double body_volume = 0.0;  ///< cubic metres; 0 where the mesh is not closed
    /// Square metres of surface in none of the spheres. Where `upper` is 0, every point of the surface is in a sphere.
    /// A sphere that only just touches a corner of what it covers, to the last bits of a double, may leave a tiny one.
    Interval uncovered_area;
    /// Metres: how far the worst point of the surface is from the nearest sphere. Infinite where there are no spheres.
    Interval largest_gap;
    Interval largest_protrusion; ///< metres: how far the worst point of a sphere, outside the body, is from the surface
    double mean_protrusion = 0.0; ///< metres: the mean over spheres of how far each stands out
    /// Cubic metres of the spheres' union outside the body, measured along a hundred thousand lines and not certified:
    /// to about a thousandth of it where the body is not thinner than a hundredth of the spheres' box.
    double outside_volume = 0.0;
    std::uint32_t worst_sphere = 0; ///< the one that stands out farthest
    bool closed = false;            ///< the mesh has an inside
};

struct SphereCheckOptions {
    std::uint32_t worker_count = 1; ///< 1 to 1024; the answer does not depend on it
    /// Called now and then with what is done, from 0 to 1, by the calling thread. Answers false to give up.
    std::function<bool(double done)> progress = {};
};

/// Judges any set of spheres, wherever it comes from. Refused for a mesh without triangles, for spheres that are not
/// finite or have a radius below 0, and as ErrorCode::cancelled where `progress` says so.
///
/// The interval of the uncovered area is far narrower than a millionth of the surface: by straight cuts every piece of
/// a triangle becomes the business of one sphere, for which the area has a closed form. Those of the gap and the
/// protrusion come from branch and bound, and are a millionth of the box's diagonal wide unless that takes too many
/// pieces.
///
///     const SphereCheck check = check_spheres({triangles, positions}, spheres).value();
///     if (check.uncovered_area.upper == 0.0)
///         std::puts("every point of the surface is in a sphere");
Result<SphereCheck>
check_spheres(const MeshView& mesh, std::span<const Sphere> spheres, const SphereCheckOptions& options = {});

} // namespace tactus
