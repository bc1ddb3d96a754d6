// SPDX-License-Identifier: MIT
// Squared distances of features in exact rational numbers: the least over all faces of the parameters' domain of the
// least squared norm on that face, if it is reached inside the domain.
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "geometry/rational_oracle.h"
#include "geometry/triangle.h"
#include "geometry/triangle_cases.h"

namespace tactus::oracle {

inline Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Point plus(const Point& a, const Point& b, const Rational& scale)
{
    return {a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale};
}
inline Point cross(const Point& a, const Point& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Collects the least |w|^2.
class LeastSquare {
public:
    void at(const Point& w)
    {
        const Rational squared = dot(w, w);
        if (!found_ || squared < least_)
            least_ = squared;
        found_ = true;
    }

    /// w + x u with x in [0, 1].
    void along(const Point& w, const Point& u)
    {
        at(w);
        at(plus(w, u, 1));
        const Rational whole = dot(u, u);
        if (whole == 0)
            return;
        const Rational x = -dot(w, u) / whole;
        if (x > 0 && x < 1)
            at(plus(w, u, x));
    }

    /// w + x u + y v where the squared norm is stationary, if it is so in one point and the domain holds it.
    template <typename Domain>
    void across(const Point& w, const Point& u, const Point& v, Domain holds)
    {
        const Rational uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
        const Rational whole = uu * vv - uv * uv;
        if (whole == 0)
            return;
        const Rational x = (uv * vw - vv * uw) / whole;
        const Rational y = (uv * uw - uu * vw) / whole;
        if (holds(x, y))
            at(plus(plus(w, u, x), v, y));
    }

    const Rational& value() const { return least_; }

private:
    bool found_ = false;
    Rational least_;
};

inline Rational squared_distance(Vec3 a, Vec3 b)
{
    const Point w = difference(exact(b), exact(a));
    return dot(w, w);
}

inline Rational squared_distance(Vec3 point, const Segment& s)
{
    LeastSquare least;
    least.along(difference(exact(s.begin), exact(point)), difference(exact(s.end), exact(s.begin)));
    return least.value();
}

inline Rational squared_distance(Vec3 point, const Triangle& t)
{
    const Point p = exact(point), a = exact(t.a), b = exact(t.b), c = exact(t.c);
    LeastSquare least;
    least.along(difference(a, p), difference(b, a));
    least.along(difference(b, p), difference(c, b));
    least.along(difference(c, p), difference(a, c));
    least.across(difference(a, p), difference(b, a), difference(c, a), [](const Rational& x, const Rational& y) {
        return x >= 0 && y >= 0 && x + y <= 1;
    });
    return least.value();
}

inline Rational squared_distance(const Segment& first, const Segment& second)
{
    const Point a = exact(first.begin), b = exact(first.end), c = exact(second.begin), d = exact(second.end);
    LeastSquare least;
    least.along(difference(c, a), difference(d, c));
    least.along(difference(c, b), difference(d, c));
    least.along(difference(c, a), difference(a, b));
    least.along(difference(d, a), difference(a, b));
    least.across(difference(c, a), difference(a, b), difference(d, c), [](const Rational& x, const Rational& y) {
        return x >= 0 && x <= 1 && y >= 0 && y <= 1;
    });
    return least.value();
}

inline bool at_most(const Rational& squared, float distance)
{
    const Rational limit(distance);
    return squared <= limit * limit;
}

/// Distances to try: nothing, a random one, everything, and the floats around the true one.
inline std::vector<float> telling_distances(const Rational& squared, cases::Random& random)
{
    const float root = static_cast<float>(std::sqrt(squared.get_d()));
    const float nearest = std::isfinite(root) ? root : 0x1p127f;
    std::vector<float> distances = {0.0f, 0x1p-149f, 3.4e38f, std::fabs(random.unit()), std::fabs(random.any_float())};
    for (int steps = -2; steps <= 2; ++steps)
        distances.push_back(std::fabs(cases::nudged(nearest, steps)));
    return distances;
}

} // namespace tactus::oracle
