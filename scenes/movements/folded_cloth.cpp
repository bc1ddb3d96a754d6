// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr int layer_count = 4;
constexpr double sheet_length = 4.0;
constexpr double sheet_width = 1.0;

// The cross-section of a sheet folded to and fro like a letter Z with one stroke more: four level layers,
// `gap` apart, joined by half circles. Lengths along the sheet are kept.
struct Fold {
    explicit Fold(double layer_gap)
        : gap(layer_gap), turn(pi * gap / 2.0), level((sheet_length - (layer_count - 1) * turn) / layer_count)
    {
    }

    Point operator()(double along, double across) const
    {
        const int layer = std::clamp(static_cast<int>(along / (level + turn)), 0, layer_count - 1);
        const double rest = along - layer * (level + turn);
        const bool forward = layer % 2 == 0;
        if (rest <= level || layer == layer_count - 1)
            return {forward ? rest : level - rest, across, layer * gap};
        const double turns = 0.5 * (rest - level) / turn;
        const double out = 0.5 * gap * sine_of_turns(turns);
        return {forward ? level + out : -out, across, layer * gap + 0.5 * gap * (1.0 - cosine_of_turns(turns))};
    }

    static constexpr double pi = 3.14159265358979323846;
    double gap;
    double turn;
    double level;
};

} // namespace

Scene folded_cloth(const SceneOptions& options)
{
    // The waves follow the material, so neighbouring layers move against each other.
    const TravellingWaves ripples(
        Random(options.seed, 1),
        {.count = 6, .shortest = 0.35, .longest = 1.2, .slowest = 0.3, .fastest = 1.1, .height = 1.0});
    const TravellingWaves sway(
        Random(options.seed, 2),
        {.count = 3, .shortest = 0.8, .longest = 2.0, .slowest = 0.2, .fastest = 0.7, .height = 1.0});
    const auto where = [=](const Moment& moment) {
        // The layers sink onto each other, pass a little through each other, and lift again towards the end.
        const double closeness = smooth_step(moment.progress / 0.7) - 0.3 * smooth_step((moment.progress - 0.8) / 0.2);
        const Fold fold(mix(0.12, 0.045, closeness));
        const double ripple_height = mix(0.04, 0.1, closeness);
        return [=, &ripples, &sway, seconds = moment.seconds](Point rest) {
            Point p = fold(rest.x, rest.y);
            p.z += ripple_height * ripples.height(rest, seconds);
            p.y += 0.02 * sway.height(rest, seconds);
            return p;
        };
    };
    Shape rest = sheet(options.triangles, sheet_length, sheet_width);
    return moving_scene(options.frames, {{"cloth", std::move(rest), point_by_point(where), true}});
}

} // namespace tactus::scenes
