// SPDX-License-Identifier: MIT
// Sums and products of vectors, for the examples that simulate.
#pragma once

#include <cmath>
#include <concepts>

#include <tactus/geometry.h>

using tactus::DoubleVec3;
using tactus::Vec3;

template <class V>
concept Vector = std::same_as<V, Vec3> || std::same_as<V, DoubleVec3>;

template <Vector V>
V operator+(V a, V b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <Vector V>
V operator-(V a, V b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <Vector V>
V& operator+=(V& a, V b)
{
    return a = a + b;
}

template <Vector V>
V operator*(V a, decltype(V::x) s)
{
    return {a.x * s, a.y * s, a.z * s};
}

template <Vector V>
auto dot(V a, V b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <Vector V>
V cross(V a, V b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <Vector V>
auto length(V a)
{
    return std::sqrt(dot(a, a));
}

inline DoubleVec3 to_double(Vec3 a) { return {a.x, a.y, a.z}; }
