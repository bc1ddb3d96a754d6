// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include <tactus/geometry.h>

namespace tactus {

/// An axis-aligned box, faces included.
struct BucketBox {
    Vec3 lower;
    Vec3 upper;

    friend constexpr bool operator==(const BucketBox&, const BucketBox&) = default;
};

namespace detail {

// A nan on the left changes nothing.
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__clang__)
// Here gcc makes branches of comparisons, and one instruction of these.
constexpr float smaller_of(float a, float b) { return __builtin_fminf(a, b); }
constexpr float larger_of(float a, float b) { return __builtin_fmaxf(a, b); }
#else
constexpr float smaller_of(float a, float b) { return a < b ? a : b; }
constexpr float larger_of(float a, float b) { return a > b ? a : b; }
#endif

// Four floats in one register. Compilers do not find that by themselves everywhere, so where there is a word for it we
// use it.
#if defined(__GNUC__)
using FourFloats = float __attribute__((vector_size(16)));
using FourInts = std::int32_t __attribute__((vector_size(16)));
inline FourFloats smaller_of(FourFloats a, FourFloats b) { return a < b ? a : b; }
inline FourFloats larger_of(FourFloats a, FourFloats b) { return a > b ? a : b; }
#else
struct alignas(16) FourFloats {
    float lane[4];
    constexpr float& operator[](int k) { return lane[k]; }
    constexpr float operator[](int k) const { return lane[k]; }
};
inline FourFloats smaller_of(const FourFloats& a, const FourFloats& b)
{
    return {smaller_of(a[0], b[0]), smaller_of(a[1], b[1]), smaller_of(a[2], b[2]), smaller_of(a[3], b[3])};
}
inline FourFloats larger_of(const FourFloats& a, const FourFloats& b)
{
    return {larger_of(a[0], b[0]), larger_of(a[1], b[1]), larger_of(a[2], b[2]), larger_of(a[3], b[3])};
}
#endif

/// Four floats from anywhere.
inline FourFloats four_of(const float* from)
{
    FourFloats four;
    std::memcpy(&four, from, sizeof(four));
    return four;
}

} // namespace detail

/// A box as two registers hold it; the fourth lanes mean nothing.
struct BucketLanes {
    detail::FourFloats lower;
    detail::FourFloats upper;

    static constexpr BucketLanes none()
    {
        constexpr float far = std::numeric_limits<float>::infinity();
        return {detail::FourFloats{far, far, far, far}, detail::FourFloats{-far, -far, -far, -far}};
    }
    static constexpr BucketLanes of(const BucketBox& box)
    {
        return {
            detail::FourFloats{box.lower.x, box.lower.y, box.lower.z, 0.0f},
            detail::FourFloats{box.upper.x, box.upper.y, box.upper.z, 0.0f}};
    }
    BucketBox box() const { return {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}}; }
};

/// Makes a box reach around another as well.
inline void include(BucketLanes& box, const BucketLanes& other)
{
    box.lower = detail::smaller_of(other.lower, box.lower);
    box.upper = detail::larger_of(other.upper, box.upper);
}

/// Whether two boxes have a point in common; touching faces do.
inline bool overlap(const BucketLanes& a, const BucketLanes& b)
{
#if defined(__GNUC__)
    const detail::FourInts both = (a.lower <= b.upper) & (b.lower <= a.upper);
    return (both[0] & both[1] & both[2]) != 0;
#else
    return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] && b.lower[1] <= a.upper[1]
           && a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
#endif
}

} // namespace tactus
