// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/organ.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double tool_length = 0.2;
constexpr double tool_radius = 0.004;
constexpr double dent_radius = 0.03;

// Comes down from above, presses in, slides along the organ, and leans while it does.
Pose tool_pose(const Moment& moment)
{
    const double press = smooth_step(moment.progress / 0.45);
    const double slide = smooth_step((moment.progress - 0.4) / 0.6);
    const double tremor = 0.0006 * sine_of_turns(2.7 * moment.seconds) + 0.0004 * sine_of_turns(7.1 * moment.seconds);
    const Point tip = {
        mix(-0.055, 0.02, slide), mix(0.0, 0.012, slide), mix(0.125, 0.047, press) - 0.012 * slide + tremor};
    const Point axis = unit({0.3, 1.0, 0.0});
    return turned(axis, mix(0.03, -0.025, slide), tip);
}

} // namespace

Scene organ_tool(const SceneOptions& options)
{
    const TravellingWaves breath(
        Random(options.seed, 5),
        {.count = 4, .shortest = 0.1, .longest = 0.3, .slowest = 0.2, .fastest = 0.9, .height = 0.0036});
    const auto organ_at = [breath](const Moment& moment) {
        const Pose tool = tool_pose(moment);
        return [=, &breath, seconds = moment.seconds](Point rest) {
            Point p = rest * (1.0 + breath.height(rest, seconds) * 8.0);
            // What lies above the tip and near the shaft is pushed down most of the way to it.
            const Point from_tip = p - tool.origin;
            const double height = dot(from_tip, tool.z_axis);
            const double sideways_squared = std::max(0.0, dot(from_tip, from_tip) - height * height);
            const double near = 1.0 - sideways_squared / (dent_radius * dent_radius);
            if (height > 0.0 && near > 0.0)
                p = p - tool.z_axis * (0.6 * height * near * near);
            return p;
        };
    };
    const auto tool_at = [](const Moment& moment) { return tool_pose(moment); };
    return moving_scene(
        options.frames,
        {{"organ", organ(OrganKind::liver, options.triangles, options.seed), point_by_point(organ_at)},
         {"tool", capsule(std::max(12u, options.triangles / 20), tool_length, tool_radius), point_by_point(tool_at)}});
}

} // namespace tactus::scenes
