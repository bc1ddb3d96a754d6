// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/organ.h"
#include "scenes/cuts/blade_cut.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double cut_through = 0.6; ///< of the scene
constexpr double blade_width = 0.13;
constexpr double blade_height = 0.09;
constexpr double blade_half_thickness = 0.0034; ///< at its back; its edge is sharp

constexpr Plane cut_plane = {{0.96, 0.28, 0.0}, 0.0031};

constexpr Point along_cut() { return cross({0.0, 0.0, 1.0}, cut_plane.normal); }

/// Of the blade's edge, on its way down.
double edge_height(double progress) { return mix(0.06, -0.05, std::min(progress / cut_through, 1.0)); }

/// How far behind the edge a point lies, and how wide the cut is open there, to one side.
double behind(double progress, double height) { return std::max(0.0, height - edge_height(progress)); }
double opening(double behind_edge) { return 0.08 * behind_edge * behind_edge / (0.01 + behind_edge); }

/// The first frame at which a point lies behind the edge. Without one, the frame after the last.
std::uint32_t arrival(double height, std::uint32_t frame_count)
{
    std::uint32_t not_yet = 0, reached = frame_count;
    while (reached - not_yet > 1) {
        const std::uint32_t frame = not_yet + (reached - not_yet) / 2;
        (behind(moment_of(frame, frame_count).progress, height) > 0.0 ? reached : not_yet) = frame;
    }
    return std::max(1u, reached);
}

/// A wedge with its edge along y through the origin and its back above.
Shape blade(std::uint32_t triangles)
{
    const std::uint32_t steps = std::max(1u, triangles / 6);
    Shape shape;
    for (std::uint32_t k = 0; k <= steps; ++k) {
        const double y = blade_width * (static_cast<double>(k) / steps - 0.5);
        shape.points.push_back({0.0, y, 0.0});
        shape.points.push_back({blade_half_thickness, y, blade_height});
        shape.points.push_back({-blade_half_thickness, y, blade_height});
    }
    for (std::uint32_t k = 0; k < steps; ++k)
        for (std::uint32_t side = 0; side < 3; ++side) {
            const std::uint32_t a = 3 * k + side, b = 3 * k + (side + 1) % 3;
            shape.triangles.push_back({a, a + 3, b});
            shape.triangles.push_back({b, a + 3, b + 3});
        }
    shape.triangles.push_back({0, 1, 2});
    shape.triangles.push_back({3 * steps, 3 * steps + 2, 3 * steps + 1});
    return shape;
}

/// In the plane of the cut, with a hand's tremor along it; lifted out when the organ is cut.
Pose blade_pose(const Moment& moment)
{
    const Point along = along_cut();
    const double lift = 0.16 * smooth_step((moment.progress - cut_through) / 0.15);
    const double draw = 0.012 * sine_of_turns(1.1 * moment.seconds);
    return {
        cut_plane.normal,
        along,
        {0.0, 0.0, 1.0},
        cut_plane.normal * cut_plane.offset + along * draw + Point{0.0, 0.0, edge_height(moment.progress) + lift}};
}

} // namespace

Scene cut_organ(const SceneOptions& options)
{
    BladeCut cut = blade_cut(organ(OrganKind::kidney, options.triangles, options.seed), cut_plane, [&](Point p) {
        return arrival(p.z, options.frames);
    });
    const auto waves = [&](std::uint64_t stream, double longest) {
        return TravellingWaves(
            Random(options.seed, stream), {.count = 4, .shortest = 0.4 * longest, .longest = longest, .height = 1.0});
    };
    const TravellingWaves breath = waves(91, 0.2), below = waves(92, 0.06), above = waves(93, 0.06);
    const auto organ_at = [=, is_above = std::move(cut.is_above)](
                              const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
        const double progress = moment.progress;
        // The halves fall apart, close again, shifted, and press on each other.
        const double closed = smooth_step((progress - 0.76) / 0.14);
        const double apart = 0.012 * smooth_step((progress - cut_through) / 0.12) - 0.0124 * closed;
        const Point along = along_cut();
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const Point p = rest[i];
            const double side = is_above[i] ? 1.0 : -1.0;
            const double behind_edge = behind(progress, p.z);
            const double open = opening(behind_edge);
            const double own = (is_above[i] ? above : below).height(p, moment.seconds);
            Point at = p * (1.0 + 0.012 * breath.height(p, moment.seconds));
            at = at + cut_plane.normal * (side * (open * (1.0 - closed) + apart) + own * std::min(0.0015, 0.2 * open));
            // A share of what is open, so that nothing moves where the sides still hang together.
            const double loose = std::min(1.0, behind_edge / 0.01);
            at = at + along * (side * 0.004 * loose * smooth_step((progress - 0.62) / 0.38));
            at.z -= 0.5 * loose * open;
            out[i] = rounded(at);
        }
    };
    const auto blade_at = [](const Moment& moment) { return blade_pose(moment); };
    return moving_scene(
        options.frames, {{"organ", std::move(cut.shape), organ_at, true, std::move(cut.edits)},
                         {"blade", blade(std::max(12u, options.triangles / 100)), point_by_point(blade_at)}});
}

} // namespace tactus::scenes
