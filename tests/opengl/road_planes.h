// SPDX-License-Identifier: MIT
// The paper's volumes worked out once more, as half-spaces in double, and triangles clipped by them. Shares nothing
// with what it judges but the vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <tactus/queries.h>

#include "geometry/triangle.h"

namespace tactus {

/// All points x with normal . x <= offset.
struct RoadPlane {
    DoubleVector normal;
    double offset = 0.0;
};

inline RoadPlane plane_through(DoubleVector point, DoubleVector outward)
{
    const DoubleVector normal = unit(outward);
    return {normal, dot(normal, point)};
}

/// The corners of the part of a triangle that is inside all planes, when each is moved out by `out` metres.
inline std::vector<DoubleVector> clipped(const Triangle& triangle, std::span<const RoadPlane> planes, double out = 0.0)
{
    std::vector<DoubleVector> polygon = {to_double(triangle.a), to_double(triangle.b), to_double(triangle.c)};
    for (const RoadPlane& plane : planes) {
        std::vector<DoubleVector> inside;
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const DoubleVector from = polygon[k];
            const DoubleVector to = polygon[(k + 1) % polygon.size()];
            const double height_from = dot(plane.normal, from) - plane.offset - out;
            const double height_to = dot(plane.normal, to) - plane.offset - out;
            if (height_from <= 0.0)
                inside.push_back(from);
            if ((height_from <= 0.0) != (height_to <= 0.0))
                inside.push_back(from + (to - from) * (height_from / (height_from - height_to)));
        }
        polygon = inside;
    }
    return polygon;
}

inline double area_of(std::span<const DoubleVector> polygon)
{
    DoubleVector sum;
    for (std::size_t k = 2; k < polygon.size(); ++k)
        sum = sum + cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]);
    return 0.5 * length(sum);
}

/// The sweep's triangle P0, P, P' of the paper, seen along its axes: u along PP', y across the triangle, down from P0
/// to PP'.
struct SweepFrame {
    explicit SweepFrame(const ToolVolume& tool)
        : pivot(to_double(tool.pivot)), old_tip(to_double(tool.old_tip)), tip(to_double(tool.tip)), s(tool.radius),
          u(unit(tip - old_tip)), y(unit(cross(tip - pivot, old_tip - pivot)))
    {
        const DoubleVector drop = old_tip - pivot - u * dot(old_tip - pivot, u);
        height = length(drop);
        down = unit(drop);
    }

    /// The hexahedron of Figure 4.
    std::vector<RoadPlane> hexahedron() const
    {
        std::vector<RoadPlane> planes = slab();
        const std::vector<RoadPlane> two = sides();
        planes.insert(planes.end(), two.begin(), two.end());
        return planes;
    }
    /// Between near and far plane, and above and below.
    std::vector<RoadPlane> slab() const
    {
        return {
            plane_through(pivot, down * -1.0), plane_through(tip, down), plane_through(pivot + y * s, y),
            plane_through(pivot - y * s, y * -1.0)};
    }
    /// The sides along P0P and P0P', moved out by s along PP'.
    std::vector<RoadPlane> sides() const
    {
        return {
            plane_through(pivot - u * s, cross(y, old_tip - pivot)),
            plane_through(pivot + u * s, cross(tip - pivot, y))};
    }
    /// The view volume of Figure 5 alone: the box around the hexahedron.
    std::vector<RoadPlane> box() const
    {
        std::vector<RoadPlane> planes = slab();
        const double left = std::min(0.0, dot(old_tip - pivot, u)) - s;
        const double right = std::max(0.0, dot(tip - pivot, u)) + s;
        planes.push_back(plane_through(pivot + u * left, u * -1.0));
        planes.push_back(plane_through(pivot + u * right, u));
        return planes;
    }
    /// The view volume of Figure 7 alone: its top and bottom go through the eye, where the two sides meet.
    std::vector<RoadPlane> frustum() const
    {
        const double near = 2.0 * s * height / length(tip - old_tip);
        std::vector<RoadPlane> planes = sides();
        planes.push_back(plane_through(pivot, down * -1.0));
        planes.push_back(plane_through(tip, down));
        planes.push_back(plane_through(pivot + y * s, y * near - down * s));
        planes.push_back(plane_through(pivot - y * s, y * -near - down * s));
        return planes;
    }

    DoubleVector pivot;
    DoubleVector old_tip;
    DoubleVector tip;
    double s;
    DoubleVector u;
    DoubleVector y;
    DoubleVector down;
    double height = 0.0;
};

} // namespace tactus
