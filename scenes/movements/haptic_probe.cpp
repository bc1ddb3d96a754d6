// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "scenes/bodies/closed_tube.h"
#include "scenes/bodies/icosphere.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double probe_frames_per_second = 1000.0;
constexpr Point organ_axes = {0.12, 0.085, 0.06};
constexpr double probe_length = 0.15;
constexpr double probe_radius = 0.005;
constexpr double probe_dent_radius = 0.025;
/// How much of the way the organ gives: the rest stays as overlap, for a response to resolve.
constexpr double tissue_give = 0.8;

/// An egg with bumps on it, over which waves run. Points at rest are the bumpy egg's.
class SoftOrgan {
public:
    explicit SoftOrgan(std::uint64_t seed)
        : bumps_(
            Random(seed, 61),
            {.count = 8, .shortest = 0.35, .longest = 0.9, .slowest = 0.0, .fastest = 0.0, .height = 0.12}),
          breath_(
              Random(seed, 62),
              {.count = 4, .shortest = 0.08, .longest = 0.25, .slowest = 0.2, .fastest = 1.2, .height = 0.03})
    {
    }

    Point at_rest(Point direction) const
    {
        const double size = 1.0 + bumps_.height(direction, 0.0);
        return {
            organ_axes.x * size * direction.x, organ_axes.y * size * direction.y, organ_axes.z * size * direction.z};
    }

    /// Before the probe dents it.
    Point breathing(Point rest, double seconds) const { return rest * (1.0 + breath_.height(rest, seconds)); }

private:
    TravellingWaves bumps_;
    TravellingWaves breath_;
};

/// Where the probe is, and where and how deep it presses.
struct Press {
    Pose pose;
    Point surface; ///< of the organ, before it gives way
    Point outward;
    double depth = 0.0; ///< of the tip below the surface; negative while it hovers
};

/// A hand that slides over the top of the organ, presses, lets go, and trembles, as hands do.
class Hand {
public:
    explicit Hand(std::uint64_t seed)
    {
        Random random(seed, 63);
        along_phase_ = random.uniform();
        across_phase_ = random.uniform();
        lean_phase_ = random.uniform();
    }

    Press press(const SoftOrgan& organ, double seconds) const
    {
        const double along = 0.6 * sine_of_turns(0.11 * seconds + along_phase_);
        const double across = 0.5 * sine_of_turns(0.17 * seconds + across_phase_);
        const Point direction = unit({along, across, 1.0});
        Press press;
        press.surface = organ.breathing(organ.at_rest(direction), seconds);
        press.outward = unit({direction.x / organ_axes.x, direction.y / organ_axes.y, direction.z / organ_axes.z});
        press.depth = 0.0025 + 0.0035 * sine_of_turns(0.7 * seconds) + 0.00008 * sine_of_turns(9.3 * seconds);

        const double lean = 0.35 * sine_of_turns(0.13 * seconds + lean_phase_);
        const Point shaft = unit(press.outward + Point{lean, 0.4 * lean, 0.0});
        press.pose.z_axis = shaft;
        press.pose.x_axis = unit(cross({0.0, 1.0, 0.0}, shaft));
        press.pose.y_axis = cross(shaft, press.pose.x_axis);
        // The round tip's lowest point, along the way it presses, comes to the depth.
        const Point centre = press.surface + press.outward * (probe_radius - press.depth);
        press.pose.origin = centre - shaft * probe_radius;
        return press;
    }

private:
    double along_phase_ = 0.0;
    double across_phase_ = 0.0;
    double lean_phase_ = 0.0;
};

} // namespace

Scene haptic_probe(const SceneOptions& options)
{
    const SoftOrgan soft(options.seed);
    const Hand hand(options.seed);
    Shape body = icosphere(options.triangles);
    for (Point& p : body.points)
        p = soft.at_rest(p);

    const auto organ_at = [soft, hand](const Moment& moment) {
        const Press press = hand.press(soft, moment.seconds);
        return [press, &soft, seconds = moment.seconds](Point rest) {
            const Point p = soft.breathing(rest, seconds);
            const Point away = p - press.surface;
            const double near = 1.0 - dot(away, away) / (probe_dent_radius * probe_dent_radius);
            return press.depth > 0.0 && near > 0.0 ? p - press.outward * (tissue_give * press.depth * near * near) : p;
        };
    };
    const auto probe_at = [soft, hand](const Moment& moment) { return hand.press(soft, moment.seconds).pose; };
    const std::uint32_t probe_triangles = std::max(60u, options.triangles / 50);
    return moving_scene(
        options.frames,
        {{"organ", std::move(body), point_by_point(organ_at)},
         {"probe", capsule(probe_triangles, probe_length, probe_radius), point_by_point(probe_at)}},
        probe_frames_per_second);
}

} // namespace tactus::scenes
