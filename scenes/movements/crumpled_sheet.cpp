// SPDX-License-Identifier: MIT
#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {

Scene crumpled_sheet(const SceneOptions& options)
{
    // Waves steeper than the sheet is level fold it over; one set for each direction in space.
    const auto waves = [&](std::uint64_t stream, double height) {
        return TravellingWaves(
            Random(options.seed, stream),
            {.count = 7, .shortest = 0.22, .longest = 0.7, .slowest = 0.05, .fastest = 0.25, .height = height});
    };
    const TravellingWaves along = waves(11, 1.05);
    const TravellingWaves across = waves(12, 1.05);
    const TravellingWaves up = waves(13, 0.5);
    const auto where = [=](const Moment& moment) {
        return [&, seconds = moment.seconds](Point rest) {
            const Point push = {along.height(rest, seconds), across.height(rest, seconds), up.height(rest, seconds)};
            return rest + push;
        };
    };
    return moving_scene(options.frames, {{"sheet", sheet(options.triangles), point_by_point(where), true}});
}

} // namespace tactus::scenes
