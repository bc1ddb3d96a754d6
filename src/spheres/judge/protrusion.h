// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <tactus/spheres.h>

#include "spheres/judge/judged/judged_spheres.h"
#include "spheres/judge/judged/judged_surface.h"

namespace tactus::sphere_check {

/// How far single spheres stand out from the surface: branch and bound over the ball, worst cell first.
///
/// A cell is what a spherical triangle of directions and an interval of radii enclose. It lies in the hull of six
/// points. The distance from a triangle of the surface is convex, so that it is largest in one of the six, and any
/// triangle bounds the distance from the surface. Where the surface is closed, the distance with a sign changes no
/// faster than one moves, which does away with what is deep inside. And where the centre is inside, everything is up to
/// the first radius at which the cone of the cell's directions meets the surface, and what is outside is no farther
/// from the surface than it is from there.
class ProtrusionSearch {
public:
    explicit ProtrusionSearch(const JudgedSurface& surface) : surface_(surface) {}

    /// In metres: 0 for a sphere that is inside a closed body. No wider than `width`, unless that takes too many cells.
    Interval protrusion(const Ball& ball, double width);

private:
    struct Cell {
        double upper = 0.0;
        std::array<Point, 3> directions;
        double first = 0.0; ///< the radius where the surface begins; 0 where the centre is not inside
        double inner = 0.0; ///< radii
        double outer = 0.0;
        std::array<std::uint32_t, 2> triangles{}; ///< that were nearest here and hereabouts
        Point middle;                             ///< with the distance of the surface from it
        double distance = 0.0;
        int side = 0; ///< of the middle: +1 outside, -1 inside, 0 where it is not known
        std::uint32_t number = 0;
        int level = 0;

        bool operator<(const Cell& other) const
        {
            return upper != other.upper ? upper < other.upper : number > other.number;
        }
    };

    void look_into(Cell cell, const Ball& ball, const Cell* parent);
    int side_of(const Point& point, double distance, const Cell* known) const;
    void split(const Cell& cell, const Ball& ball);

    const JudgedSurface& surface_;
    std::vector<Cell> open_; ///< a heap
    double lower_ = 0.0;
    double centre_distance_ = 0.0;
    bool centre_inside_ = false;
    double margin_ = 0.0;
    std::uint32_t count_ = 0;
    std::uint32_t guess_ = 0;
};

} // namespace tactus::sphere_check
