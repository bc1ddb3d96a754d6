// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/result.h>

#include "spheres/judge/judged/box_tree.h"
#include "spheres/judge/judged/triangle_frame.h"

namespace tactus::sphere_check {

/// Where a line goes through the surface.
struct LineCrossing {
    double height = 0.0; ///< the coordinate along the line
    double doubt = 0.0;  ///< how far rounding may have taken it
    int turns = 0;       ///< +1 where the triangle faces along the line, -1 where it faces against it
};

/// The surface that spheres are judged by: distances, and what is inside.
class JudgedSurface {
public:
    /// Refused for a mesh without triangles, bad indices, or coordinates that are not finite.
    static Result<JudgedSurface> create(const MeshView& mesh);

    /// Every edge is used as often in one direction as in the other, where vertices at the same place are the same.
    /// Then every point that is not on the surface has a whole winding number, and those where it is not 0 are inside.
    bool is_closed() const { return is_closed_; }
    std::span<const TriangleFrame> frames() const { return frames_; }
    const PointBox& box() const { return tree_.box(); }
    double diagonal() const { return norm(box().upper - box().lower); }
    double area() const { return area_; }
    double volume() const { return volume_; }
    double extent() const { return std::max(largest_coordinate(box().lower), largest_coordinate(box().upper)); }

    struct Nearest {
        double distance = 0.0;
        std::uint32_t triangle = 0;
    };
    /// Up to rounding_at. The search begins with the triangle `guess`.
    Nearest nearest(const Point& point, std::uint32_t guess) const;
    /// How far rounding may take a distance from the point.
    double rounding_at(const Point& point) const { return 256.0 * half_ulp * (largest_coordinate(point) + extent()); }

    /// A radius below which, as far as `reach`, the surface has no point in a cone: that of all directions between
    /// three from its apex. Up to rounding_at, and infinite where the surface is nowhere in the cone.
    double first_radius(const Point& apex, const std::array<Point, 3>& directions, double reach) const;

    /// Whether the point is inside, where no point of the surface is closer than `clearance`. Nothing where no line
    /// near it tells for certain.
    std::optional<bool> is_inside(const Point& point, double clearance) const;

    /// Everywhere that the line through the point along an axis (0, 1, 2) meets the surface, in no particular order.
    /// False where the line passes so close to an edge or a point of the line that rounding would decide.
    bool crossings(const Point& point, int axis, std::vector<LineCrossing>& found) const;

private:
    struct Corners {
        Point a, b, c;
    };

    std::optional<bool> is_inside_by_lines(const Point& point) const;
    void look_at(const MeshView& mesh);

    std::vector<Corners> corners_;
    std::vector<TriangleFrame> frames_;
    BoxTree tree_;
    double area_ = 0.0;
    double volume_ = 0.0;
    bool is_closed_ = false;
};

} // namespace tactus::sphere_check
