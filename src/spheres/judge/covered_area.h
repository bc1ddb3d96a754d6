// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <tactus/spheres.h>

#include "spheres/judge/disk_area.h"
#include "spheres/judge/judged/judged_spheres.h"
#include "spheres/judge/judged/triangle_frame.h"

namespace tactus::sphere_check {

/// How much of a triangle is in none of the spheres, without subdividing it ever finer.
///
/// In the plane of the triangle every sphere is a disk { p : f(p) <= 0 } with f(p) = |p|^2 - 2 q.p + k, and the
/// difference of two such functions is linear (the power diagram: Aurenhammer, Power diagrams, 1987). So straight cuts
/// divide the triangle into polygons in each of which one disk has the smallest f, and in it only that disk counts: the
/// polygon is covered if its corners are, and otherwise the area it has in common with the disk has a closed form.
///
/// Rounding moves cuts and corners. A polygon counts as covered only if its corners are inside by more than that, and
/// closed forms get an interval that is wide enough: where a cut went astray the two functions are nearly equal, so
/// that the mistake is the same as that of a slightly smaller disk.
class CoveredArea {
public:
    explicit CoveredArea(const JudgedSpheres& spheres) : spheres_(spheres) {}

    /// In square metres.
    Interval uncovered(const TriangleFrame& triangle);

private:
    struct Disk {
        PlanePoint centre;
        double power = 0.0; ///< f at the origin of the frame
        double squared_radius = 0.0;
    };
    struct Piece {
        std::vector<PlanePoint> polygon;
        std::vector<std::uint32_t> disks;
        int age = 0; ///< cuts and choices that led here
    };

    void find_disks(const TriangleFrame& triangle);
    double value(const Disk& disk, const PlanePoint& p) const
    {
        return dot(p, p) - 2.0 * dot(disk.centre, p) + disk.power;
    }
    bool is_covered(const Piece& piece);
    void keep_useful_disks(Piece& piece);
    void cut(Piece& piece);
    void add_uncovered(const Piece& piece, Interval& area) const;

    const JudgedSpheres& spheres_;
    std::vector<Disk> disks_;
    double rounding_ = 0.0; ///< of f at a corner
    std::vector<Piece> open_;
    std::vector<double> values_; ///< per disk of the piece, per corner
};

} // namespace tactus::sphere_check
