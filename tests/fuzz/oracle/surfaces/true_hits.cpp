// SPDX-License-Identifier: MIT
#include "true_hits.h"

#include <cmath>
#include <optional>

namespace tactus::fuzz {

namespace {

using Whole = mpz_class;
using WholePoint = Point<Whole>;
using Way = std::optional<Ratio<Whole>>; ///< How far along the ray, if at all.

struct WholeRay {
    WholePoint origin, along;
};

bool is_zero(const WholePoint& p) { return sign(p.x) == 0 && sign(p.y) == 0 && sign(p.z) == 0; }

/// A place before the ray's begin is none.
Way way(const Whole& above, const Whole& below)
{
    const int side = sign(below);
    if (sign(above) * side < 0)
        return std::nullopt;
    return Ratio<Whole>{Whole(above * side), Whole(below * side)};
}

void keep_first(Way& first, const Way& other)
{
    if (other && (!first || *other < *first))
        first = other;
}

Way to_segment(const WholeRay& ray, const WholePoint& p, const WholePoint& q)
{
    const WholePoint edge = q - p, w = p - ray.origin, across = cross(ray.along, edge);
    if (is_zero(across)) {
        // They are parallel, or the segment is a point.
        if (!is_zero(cross(w, ray.along)))
            return std::nullopt;
        const Whole to_p = dot(w, ray.along), to_q = dot(WholePoint(q - ray.origin), ray.along);
        if (sign(to_p) * sign(to_q) <= 0)
            return Ratio<Whole>{0, 1};
        const Whole length = dot(ray.along, ray.along);
        return way(sign(Whole(to_p - to_q)) < 0 ? to_p : to_q, length);
    }
    if (sign(dot(w, across)) != 0)
        return std::nullopt;
    const Whole squared = dot(across, across), on_edge = dot(cross(w, ray.along), across);
    if (sign(on_edge) < 0 || sign(Whole(on_edge - squared)) > 0)
        return std::nullopt;
    return way(dot(cross(w, edge), across), squared);
}

Way to_triangle(const WholeRay& ray, const std::array<WholePoint, 3>& t)
{
    const WholePoint normal = cross(WholePoint(t[1] - t[0]), WholePoint(t[2] - t[0]));
    const Whole height = dot(normal, WholePoint(t[0] - ray.origin)), fall = dot(normal, ray.along);
    if (sign(fall) == 0) {
        if (sign(height) != 0)
            return std::nullopt;
        // The ray lies in the triangle's plane, or the triangle is a segment.
        Way first;
        if (!is_zero(normal)) {
            const std::array<int, 3> signs = projected_signs(ray.origin, t, normal);
            if (signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0)
                return Ratio<Whole>{0, 1};
        }
        for (std::size_t k = 0; k < 3; ++k)
            keep_first(first, to_segment(ray, t[k], t[(k + 1) % 3]));
        return first;
    }
    int positive = 0, negative = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const int s =
            sign(dot(cross(WholePoint(t[k] - ray.origin), WholePoint(t[(k + 1) % 3] - ray.origin)), ray.along));
        positive += s > 0;
        negative += s < 0;
    }
    if (positive && negative)
        return std::nullopt;
    return way(height, fall);
}

/// From outside to where the ray goes in, and from inside to where it comes out.
std::optional<Real> to_sphere(const WholeRay& ray, const WholePoint& centre, const Whole& radius)
{
    const WholePoint w = ray.origin - centre;
    const Whole a = dot(ray.along, ray.along), b = dot(w, ray.along), c = Whole(dot(w, w) - radius * radius);
    const Whole squared = Whole(b * b - a * c);
    if (sign(c) == 0)
        return real(0.0f);
    if (sign(squared) < 0 || (sign(c) > 0 && sign(b) >= 0))
        return std::nullopt;
    const Real root = sqrt(real(squared));
    Real at(0, real_bits);
    if (sign(c) > 0)
        at = (-real(b) - root) / real(a);
    else
        at = (-real(b) + root) / real(a);
    return at;
}

} // namespace

std::optional<bool> is_within(const Real& distance, float max_distance, double doubt)
{
    if (std::isinf(max_distance))
        return true;
    if (max_distance == 0.0f)
        return distance == 0;
    const double at = distance.get_d();
    if (static_cast<float>(at + doubt) <= max_distance)
        return true;
    if (static_cast<float>(at - doubt) > max_distance)
        return false;
    return std::nullopt;
}

std::vector<TrueHit>
true_hits(const std::vector<SurfacePart>& parts, const Vec3& origin, const Vec3& direction, const RayOptions& options)
{
    WholeNumbers whole(parts);
    whole.take(origin), whole.take(direction);
    const WholeRay ray = {whole(origin), whole(direction)};
    std::vector<TrueHit> hits;
    for (const SurfacePart& part : parts) {
        if (!(part.group & options.mask))
            continue;
        std::optional<Real> at;
        if (part.is_sphere)
            at = to_sphere(ray, whole(part.corners[0]), whole(part.radius));
        else if (const Way there = to_triangle(ray, whole(part.corners)))
            at = real(*there);
        const std::optional<bool> is_reached =
            at ? is_within(*at, options.max_distance, 1e-12 * (1.0 + at->get_d())) : false;
        if (is_reached.value_or(true))
            hits.push_back({part.name, *at, is_reached.has_value()});
    }
    return hits;
}

} // namespace tactus::fuzz
