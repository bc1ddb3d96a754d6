// SPDX-License-Identifier: MIT
// A mirror's coordinates as whole numbers.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "../stage/mirror.h"
#include "exact.h"

namespace tactus::fuzz {

template <class N>
struct ScaledBody {
    std::vector<Point<N>> points; ///< Of the vertices; of a sphere, its centre alone.
    N radius = 0;

    std::array<Point<N>, 3> triangle(const TriangleIndices& t) const
    {
        return {points[t[0]], points[t[1]], points[t[2]]};
    }
};

template <class N>
struct Scaled {
    std::vector<ScaledBody<N>> bodies;
    N distance = 0;    ///< The contact distance.
    double unit = 1.0; ///< How long 1 is, in metres.
};

/// By which power of two coordinates, radii and the distance are multiplied to be whole numbers, and how many bits the
/// largest has then.
struct Scale {
    int power = 0;
    int bits = 0;
};
Scale scale_of(const Mirror& mirror, float distance);

/// Which bits some floats have: the lowest and the highest of all.
struct UsedBits {
    int lowest = 1000;
    int highest = -1000;

    void take(float value);
    void take(const Vec3& p) { take(p.x), take(p.y), take(p.z); }
    Scale scale() const { return lowest > highest ? Scale{} : Scale{-lowest, highest - lowest}; }
};

void set_scaled(Int128& to, float value, int power);
void set_scaled(mpz_class& to, float value, int power);

template <class N>
void set_scaled(Point<N>& to, const Vec3& p, int power)
{
    set_scaled(to.x, p.x, power);
    set_scaled(to.y, p.y, power);
    set_scaled(to.z, p.z, power);
}

template <class N>
Scaled<N> scaled(const Mirror& mirror, float distance, const Scale& scale)
{
    Scaled<N> result;
    result.unit = std::ldexp(1.0, -scale.power);
    set_scaled(result.distance, distance, scale.power);
    for (const MirrorBody& body : mirror.bodies) {
        ScaledBody<N>& to = result.bodies.emplace_back();
        if (!body.alive)
            continue;
        const std::vector<Vec3> centre = {body.centre};
        for (const Vec3& p : body.is_sphere ? centre : body.positions)
            set_scaled(to.points.emplace_back(), p, scale.power);
        set_scaled(to.radius, body.radius, scale.power);
    }
    return result;
}

/// Calls with the coordinates in the cheapest numbers that hold everything the oracles compute.
template <class F>
void with_scaled(const Mirror& mirror, float distance, F&& call)
{
    const Scale scale = scale_of(mirror, distance);
    // Comparing two squared distances takes ten factors, and differences one bit more than coordinates.
    if (scale.bits <= 9)
        call(scaled<Int128>(mirror, distance, scale));
    else
        call(scaled<mpz_class>(mirror, distance, scale));
}

} // namespace tactus::fuzz
