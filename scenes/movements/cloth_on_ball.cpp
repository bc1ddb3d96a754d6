// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/bumpy_sphere.h"
#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"

namespace tactus::scenes {
namespace {

constexpr double cloth_side = 2.4;
constexpr double ball_radius = 0.5;
constexpr double quarter_turn = 1.5707963267948966;

// The sine and cosine of `count` times the angle of a unit vector in the plane.
Point angle_multiplied(double cosine, double sine, int count)
{
    Point power = {1.0, 0.0, 0.0};
    for (int i = 0; i < count; ++i)
        power = {power.x * cosine - power.y * sine, power.x * sine + power.y * cosine, 0.0};
    return power;
}

// A cloth whose middle lies on a sphere and whose rest hangs down around it in pleats.
struct Drape {
    double bend_radius = 1.0; ///< of the sphere the cloth bends to: large is level, ball_radius is draped
    double pleat_depth = 0.0; ///< of a pleat, at a metre below the equator
    double pleat_lean = 0.0;  ///< turns by which a pleat leans over its neighbour

    Point operator()(Point rest) const
    {
        const double x = rest.x - 0.5 * cloth_side;
        const double y = rest.y - 0.5 * cloth_side;
        const double from_middle = std::sqrt(x * x + y * y);
        if (from_middle == 0.0)
            return {0.0, 0.0, ball_radius};
        const double cosine = x / from_middle;
        const double sine = y / from_middle;
        const double on_sphere = std::min(from_middle / bend_radius, quarter_turn);
        const double turns = on_sphere / (4.0 * quarter_turn);
        const double hanging = from_middle - on_sphere * bend_radius;

        const Point pleat = angle_multiplied(cosine, sine, pleat_count);
        const Point finer = angle_multiplied(cosine, sine, 2 * pleat_count + 1);
        const double out = bend_radius * sine_of_turns(turns) + pleat_depth * hanging * (1.0 + pleat.x + 0.4 * finer.y);
        const double lean = pleat_lean * std::min(hanging, 0.5) * (pleat.y + 0.3 * finer.x);
        const double lean_cosine = cosine_of_turns(lean);
        const double lean_sine = sine_of_turns(lean);
        return {
            out * (cosine * lean_cosine - sine * lean_sine), out * (sine * lean_cosine + cosine * lean_sine),
            ball_radius - bend_radius * (1.0 - cosine_of_turns(turns)) - hanging};
    }

    static constexpr int pleat_count = 9;
};

} // namespace

Scene cloth_on_ball(const SceneOptions& options)
{
    const TravellingWaves ripples(
        Random(options.seed, 51),
        {.count = 6, .shortest = 0.25, .longest = 0.9, .slowest = 0.3, .fastest = 1.2, .height = 0.024});
    const TravellingWaves ball_waves = bumpy_sphere_waves(options.seed);
    const auto cloth_at = [ripples](const Moment& moment) {
        const double fall = smooth_step(moment.progress / 0.6);
        Drape drape;
        // The curvature grows evenly, not the radius.
        drape.bend_radius = 1.0 / mix(0.25, 1.0 / (1.01 * ball_radius), fall);
        drape.pleat_depth = 0.22 * fall;
        drape.pleat_lean = 0.12 * smooth_step((moment.progress - 0.3) / 0.6);
        const double hover = 0.12 * (1.0 - smooth_step(moment.progress / 0.4)) + 0.004;
        return [=, &ripples, seconds = moment.seconds](Point rest) {
            const Point p = drape(rest) * (1.0 + ripples.height(rest, seconds));
            return Point{p.x, p.y, p.z + hover};
        };
    };
    const auto ball_at = [ball_waves](const Moment& moment) {
        return [&ball_waves, seconds = moment.seconds](Point rest) {
            return unit(rest) * (ball_radius * (1.0 + 0.7 * ball_waves.height(rest, seconds)));
        };
    };
    return moving_scene(
        options.frames,
        {{"cloth", sheet(options.triangles, cloth_side, cloth_side), point_by_point(cloth_at), true},
         {"ball", bumpy_sphere(std::max(20u, options.triangles / 4), options.seed), point_by_point(ball_at)}});
}

} // namespace tactus::scenes
