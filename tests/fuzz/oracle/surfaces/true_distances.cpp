// SPDX-License-Identifier: MIT
#include "true_distances.h"

#include <algorithm>

namespace tactus::fuzz {

namespace {

/// A bound from below on how far the boxes around two parts are apart, metres.
double gap_of_boxes(const SurfacePart& a, const SurfacePart& b)
{
    double squared = 0.0;
    for (float Vec3::*const axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const auto least = [&](const SurfacePart& part) {
            return static_cast<double>(std::min({part.corners[0].*axis, part.corners[1].*axis, part.corners[2].*axis}))
                   - static_cast<double>(part.radius);
        };
        const auto most = [&](const SurfacePart& part) {
            return static_cast<double>(std::max({part.corners[0].*axis, part.corners[1].*axis, part.corners[2].*axis}))
                   + static_cast<double>(part.radius);
        };
        const double gap = std::max({0.0, least(a) - most(b), least(b) - most(a)});
        squared += gap * gap;
    }
    return std::sqrt(squared) * (1 - 1e-9);
}

} // namespace

std::vector<TrueDistance> true_distances(const std::vector<SurfacePart>& parts, const Vec3& point)
{
    WholeNumbers whole(parts);
    whole.take(point);
    const Point<mpz_class> p = whole(point);
    std::vector<TrueDistance> distances;
    for (const SurfacePart& part : parts) {
        Real length = sqrt(real(point_triangle(p, whole(part.corners)).squared));
        length = abs(Real(length - real(whole(part.radius))));
        distances.push_back({part.name, whole.metres(length)});
    }
    return distances;
}

std::optional<Real> true_gap(const std::vector<SurfacePart>& parts, std::uint32_t place_a, std::uint32_t place_b)
{
    struct Candidate {
        const SurfacePart *a, *b;
        double least;
    };
    std::vector<SurfacePart> both;
    for (const SurfacePart& part : parts)
        if (part.name.first == place_a || part.name.first == place_b)
            both.push_back(part);
    std::vector<Candidate> candidates;
    for (const SurfacePart& a : both)
        for (const SurfacePart& b : both)
            if (a.name.first == place_a && b.name.first == place_b)
                candidates.push_back({&a, &b, gap_of_boxes(a, b)});
    std::sort(
        candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.least < b.least; });
    const WholeNumbers whole(both);
    std::optional<Real> gap;
    for (const Candidate& candidate : candidates) {
        if (gap && (*gap == 0 || *gap < candidate.least))
            break;
        Real length = sqrt(real(triangle_triangle(whole(candidate.a->corners), whole(candidate.b->corners))));
        length -= real(whole(candidate.a->radius)) + real(whole(candidate.b->radius));
        if (length < 0)
            length = 0;
        length = whole.metres(length);
        if (!gap || length < *gap)
            gap = length;
    }
    return gap;
}

} // namespace tactus::fuzz
