// SPDX-License-Identifier: MIT
#include "scenes/bodies/bumpy_sphere.h"

#include "scenes/bodies/icosphere.h"

namespace tactus::scenes {

Shape bumpy_sphere(std::uint32_t triangles, std::uint64_t seed)
{
    Shape shape = icosphere(triangles);
    const TravellingWaves bumps(
        Random(seed, 1),
        {.count = 8, .shortest = 0.35, .longest = 0.9, .slowest = 0.0, .fastest = 0.0, .height = 0.14});
    for (Point& p : shape.points)
        p = p * (1.0 + bumps.height(p, 0.0));
    return shape;
}

TravellingWaves bumpy_sphere_waves(std::uint64_t seed)
{
    return TravellingWaves(
        Random(seed, 2), {.count = 5, .shortest = 0.5, .longest = 1.6, .slowest = 0.7, .fastest = 2.3, .height = 0.03});
}

} // namespace tactus::scenes
