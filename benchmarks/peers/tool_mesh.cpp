// SPDX-License-Identifier: MIT
#include "tool_mesh.h"

#include <array>
#include <cmath>

#include "scenes/bodies/closed_tube.h"

namespace tactus::peers {

namespace {

using scenes::Point;

constexpr std::uint32_t tool_triangles = 64;
constexpr double tool_radius = 0.004;
// The vertices are rounded to float: a little less than the radius keeps them within the tool.
constexpr double mesh_radius = tool_radius * (1.0 - 1e-5);

Point any_across(Point along)
{
    return scenes::unit(cross(along, std::abs(along.x) < 0.8 ? Point{1.0, 0.0, 0.0} : Point{0.0, 1.0, 0.0}));
}

std::vector<Vec3> standing_mesh(const ToolVolume& tool)
{
    const Point pivot = scenes::widened(tool.pivot), tip = scenes::widened(tool.tip);
    const double length = norm(pivot - tip);
    scenes::Pose pose;
    pose.z_axis = (pivot - tip) * (1.0 / length);
    pose.x_axis = any_across(pose.z_axis);
    pose.y_axis = cross(pose.z_axis, pose.x_axis);
    pose.origin = tip - pose.z_axis * mesh_radius;
    std::vector<Vec3> positions;
    for (const Point& p : scenes::capsule(tool_triangles, length + 2.0 * mesh_radius, mesh_radius).points)
        positions.push_back(scenes::rounded(pose(p)));
    return positions;
}

/// The triangle of a sweep, as thick as the tool and round at its edges, with the topology of the standing mesh: rings
/// of eight points about the triangle's normal, of which each belongs to one of the corners.
std::vector<Vec3> sweeping_mesh(const ToolVolume& tool)
{
    const Point a = scenes::widened(tool.pivot), b = scenes::widened(tool.old_tip), c = scenes::widened(tool.tip);
    const Point across = cross(b - a, c - a);
    if (norm(across) < 1e-9)
        return standing_mesh(tool);
    const Point normal = scenes::unit(across);
    const auto outward = [&](Point from, Point to) { return scenes::unit(cross(to - from, normal)); };
    const Point ab = outward(a, b), bc = outward(b, c), ca = outward(c, a);
    const std::array<std::pair<Point, Point>, 8> around = {
        {{b, ab}, {b, scenes::unit(ab + bc)}, {b, bc}, {c, bc}, {c, scenes::unit(bc + ca)}, {c, ca}, {a, ca}, {a, ab}}};
    const Point middle = (a + b + c) * (1.0 / 3.0);
    std::vector<Vec3> positions = {scenes::rounded(middle - normal * mesh_radius)};
    for (const double sixteenths : {-3.0, -1.0, 1.0, 3.0})
        for (const auto& [corner, direction] : around) {
            const Point way = direction * scenes::cosine_of_turns(sixteenths / 16.0)
                              + normal * scenes::sine_of_turns(sixteenths / 16.0);
            positions.push_back(scenes::rounded(corner + way * mesh_radius));
        }
    positions.push_back(scenes::rounded(middle + normal * mesh_radius));
    return positions;
}

} // namespace

void replace_tool(Workload& workload, bool sweeps)
{
    // The first vertex of the scene's tool is its tip, and the last one its other end.
    const auto tip_of = [&](const Frame& frame) {
        const Point tip = scenes::widened(frame[1].front()), other = scenes::widened(frame[1].back());
        return scenes::rounded(tip + scenes::unit(other - tip) * tool_radius);
    };
    std::vector<Vec3> tips;
    for (const Frame& frame : workload.frames)
        tips.push_back(tip_of(frame));
    const Vec3 pivot = workload.frames[workload.frames.size() / 2][1].back();
    workload.meshes[1] = scenes::capsule(tool_triangles, 1.0, tool_radius).triangles;
    for (std::size_t frame = 0; frame < tips.size(); ++frame) {
        const Vec3 old_tip = sweeps && frame > 0 ? tips[frame - 1] : tips[frame];
        const ToolVolume tool = {pivot, tips[frame], pivot, old_tip, static_cast<float>(tool_radius)};
        workload.frames[frame][1] = sweeps ? sweeping_mesh(tool) : standing_mesh(tool);
        workload.tools.push_back(tool);
    }
}

} // namespace tactus::peers
