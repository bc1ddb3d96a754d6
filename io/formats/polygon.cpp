// SPDX-License-Identifier: MIT
#include "io/formats/polygon.h"

#include <cmath>
#include <cstddef>

namespace tactus::io {

namespace {

constexpr std::size_t max_corners_for_ears = 1000;

/// A corner in the plane that the polygon is seen in.
struct PlanePoint {
    double x = 0.0;
    double y = 0.0;
};

/// Above 0 where the way from a over b to c turns to the left.
double turn(PlanePoint a, PlanePoint b, PlanePoint c) { return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x); }

/// The corners seen along the axis that the polygon's normal is nearest to, from where they run to the left. All 0 for
/// a polygon without area.
std::vector<PlanePoint> seen_from_above(std::span<const Vec3> positions, std::span<const std::uint32_t> corners)
{
    double normal[3] = {};
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec3& a = positions[corners[k]];
        const Vec3& b = positions[corners[(k + 1) % corners.size()]];
        normal[0] += (double{a.y} - b.y) * (double{a.z} + b.z);
        normal[1] += (double{a.z} - b.z) * (double{a.x} + b.x);
        normal[2] += (double{a.x} - b.x) * (double{a.y} + b.y);
    }
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(normal[k]) > std::abs(normal[axis]))
            axis = k;
    std::vector<PlanePoint> points;
    for (const std::uint32_t corner : corners) {
        const double place[3] = {positions[corner].x, positions[corner].y, positions[corner].z};
        const double x = place[(axis + 1) % 3], y = place[(axis + 2) % 3];
        points.push_back(normal[axis] > 0.0 ? PlanePoint{x, y} : normal[axis] < 0.0 ? PlanePoint{y, x} : PlanePoint{});
    }
    return points;
}

/// Whether the corner at `place` of those that are left can be cut off: it points outwards, and none of the others lies
/// in the triangle that goes with it.
bool is_ear(const std::vector<PlanePoint>& points, const std::vector<std::size_t>& left, std::size_t place)
{
    const std::size_t before = left[(place + left.size() - 1) % left.size()];
    const std::size_t here = left[place];
    const std::size_t after = left[(place + 1) % left.size()];
    const PlanePoint a = points[before], b = points[here], c = points[after];
    if (!(turn(a, b, c) > 0.0))
        return false;
    for (const std::size_t other : left) {
        const PlanePoint p = points[other];
        const auto is_at = [&](PlanePoint q) { return p.x == q.x && p.y == q.y; };
        if (is_at(a) || is_at(b) || is_at(c))
            continue;
        if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0)
            return false;
    }
    return true;
}

} // namespace

std::vector<TriangleIndices> split_polygon(std::span<const Vec3> positions, std::span<const std::uint32_t> corners)
{
    std::vector<TriangleIndices> triangles;
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < corners.size(); ++k)
        left.push_back(k);
    if (corners.size() > 3 && corners.size() <= max_corners_for_ears) {
        const std::vector<PlanePoint> points = seen_from_above(positions, corners);
        const auto turns_right = [&](std::size_t k) {
            return turn(points[(k + points.size() - 1) % points.size()], points[k], points[(k + 1) % points.size()])
                   < 0.0;
        };
        bool has_ears = false;
        for (std::size_t k = 0; k < points.size() && !has_ears; ++k)
            has_ears = turns_right(k);
        while (has_ears && left.size() > 3) {
            has_ears = false;
            for (std::size_t place = 0; place < left.size() && !has_ears; ++place)
                if (is_ear(points, left, place)) {
                    triangles.push_back(
                        {corners[left[(place + left.size() - 1) % left.size()]], corners[left[place]],
                         corners[left[(place + 1) % left.size()]]});
                    left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
                    has_ears = true;
                }
        }
    }
    for (std::size_t k = 2; k < left.size(); ++k)
        triangles.push_back({corners[left[0]], corners[left[k - 1]], corners[left[k]]});
    return triangles;
}

} // namespace tactus::io
