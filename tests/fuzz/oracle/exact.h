// SPDX-License-Identifier: MIT
// Exact arithmetic of the oracles. Coordinates are scaled to whole numbers, so that nothing is ever divided: 128 bits
// where they are small, GMP's integers otherwise. Nothing here is shared with the library.
#pragma once

#include <array>
#include <cstdint>

#include <gmpxx.h>

namespace tactus::fuzz {

__extension__ typedef __int128 Int128;

inline int sign(const Int128& n) { return (n > 0) - (n < 0); }
inline int sign(const mpz_class& n) { return sgn(n); }
inline int sign(const mpq_class& n) { return sgn(n); }
inline double to_double(const Int128& n) { return static_cast<double>(n); }
inline double to_double(const mpz_class& n) { return n.get_d(); }

template <class N>
struct Point {
    N x = 0, y = 0, z = 0;
};

template <class N>
Point<N> operator-(const Point<N>& a, const Point<N>& b)
{
    return {N(a.x - b.x), N(a.y - b.y), N(a.z - b.z)};
}

template <class N>
N dot(const Point<N>& a, const Point<N>& b)
{
    return N(a.x * b.x + a.y * b.y + a.z * b.z);
}

template <class N>
Point<N> cross(const Point<N>& a, const Point<N>& b)
{
    return {N(a.y * b.z - a.z * b.y), N(a.z * b.x - a.x * b.z), N(a.x * b.y - a.y * b.x)};
}

/// A fraction with a positive denominator.
template <class N>
struct Ratio {
    N above = 0;
    N below = 1;

    bool is_zero() const { return sign(above) == 0; }
    double value() const { return to_double(above) / to_double(below); }
    friend bool operator==(const Ratio& a, const Ratio& b)
    {
        return sign(N(a.above * b.below - b.above * a.below)) == 0;
    }
    friend bool operator<(const Ratio& a, const Ratio& b) { return sign(N(a.above * b.below - b.above * a.below)) < 0; }
    /// Whether it is at most a whole number.
    bool at_most(const N& n) const { return sign(N(above - n * below)) <= 0; }
};

/// A squared distance, and which corners span the smallest feature that holds the nearest point: bit k for corner k.
template <class N>
struct Nearest {
    Ratio<N> squared;
    unsigned corners = 0;
};

template <class N>
Nearest<N> point_segment(const Point<N>& p, const Point<N>& a, const Point<N>& b)
{
    const Point<N> along = b - a, w = p - a;
    const N length = dot(along, along), t = dot(w, along);
    if (sign(t) <= 0)
        return {{dot(w, w), N(1)}, 1u};
    if (sign(N(t - length)) >= 0) {
        const Point<N> v = p - b;
        return {{dot(v, v), N(1)}, 2u};
    }
    return {{N(dot(w, w) * length - t * t), length}, 3u};
}

/// Signs of the weights of a point's projection into the triangle's plane; the normal must not be zero.
template <class N>
std::array<int, 3> projected_signs(const Point<N>& p, const std::array<Point<N>, 3>& t, const Point<N>& normal)
{
    std::array<int, 3> signs;
    for (int k = 0; k < 3; ++k) {
        const Point<N>& from = t[(k + 1) % 3];
        signs[k] = sign(dot(cross(Point<N>(t[(k + 2) % 3] - from), Point<N>(p - from)), normal));
    }
    return signs;
}

template <class N>
Nearest<N> point_triangle(const Point<N>& p, const std::array<Point<N>, 3>& t)
{
    const Point<N> normal = cross(Point<N>(t[1] - t[0]), Point<N>(t[2] - t[0]));
    const N squared = dot(normal, normal);
    if (sign(squared) != 0) {
        const std::array<int, 3> signs = projected_signs(p, t, normal);
        if (signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0) {
            const N height = dot(normal, Point<N>(p - t[0]));
            return {{N(height * height), squared}, (signs[0] ? 1u : 0u) | (signs[1] ? 2u : 0u) | (signs[2] ? 4u : 0u)};
        }
    }
    Nearest<N> best;
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        Nearest<N> side = point_segment(p, t[k], t[next]);
        side.corners = ((side.corners & 1u) << k) | (((side.corners >> 1) & 1u) << next);
        if (k == 0 || side.squared < best.squared)
            best = side;
    }
    return best;
}

template <class N>
Ratio<N> segment_segment(const Point<N>& p0, const Point<N>& p1, const Point<N>& q0, const Point<N>& q1)
{
    const Point<N> along_p = p1 - p0, along_q = q1 - q0, between = q0 - p0;
    const Point<N> normal = cross(along_p, along_q);
    const N squared = dot(normal, normal);
    if (sign(squared) != 0) {
        const N s = dot(cross(between, along_q), normal), t = dot(cross(between, along_p), normal);
        if (sign(s) >= 0 && sign(N(s - squared)) <= 0 && sign(t) >= 0 && sign(N(t - squared)) <= 0) {
            const N height = dot(normal, between);
            return {N(height * height), squared};
        }
    }
    Ratio<N> best = point_segment(p0, q0, q1).squared;
    for (const Ratio<N>& other :
         {point_segment(p1, q0, q1).squared, point_segment(q0, p0, p1).squared, point_segment(q1, p0, p1).squared})
        if (other < best)
            best = other;
    return best;
}

/// Whether a closed segment and a closed triangle have a point in common; either may be degenerate.
template <class N>
bool segment_meets_triangle(const Point<N>& p, const Point<N>& q, const std::array<Point<N>, 3>& t)
{
    const Point<N> normal = cross(Point<N>(t[1] - t[0]), Point<N>(t[2] - t[0]));
    const bool flat = sign(dot(normal, normal)) == 0;
    const int side_p = flat ? 0 : sign(dot(normal, Point<N>(p - t[0])));
    const int side_q = flat ? 0 : sign(dot(normal, Point<N>(q - t[0])));
    if (side_p * side_q > 0)
        return false;
    if (side_p == 0 && side_q == 0) {
        for (int k = 0; k < 3; ++k)
            if (segment_segment(p, q, t[k], t[(k + 1) % 3]).is_zero())
                return true;
        if (flat)
            return false;
        const std::array<int, 3> signs = projected_signs(p, t, normal);
        return signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0;
    }
    int positive = 0, negative = 0;
    for (int k = 0; k < 3; ++k) {
        const int s = sign(dot(cross(Point<N>(t[k] - p), Point<N>(t[(k + 1) % 3] - p)), Point<N>(q - p)));
        positive += s > 0;
        negative += s < 0;
    }
    return positive == 0 || negative == 0;
}

template <class N>
bool triangles_meet(const std::array<Point<N>, 3>& a, const std::array<Point<N>, 3>& b)
{
    for (int k = 0; k < 3; ++k)
        if (segment_meets_triangle(a[k], a[(k + 1) % 3], b) || segment_meets_triangle(b[k], b[(k + 1) % 3], a))
            return true;
    return false;
}

/// The square of the distance between two triangles; 0 where they meet.
template <class N>
Ratio<N> triangle_triangle(const std::array<Point<N>, 3>& a, const std::array<Point<N>, 3>& b)
{
    if (triangles_meet(a, b))
        return {N(0), N(1)};
    Ratio<N> least = point_triangle(a[0], b).squared;
    const auto keep = [&](const Ratio<N>& other) {
        if (other < least)
            least = other;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        keep(point_triangle(a[i], b).squared);
        keep(point_triangle(b[i], a).squared);
        for (std::size_t j = 0; j < 3; ++j)
            keep(segment_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
    return least;
}

} // namespace tactus::fuzz
