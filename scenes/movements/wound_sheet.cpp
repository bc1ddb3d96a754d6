// SPDX-License-Identifier: MIT
#include "scenes/bodies/sheet.h"
#include "scenes/makers.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

constexpr double circumference = 1.0;
constexpr double radius = circumference / 6.283185307179586;
constexpr double winding_count = 11.4;
constexpr double wound_width = 1.0;

// Every winding lies at the same radius; only the roughness of the sheet, kept in z, tells them apart.
Shape rough_sheet(std::uint32_t triangles, std::uint64_t seed)
{
    Shape shape = sheet(triangles, winding_count * circumference, wound_width);
    Random random(seed, 2);
    const double square_side = std::sqrt(2.0 * winding_count * circumference * wound_width / triangles);
    for (Point& p : shape.points)
        p.z = random.between(-0.1, 0.1) * square_side;
    return shape;
}

} // namespace

Scene wound_sheet(const SceneOptions& options)
{
    const TravellingWaves ripples(
        Random(options.seed, 1),
        {.count = 4, .shortest = 0.3, .longest = 1.0, .slowest = 0.3, .fastest = 1.1, .height = 0.0004});
    const auto where = [ripples](const Moment& moment) {
        const double slip = 0.003 * moment.seconds;
        return [&ripples, slip, seconds = moment.seconds](Point rest) {
            const double turns = rest.x * (1.0 + slip) / circumference;
            const double out = radius + rest.z + ripples.height({rest.x, rest.y, 0.0}, seconds);
            // Wound a little askew, so that no two windings share a grid line.
            return Point{out * cosine_of_turns(turns), out * sine_of_turns(turns), rest.y + 0.013 * rest.x};
        };
    };
    return moving_scene(
        options.frames, {{"sheet", rough_sheet(options.triangles, options.seed), point_by_point(where), true}});
}

} // namespace tactus::scenes
