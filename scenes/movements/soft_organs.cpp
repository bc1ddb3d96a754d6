// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/organ.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

// Where the two organs meet: half way between the liver's underside and the kidney's top, sloping as the liver
// does and domed as the kidney is. While the organs are apart it passes between them and touches neither.
struct MeetingSurface {
    Point top;

    double height(Point p) const
    {
        const double x = p.x - top.x;
        const double y = p.y - top.y;
        return top.z + 0.12 * x - 1.0 * (x * x + y * y);
    }
};

// What would reach beyond the meeting surface is squeezed back, to at most `give` beyond it. The organs keep
// that much overlap: it is what a collision response would be asked to resolve.
double squeezed(double beyond, double give) { return beyond > 0.0 ? give * beyond / (give + beyond) : beyond; }

// What is squeezed also moves outward a little, as soft things do.
Point bulged(Point p, Point centre, double squeezed_away)
{
    const double share = 1.0 + 2.0 * std::min(squeezed_away, 0.05);
    return {centre.x + (p.x - centre.x) * share, centre.y + (p.y - centre.y) * share, p.z};
}

// Rises from below, presses into the hollow of the liver, slides along it, and leaves at the end.
Pose kidney_pose(const Moment& moment)
{
    const double press = smooth_step(moment.progress / 0.5) - smooth_step((moment.progress - 0.85) / 0.15) * 0.5;
    const double slide = smooth_step((moment.progress - 0.35) / 0.6);
    const Point centre = {mix(-0.035, 0.01, slide), mix(0.01, -0.004, slide), mix(-0.15, -0.018, press)};
    return turned(unit({0.0, -1.0, 0.6}), 0.025 + 0.03 * moment.progress, centre);
}

MeetingSurface meeting_surface(const Moment& moment)
{
    const Point centre = kidney_pose(moment).origin;
    const double kidney_top = centre.z + 0.039;
    const double liver_underside = -0.012;
    return {{centre.x, centre.y, 0.5 * (kidney_top + liver_underside)}};
}

} // namespace

Scene soft_organs(const SceneOptions& options)
{
    const TravellingWaves liver_breath(
        Random(options.seed, 41),
        {.count = 5, .shortest = 0.08, .longest = 0.25, .slowest = 0.2, .fastest = 0.8, .height = 0.03});
    const TravellingWaves kidney_breath(
        Random(options.seed, 42),
        {.count = 5, .shortest = 0.06, .longest = 0.2, .slowest = 0.2, .fastest = 0.8, .height = 0.03});

    const auto liver_at = [liver_breath](const Moment& moment) {
        const MeetingSurface meeting = meeting_surface(moment);
        return [=, &liver_breath, seconds = moment.seconds](Point rest) {
            Point p = rest * (1.0 + liver_breath.height(rest, seconds));
            const double below = meeting.height(p) - p.z;
            // Beside the kidney nothing presses.
            const double away = norm({p.x - meeting.top.x, p.y - meeting.top.y, 0.0});
            const double moved = (below - squeezed(below, 0.003)) * smooth_step((0.13 - away) / 0.05);
            p.z += moved;
            return bulged(p, meeting.top, moved);
        };
    };
    const auto kidney_at = [kidney_breath](const Moment& moment) {
        const MeetingSurface meeting = meeting_surface(moment);
        const Pose pose = kidney_pose(moment);
        return [=, &kidney_breath, seconds = moment.seconds](Point rest) {
            Point p = pose(rest * (1.0 + kidney_breath.height(rest, seconds)));
            const double above = p.z - meeting.height(p);
            const double moved = above - squeezed(above, 0.003);
            p.z -= moved;
            return bulged(p, meeting.top, moved);
        };
    };
    return moving_scene(
        options.frames,
        {{"liver", organ(OrganKind::liver, options.triangles, options.seed), point_by_point(liver_at)},
         {"kidney", organ(OrganKind::kidney, options.triangles, options.seed + 1), point_by_point(kidney_at)}});
}

} // namespace tactus::scenes
