// SPDX-License-Identifier: MIT
#include "geometry/orientation.h"

#include "base/planted_fault.h"

namespace tactus::detail {

namespace {

bool is_exact(const ExactVector& v) { return v.x.error == 0.0 && v.y.error == 0.0 && v.z.error == 0.0; }

DoubleVector rounded(const ExactVector& v) { return {v.x.value, v.y.value, v.z.value}; }

// The minor a * b - c * d of plain doubles, as products.
struct Products {
    Rounded left;
    Rounded right;
};

Products products(double a, double b, double c, double d) { return {exact_product(a, b), exact_product(c, d)}; }

bool is_exact(const Products& p) { return p.left.error == 0.0 && p.right.error == 0.0; }

// Shewchuk's Two-Two-Diff.
Expansion<4> minor(const Products& p)
{
    const Rounded low = exact_difference(p.left.error, p.right.error);
    const Rounded middle = exact_sum(p.left.value, low.value);
    const Rounded next = exact_difference(middle.error, p.right.value);
    const Rounded top = exact_sum(middle.value, next.value);
    Expansion<4> result;
    result.append(low.error);
    result.append(next.error);
    result.append(top.error);
    result.append(top.value);
    return result;
}

Expansion<16> minor(Rounded a, Rounded b, Rounded c, Rounded d)
{
    return difference(product(expand(a), expand(b)), product(expand(c), expand(d)));
}

} // namespace

namespace {

// The determinant of plain doubles.
double exact_determinant(const DoubleVector& u, const DoubleVector& v, const DoubleVector& w)
{
    const Products px = products(v.y, w.z, v.z, w.y);
    const Products py = products(v.z, w.x, v.x, w.z);
    const Products pz = products(v.x, w.y, v.y, w.x);
    const Rounded mx = exact_difference(px.left.value, px.right.value);
    const Rounded my = exact_difference(py.left.value, py.right.value);
    const Rounded mz = exact_difference(pz.left.value, pz.right.value);
    // Coordinates of a similar size leave so many bits free that the minors are doubles.
    if (is_exact(px) && is_exact(py) && is_exact(pz) && mx.error == 0.0 && my.error == 0.0 && mz.error == 0.0)
        [[likely]] {
        const Rounded x = exact_product(u.x, mx.value);
        const Rounded y = exact_product(u.y, my.value);
        const Rounded z = exact_product(u.z, mz.value);
        const Rounded xy = exact_sum(x.value, y.value);
        const Rounded xyz = exact_sum(xy.value, z.value);
        if (TACTUS_FAULT(4) || (x.error == 0.0 && y.error == 0.0 && z.error == 0.0 && xy.error == 0.0)) [[likely]]
            return xyz.value;
        return to_double(sum(sum(expand(x), expand(y)), expand(z)));
    }
    return to_double(sum(sum(scaled(minor(px), u.x), scaled(minor(py), u.y)), scaled(minor(pz), u.z)));
}

} // namespace

double exact_determinant(const ExactVector& u, const ExactVector& v, const ExactVector& w)
{
    if (is_exact(u) && is_exact(v) && is_exact(w)) [[likely]]
        return exact_determinant(rounded(u), rounded(v), rounded(w));
    const auto x = product(minor(v.y, w.z, v.z, w.y), expand(u.x));
    const auto y = product(minor(v.z, w.x, v.x, w.z), expand(u.y));
    const auto z = product(minor(v.x, w.y, v.y, w.x), expand(u.z));
    return to_double(sum(sum(x, y), z));
}

double exact_minor(Rounded left_a, Rounded left_b, Rounded right_a, Rounded right_b)
{
    if (left_a.error == 0.0 && left_b.error == 0.0 && right_a.error == 0.0 && right_b.error == 0.0) [[likely]] {
        return to_double(minor(products(left_a.value, left_b.value, right_a.value, right_b.value)));
    }
    return to_double(minor(left_a, left_b, right_a, right_b));
}

} // namespace tactus::detail
