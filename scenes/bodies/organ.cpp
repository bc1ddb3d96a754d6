// SPDX-License-Identifier: MIT
#include "scenes/bodies/organ.h"

#include "scenes/bodies/icosphere.h"
#include "scenes/travelling_waves.h"

namespace tactus::scenes {
namespace {

// Falls from 1 at the centre to 0 at the radius, smoothly at both.
double mound(Point place, Point centre, double radius)
{
    const Point away = place - centre;
    const double left = 1.0 - dot(away, away) / (radius * radius);
    return left > 0.0 ? left * left : 0.0;
}

// A wedge: one lobe large and high, the other thin and pointed, a notch between them, hollow below.
Point liver_point(Point n, double roughness)
{
    const double thin = 0.5 * (1.0 + n.x);
    const double thickness = mix(0.56, 0.16, smooth_step(thin));
    const double depth = mix(0.68, 0.36, smooth_step(thin));
    const double notch = 1.0 - 0.26 * mound(n, {0.25, -0.95, 0.0}, 0.8);
    const double scale = notch + roughness;
    Point p = {n.x * scale, n.y * depth * scale, n.z * thickness * scale};
    p.z += 0.16 * (1.0 - p.x * p.x) - 0.22 * mound(n, {-0.1, 0.1, -1.0}, 0.9) * n.z;
    p.y += 0.12 * p.x * p.x;
    return p * 0.12;
}

// A bean, bent about the hollow where its vessels enter.
Point kidney_point(Point n, double roughness)
{
    const double hollow = 1.0 - 0.38 * mound(n, {0.0, -1.0, 0.0}, 0.85);
    const double scale = 1.0 + roughness;
    Point p = {n.x * scale, n.y * 0.58 * hollow * scale, n.z * 0.46 * scale};
    p.y -= 0.2 * p.x * p.x;
    return p * 0.08;
}

} // namespace

Shape organ(OrganKind kind, std::uint32_t triangles, std::uint64_t seed)
{
    return organ_over(kind, icosphere(triangles), seed);
}

Shape organ_over(OrganKind kind, Shape sphere, std::uint64_t seed)
{
    const TravellingWaves outline(
        Random(seed, 7), {.count = 6, .shortest = 0.8, .longest = 1.6, .slowest = 0.0, .fastest = 0.0, .height = 0.09});
    for (Point& p : sphere.points) {
        const double roughness = outline.height(p, 0.0);
        p = kind == OrganKind::liver ? liver_point(p, roughness) : kidney_point(p, roughness);
    }
    return sphere;
}

} // namespace tactus::scenes
