// SPDX-License-Identifier: MIT
// Seeded pairs of triangles of every kind that predicates have been known to get wrong.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

#include "geometry/triangle.h"
#include "geometry/triangle_pairs/triangle_batch.h"

namespace tactus {

inline void PrintTo(const Triangle& t, std::ostream* out)
{
    *out << std::hexfloat;
    for (const Vec3 p : {t.a, t.b, t.c})
        *out << "(" << p.x << ", " << p.y << ", " << p.z << ") ";
    *out << std::defaultfloat;
}

namespace cases {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// From 0 up to, but not including, count.
    int below(int count) { return static_cast<int>((bits() >> 33) % static_cast<std::uint64_t>(count)); }
    /// In [-1, 1).
    float unit() { return static_cast<float>(static_cast<std::int64_t>(bits()) >> 40) * 0x1p-23f; }
    Vec3 point() { return {unit(), unit(), unit()}; }
    Vec3 grid_point(int size)
    {
        return {static_cast<float>(below(size)), static_cast<float>(below(size)), static_cast<float>(below(size))};
    }
    /// Any finite float, exponents as likely as each other.
    float any_float()
    {
        for (;;) {
            const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits() >> 32));
            if (std::isfinite(value))
                return value;
        }
    }

private:
    std::uint64_t state_;
};

struct TrianglePairCase {
    Triangle a;
    Triangle b;
};

using SixPoints = std::array<Vec3, 6>;

inline TrianglePairCase as_pair(const SixPoints& p) { return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}}; }

inline float nudged(float value, int steps)
{
    for (; steps > 0; --steps)
        value = std::nextafterf(value, INFINITY);
    for (; steps < 0; ++steps)
        value = std::nextafterf(value, -INFINITY);
    return std::isfinite(value) ? value : 0.0f;
}

inline SixPoints on_grid(Random& random, int size)
{
    SixPoints p;
    for (Vec3& q : p)
        q = random.grid_point(size);
    return p;
}

inline SixPoints in_one_plane(Random& random)
{
    const Vec3 origin = random.grid_point(64);
    const Vec3 u = random.grid_point(9) - Vec3{4, 4, 4};
    const Vec3 v = random.grid_point(9) - Vec3{4, 4, 4};
    SixPoints p;
    for (Vec3& q : p) {
        const float i = static_cast<float>(random.below(7));
        const float j = static_cast<float>(random.below(7));
        q = {origin.x + u.x * i + v.x * j, origin.y + u.y * i + v.y * j, origin.z + u.z * i + v.z * j};
    }
    return p;
}

inline SixPoints needles(Random& random)
{
    SixPoints p;
    for (int side = 0; side < 2; ++side) {
        p[3 * side] = random.point();
        p[3 * side + 1] = random.point();
        p[3 * side + 2] = p[3 * side + random.below(2)] + random.point() * 0x1p-18f;
    }
    // Random needles miss each other: let the second pass by a point of the first.
    const Vec3 near = p[0] * 0.25f + p[1] * 0.75f + random.point() * 0x1p-19f;
    if (random.below(4) != 0)
        p[4] = near + (near - p[3]);
    return p;
}

// b is made of points that lie on a, or near it by rounding alone.
inline SixPoints touching(Random& random)
{
    SixPoints p;
    for (Vec3& q : p)
        q = random.below(2) != 0 ? random.point() : random.grid_point(5);
    const int kind = random.below(6);
    const float s = static_cast<float>(random.below(5)) * 0.25f;
    const float t = (1.0f - s) * static_cast<float>(random.below(5)) * 0.25f;
    const Vec3 on_a = p[0] * (1.0f - s - t) + p[1] * s + p[2] * t;
    switch (kind) {
    case 0:
        p[3] = on_a;
        break;
    case 1: // an edge of b passes through the point
        p[4] = on_a + (on_a - p[3]);
        break;
    case 2: // a common corner
        p[3] = p[random.below(3)];
        break;
    case 3: // a common edge
        p[3] = p[0];
        p[4] = p[1];
        break;
    case 4: // an edge of b along an edge of a
        p[3] = p[0] * 0.5f + p[1] * 0.5f;
        p[4] = p[1] + (p[1] - p[0]);
        break;
    default: // the same plane, to rounding
        p[3] = on_a;
        p[4] = p[1] + (p[1] - p[0]) * 0.5f;
        p[5] = p[2] + (p[2] - p[0]) * 0.25f;
        break;
    }
    return p;
}

