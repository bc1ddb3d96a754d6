// SPDX-License-Identifier: MIT
#include "spheres/maker/voronoi/grid_predicates.h"

#include <cmath>

#include "geometry/expansion.h"

namespace tactus {
namespace {

/// More than rounding does to a sum of products that each pass through at most six roundings, as a part of the sum of
/// their magnitudes: (1 + 2^-53)^6 - 1, the roundings of that sum itself, and the one of the bound.
constexpr double grid_error = 8.0 * 0x1p-53;

int sign_of(double value) { return (value > 0.0 ? 1 : 0) - (value < 0.0 ? 1 : 0); }

/// x + y + z of products whose factors are exact.
Expansion<6> exact_sum_of_products(double x0, double x1, double y0, double y1, double z0, double z1)
{
    return sum(sum(expand(exact_product(x0, x1)), expand(exact_product(y0, y1))), expand(exact_product(z0, z1)));
}

/// A sum of three products and the sum of their magnitudes.
struct Products {
    double x0, x1, y0, y1, z0, z1;

    double value() const { return x0 * x1 + y0 * y1 + z0 * z1; }
    double magnitude() const { return std::fabs(x0 * x1) + std::fabs(y0 * y1) + std::fabs(z0 * z1); }
    Expansion<6> exact() const { return exact_sum_of_products(x0, x1, y0, y1, z0, z1); }
};

} // namespace

int grid_orientation(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d)
{
    const DoubleVector u = b - a, v = c - a, w = d - a;
    const DoubleVector minors = cross(u, v);
    const Products determinant{minors.x, w.x, minors.y, w.y, minors.z, w.z};
    const double value = determinant.value();
    if (std::fabs(value) > grid_error * determinant.magnitude())
        return sign_of(value);
    return sign(determinant.exact());
}

int grid_in_sphere(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d, DoubleVector e)
{
    const DoubleVector p = a - e, q = b - e, r = c - e, s = d - e;
    const auto minor = [](DoubleVector u, DoubleVector v) { return u.x * v.y - v.x * u.y; };
    const double pq = minor(p, q), qr = minor(q, r), rs = minor(r, s), sp = minor(s, p), pr = minor(p, r),
                 qs = minor(q, s);
    // The four determinants of three rows each, by the last column, and the last column of the whole one.
    const Products without_s{p.z, qr, -q.z, pr, r.z, pq};
    const Products without_p{q.z, rs, -r.z, qs, s.z, qr};
    const Products without_q{r.z, sp, s.z, pr, p.z, rs};
    const Products without_r{s.z, pq, p.z, qs, q.z, sp};
    const double p2 = dot(p, p), q2 = dot(q, q), r2 = dot(r, r), s2 = dot(s, s);
    const double value =
        (p2 * without_p.value() - q2 * without_q.value()) + (r2 * without_r.value() - s2 * without_s.value());
    const double magnitude = p2 * without_p.magnitude() + q2 * without_q.magnitude() + r2 * without_r.magnitude()
                             + s2 * without_s.magnitude();
    if (std::fabs(value) > grid_error * magnitude)
        return sign_of(value);
    return sign(
        sum(difference(scaled(without_p.exact(), p2), scaled(without_q.exact(), q2)),
            difference(scaled(without_r.exact(), r2), scaled(without_s.exact(), s2))));
}

} // namespace tactus
