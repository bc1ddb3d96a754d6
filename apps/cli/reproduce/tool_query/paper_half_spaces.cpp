// SPDX-License-Identifier: MIT
#include "cli/reproduce/tool_query/paper_half_spaces.h"

#include <algorithm>
#include <cmath>

#include "scenes/bodies/point.h"

namespace tactus::cli {

namespace {

using scenes::Point;

/// The camera of the paper: at the pivot, z towards the tip or the way of the tip, x along the way.
struct PaperCamera {
    Point x, y, z, eye;

    Point place(double at_x, double at_y, double at_z) const { return eye + x * at_x + y * at_y + z * at_z; }

    /// All points whose coordinates here give normal . (x, y, z) <= offset.
    HalfSpace half_space(const Point& normal, double offset) const
    {
        const Point turned = x * normal.x + y * normal.y + z * normal.z;
        return {scenes::rounded(turned), static_cast<float>(offset + dot(turned, eye))};
    }
};

/// The box from `lower` to `upper` in a camera's coordinates.
std::vector<HalfSpace> box_view(const PaperCamera& camera, const Point& lower, const Point& upper)
{
    return {camera.half_space({-1.0, 0.0, 0.0}, -lower.x), camera.half_space({1.0, 0.0, 0.0}, upper.x),
            camera.half_space({0.0, -1.0, 0.0}, -lower.y), camera.half_space({0.0, 1.0, 0.0}, upper.y),
            camera.half_space({0.0, 0.0, -1.0}, -lower.z), camera.half_space({0.0, 0.0, 1.0}, upper.z)};
}

/// Corners of a volume that is s thick to either side: from left to right at the pivot and at depth z.
std::array<Vec3, 8> corners_between(const PaperCamera& camera, double s, double z, double far_left, double far_right)
{
    const auto corner = [&](double x, double y, double at_z) { return scenes::rounded(camera.place(x, y, at_z)); };
    return {corner(-s, -s, 0.0),     corner(s, -s, 0.0),       corner(s, s, 0.0),       corner(-s, s, 0.0),
            corner(far_left, -s, z), corner(far_right, -s, z), corner(far_right, s, z), corner(far_left, s, z)};
}

} // namespace

std::vector<HalfSpace> PaperHalfSpaces::all() const
{
    std::vector<HalfSpace> both = view;
    both.insert(both.end(), planes.begin(), planes.end());
    return both;
}

std::optional<PaperHalfSpaces> standing_volume(const ToolVolume& tool)
{
    const Point shaft = scenes::widened(tool.tip) - scenes::widened(tool.pivot);
    const double length = norm(shaft), s = tool.radius;
    if (!(length > 0.0))
        return std::nullopt;
    PaperCamera camera;
    camera.eye = scenes::widened(tool.pivot);
    camera.z = shaft * (1.0 / length);
    // The paper's `up` is any direction: the axis that the shaft is farthest from.
    const double x = std::abs(shaft.x), y = std::abs(shaft.y), z = std::abs(shaft.z);
    const Point up = x <= y && x <= z ? Point{1.0, 0.0, 0.0} : y <= z ? Point{0.0, 1.0, 0.0} : Point{0.0, 0.0, 1.0};
    camera.x = scenes::unit(cross(up, camera.z));
    camera.y = cross(camera.z, camera.x);
    return PaperHalfSpaces{
        box_view(camera, {-s, -s, 0.0}, {s, s, length}), {}, corners_between(camera, s, length, -s, s)};
}

std::optional<PaperHalfSpaces> sweeping_volume(const ToolVolume& tool, SweepView view)
{
    const Point pivot = scenes::widened(tool.pivot), from = scenes::widened(tool.old_tip) - pivot;
    const Point way = scenes::widened(tool.tip) - scenes::widened(tool.old_tip);
    const double distance = norm(way), s = tool.radius;
    if (!(distance > 0.0))
        return std::nullopt;
    PaperCamera camera;
    camera.eye = pivot;
    camera.x = way * (1.0 / distance);
    const double aside = dot(from, camera.x);
    const Point ahead = from - camera.x * aside;
    const double depth = norm(ahead);
    if (!(depth > 1e-6 * norm(from)))
        return std::nullopt;
    camera.z = ahead * (1.0 / depth);
    camera.y = cross(camera.z, camera.x);

    // At the pivot the volume reaches from -s to s, at the way of the tip from left to right.
    const double left = aside - s, right = aside + distance + s;
    const std::vector<HalfSpace> sides = {
        camera.half_space({-depth, 0.0, aside}, depth * s),
        camera.half_space({depth, 0.0, -(aside + distance)}, depth * s)};
    PaperHalfSpaces volume{{}, {}, corners_between(camera, s, depth, left, right)};
    if (view == SweepView::naive_box) {
        volume.view = box_view(camera, {std::min(left, -s), -s, 0.0}, {std::max(right, s), s, depth});
        volume.planes = sides;
        return volume;
    }
    // The pyramid is 2 s wide and high at the pivot, and as much higher behind it as it is wider.
    const double widening = distance / (2.0 * depth);
    volume.view = sides;
    volume.view.push_back(camera.half_space({0.0, -1.0, -widening}, s));
    volume.view.push_back(camera.half_space({0.0, 1.0, -widening}, s));
    volume.view.push_back(camera.half_space({0.0, 0.0, -1.0}, 0.0));
    volume.view.push_back(camera.half_space({0.0, 0.0, 1.0}, depth));
    volume.planes = {camera.half_space({0.0, -1.0, 0.0}, s), camera.half_space({0.0, 1.0, 0.0}, s)};
    return volume;
}

std::array<TriangleIndices, 12> volume_surface()
{
    return {
        {{0, 2, 1},
         {0, 3, 2},
         {4, 5, 6},
         {4, 6, 7},
         {0, 1, 5},
         {0, 5, 4},
         {1, 2, 6},
         {1, 6, 5},
         {2, 3, 7},
         {2, 7, 6},
         {3, 0, 4},
         {3, 4, 7}}};
}

} // namespace tactus::cli