inline SixPoints collapsed(Random& random)
{
    SixPoints p = random.below(2) != 0 ? on_grid(random, 4) : touching(random);
    for (int side = 0; side < 2; ++side) {
        Vec3* t = &p[3 * side];
        switch (random.below(4)) {
        case 0:
            t[2] = t[0];
            break;
        case 1:
            t[1] = t[2] = t[0];
            break;
        case 2:
            t[2] = t[0] * 0.5f + t[1] * 0.5f;
            break;
        default:
            break;
        }
    }
    return p;
}

inline SixPoints of_mixed_scales(Random& random)
{
    SixPoints p;
    for (Vec3& q : p)
        q = {random.any_float(), random.any_float(), random.any_float()};
    // Few such pairs come near each other: share some numbers.
    for (int copies = random.below(12); copies > 0; --copies) {
        float* from = &p[random.below(6)].x;
        float* to = &p[random.below(6)].x;
        const int axis = random.below(3);
        to[axis] = nudged(from[axis], random.below(3) - 1);
    }
    for (Vec3& q : p)
        if (random.below(4) == 0)
            q = {
                random.below(2) != 0 ? 0.0f : -q.x, random.below(2) != 0 ? 0.0f : -q.y,
                random.below(2) != 0 ? 0.0f : q.z};
    return p;
}

inline void scale(SixPoints& points, Random& random)
{
    static constexpr std::array<float, 10> scales = {1.0f,   1.0f,      0.1f,  1e-3f, 1e-10f,
                                                     1e-30f, 0x1p-149f, 1e10f, 1e30f, 0x1p120f};
    const float whole = scales[random.below(10)];
    Vec3 factor = {whole, whole, whole};
    if (random.below(6) == 0)
        factor = {scales[random.below(10)], scales[random.below(10)], scales[random.below(10)]};
    for (Vec3& q : points) {
        q = {q.x * factor.x, q.y * factor.y, q.z * factor.z};
        if (random.below(24) == 0)
            q = q * scales[random.below(10)];
        if (!is_finite(q))
            q = {};
    }
}

/// The number-th pair of a seed's sequence.
inline TrianglePairCase triangle_pair(std::uint64_t seed, std::uint64_t number)
{
    Random random(seed * 0x2545f4914f6cdd1du + number);
    SixPoints p;
    switch (number % 8) {
    case 0:
        for (Vec3& q : p)
            q = random.point();
        break;
    case 1:
        p = on_grid(random, 2 + random.below(4));
        break;
    case 2:
        p = in_one_plane(random);
        break;
    case 3:
        p = needles(random);
        break;
    case 4:
    case 5:
        p = touching(random);
        break;
    case 6:
        p = collapsed(random);
        break;
    default:
        return as_pair(of_mixed_scales(random));
    }
    if (random.below(3) == 0)
        scale(p, random);
    if (random.below(3) == 0)
        for (int nudges = 1 + random.below(4); nudges > 0; --nudges) {
            float& value = (&p[random.below(6)].x)[random.below(3)];
            value = nudged(value, random.below(5) - 2);
        }
    return as_pair(p);
}

/// The same triangle with its corners in another order; 0 to 5.
inline Triangle reordered(const Triangle& t, int order)
{
    const std::array<Vec3, 3> p = {t.a, t.b, t.c};
    const int first = order % 3;
    const int step = order < 3 ? 1 : 2;
    return {p[first], p[(first + step) % 3], p[(first + 2 * step) % 3]};
}

/// Four points of one line through a lattice. Where that goes through 0, they are off by what a rotation leaves there.
inline std::array<Vec3, 4> points_almost_in_line(Random& random)
{
    const auto step = [&](int most) { return random.below(2 * most + 1) - most; };
    const int begin[3] = {step(4), step(4), step(4)}, along[3] = {step(2), step(2), step(2)};
    std::array<Vec3, 4> points;
    for (Vec3& point : points) {
        const int steps = step(4);
        float at[3];
        for (int axis = 0; axis < 3; ++axis) {
            const int place = begin[axis] + along[axis] * steps;
            at[axis] = place != 0 ? static_cast<float>(place) * 0.15f : static_cast<float>(step(2)) * 0x1p-53f;
        }
        point = {at[0], at[1], at[2]};
    }
    return points;
}

} // namespace cases
/// Triangles of one mesh, each with vertices of its own.
struct Soup {
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<Triangle> triangles;

    void add(const Triangle& t)
    {
        triangles.push_back(t);
        for (const Vec3 p : {t.a, t.b, t.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
    }
    // One float of padding is all that the kernel may read beyond the last vertex; sanitizers watch that it is.
    TriangleSource source()
    {
        positions.push_back(0.0f);
        positions.shrink_to_fit();
        return {positions.data(), indices.data()};
    }
};

} // namespace tactus
