// SPDX-License-Identifier: MIT
#include "sides.h"

#include <cmath>

#include "inside.h"

namespace tactus::fuzz {

namespace {

DoublePoint less(const DoublePoint& a, const DoublePoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double dot(const DoublePoint& a, const DoublePoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

DoublePoint cross(const DoublePoint& a, const DoublePoint& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Six times the volume, as a share of what it could be; negative if the triangles face inwards.
double share_of_volume(const MirrorBody& body)
{
    double volume = 0.0, size = 0.0;
    const DoublePoint origin = to_double(body.positions[0]);
    for (std::size_t t = 0; t < body.triangles.size(); ++t) {
        if (body.removed[t])
            continue;
        const auto& [a, b, c] = body.triangles[t];
        const DoublePoint p = to_double(body.positions[a]);
        const DoublePoint area = cross(less(to_double(body.positions[b]), p), less(to_double(body.positions[c]), p));
        volume += dot(less(p, origin), area);
        size += std::sqrt(dot(less(p, origin), less(p, origin)) * dot(area, area));
    }
    return size > 0.0 ? volume / size : 0.0;
}

} // namespace

void TurnedBodies::look(const Mirror& mirror)
{
    for (std::uint32_t place = 0; place < mirror.bodies.size(); ++place) {
        const MirrorBody& body = mirror.bodies[place];
        if (!body.alive || body.is_sphere || body.positions.empty())
            continue;
        const double share = share_of_volume(body);
        if (share != 0.0 && std::fabs(share) < 1e-4)
            turned_.insert(place);
        if (share == 0.0)
            continue;
        const auto [known, is_new] = faces_inwards_.insert({place, share < 0.0});
        if (known->second != (share < 0.0))
            turned_.insert(place);
    }
}

} // namespace tactus::fuzz
