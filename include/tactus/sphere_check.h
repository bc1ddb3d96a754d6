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
struct SphereCheck {
    double surface_area = 0.0;   ///< square metres
    double body_volume = 0.0;    ///< cubic metres; 0 where the mesh is not closed
    Interval uncovered_area;     ///< square metres of surface in none of the spheres, certified
    Interval largest_gap;        ///< metres: how far the worst point of the surface is from the nearest sphere
    Interval largest_protrusion; ///< metres: how far the worst point of a sphere, outside the body, is from the surface
    double mean_protrusion = 0.0; ///< metres: the mean over spheres of how far each stands out
    double outside_volume = 0.0;  ///< cubic metres of the spheres' union outside the body, sampled
    std::uint32_t worst_sphere = 0; ///< the one that stands out farthest
};

struct SphereCheckOptions {
    /// The certified interval of the uncovered area becomes no wider than this part of the surface.
    double relative_width = 1e-6;
    std::uint32_t worker_count = 1; ///< the answer does not depend on it
    std::function<bool(double done)> progress = {}; ///< answers false to give up
};

/// Judges any set of spheres, wherever it comes from. Refused for a mesh without triangles, and for spheres that are not
/// finite.
///
///     const SphereCheck check = check_spheres({triangles, positions}, spheres).value();
///     if (check.uncovered_area.upper == 0.0)
///         std::puts("every point of the surface is in a sphere");
Result<SphereCheck>
check_spheres(const MeshView& mesh, std::span<const Sphere> spheres, const SphereCheckOptions& options = {});

} // namespace tactus
