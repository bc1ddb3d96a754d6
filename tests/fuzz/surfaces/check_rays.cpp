// SPDX-License-Identifier: MIT
#include "check_surfaces.h"

#include <cmath>

#include "../cases/random.h"
#include "../checks/answer.h"
#include "../oracle/depths/inside.h"
#include "../oracle/scaled.h"

namespace tactus::fuzz {

namespace {

/// How far along the ray a triangle is, in units of the direction; infinite if its plane holds the ray.
double way_to(const MirrorBody& body, const TriangleIndices& t, const DoublePoint& from, const DoublePoint& direction)
{
    const DoublePoint a = to_double(body.positions[t[0]]), b = to_double(body.positions[t[1]]),
                      c = to_double(body.positions[t[2]]);
    const DoublePoint u = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const DoublePoint n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double down = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
    const double up = n[0] * (a[0] - from[0]) + n[1] * (a[1] - from[1]) + n[2] * (a[2] - from[2]);
    return std::fabs(down) > 1e-9 ? up / down : INFINITY;
}

} // namespace

void check_rays(Stage& stage, std::uint64_t seed, Findings& findings)
{
    const Mirror& mirror = stage.mirror();
    for (const MirrorBody& body : mirror.bodies)
        if (body.alive && !body.is_mesh())
            return;
    Random random(seed);
    for (int k = 0; k < 3 && (findings.wants("ray_hit") || findings.wants("ray_distance")); ++k) {
        const auto place = [&] { return static_cast<float>(random.between(-32, 32)) / 16.0f; };
        const auto way = [&] { return static_cast<float>(random.between(-4, 4)); };
        const Vec3 origin = {place(), place(), place()}, direction = {way(), way(), way()};
        if (direction == Vec3{})
            continue;
        // The ray is as good as a segment that reaches beyond everything.
        Mirror with_ray = mirror;
        MirrorBody ray;
        ray.alive = true;
        constexpr float far = 1024.0f;
        ray.positions = {
            origin, {origin.x + far * direction.x, origin.y + far * direction.y, origin.z + far * direction.z}};
        with_ray.bodies.push_back(ray);
        const Scaled<mpz_class> exact = scaled<mpz_class>(with_ray, 0.0f, scale_of(with_ray, 0.0f));
        bool hit = false, certain = true;
        double nearest = INFINITY;
        for (std::size_t b = 0; b < mirror.bodies.size(); ++b)
            for (std::size_t t = 0; mirror.bodies[b].alive && t < mirror.bodies[b].triangles.size(); ++t) {
                const TriangleIndices& indices = mirror.bodies[b].triangles[t];
                if (mirror.bodies[b].removed[t]
                    || !segment_meets_triangle(
                        exact.bodies.back().points[0], exact.bodies.back().points[1],
                        exact.bodies[b].triangle(indices)))
                    continue;
                hit = true;
                const double at = way_to(mirror.bodies[b], indices, to_double(origin), to_double(direction));
                certain = certain && std::isfinite(at);
                nearest = std::fmin(nearest, at);
            }
        const Result<RayHit> answer = stage.world().cast_ray(origin, direction);
        ++findings.counts.queries;
        if (!answer) {
            findings.add("ray_hit", "a ray was refused: " + answer.error().message);
            continue;
        }
        const std::string which = "ray from (" + std::to_string(origin.x) + " " + std::to_string(origin.y) + " "
                                  + std::to_string(origin.z) + ") along (" + std::to_string(direction.x) + " "
                                  + std::to_string(direction.y) + " " + std::to_string(direction.z) + ")";
        findings.expect(
            answer.value().hit == hit, "ray_hit",
            which + (hit ? " hits, and is said to miss" : " misses, and is said to hit"));
        if (hit && answer.value().hit && certain)
            findings.expect(
                std::fabs(static_cast<double>(answer.value().distance) - nearest) < 10 * slack(mirror), "ray_distance",
                which + " is said to hit after " + std::to_string(answer.value().distance) + ", not "
                    + std::to_string(nearest));
    }
}

} // namespace tactus::fuzz
