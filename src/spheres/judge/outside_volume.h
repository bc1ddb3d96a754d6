// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "spheres/judge/judged/judged_spheres.h"
#include "spheres/judge/judged/judged_surface.h"

namespace tactus::sphere_check {

/// Parallel lines through the spheres' box, on each of which the length outside the body is measured exactly. They
/// stand on a Fibonacci lattice, which is even in every direction, so that no side of a body lies along a row of lines.
class VolumeLines {
public:
    VolumeLines(const JudgedSurface& surface, const JudgedSpheres& spheres);

    static constexpr std::uint32_t strip_count = 238;

    /// The volume that a strip of the lines stands for, in cubic metres.
    double outside_volume(std::uint32_t strip) const;

private:
    struct Span {
        double begin = 0.0;
        double end = 0.0;
    };
    struct Scratch;

    double outside_length(const Point& on_line, Scratch& scratch) const;

    const JudgedSurface& surface_;
    const JudgedSpheres& spheres_;
};

} // namespace tactus::sphere_check
