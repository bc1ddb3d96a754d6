// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>

#include <tactus/vec3.h>

namespace tactus {

/// An axis-aligned box, faces included.
struct BucketBox {
    Vec3 lower;
    Vec3 upper;

    friend constexpr bool operator==(const BucketBox&, const BucketBox&) = default;
};

/// A box as two registers hold it; the fourth lanes mean nothing.
struct alignas(16) BucketLanes {
    float lower[4];
    float upper[4];

    static constexpr BucketLanes none()
    {
        constexpr float far = std::numeric_limits<float>::infinity();
        return {{far, far, far, far}, {-far, -far, -far, -far}};
    }
    static constexpr BucketLanes of(const BucketBox& box)
    {
        return {{box.lower.x, box.lower.y, box.lower.z, 0.0f}, {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
    }
    constexpr BucketBox box() const { return {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}}; }
};

namespace detail {

// Written so that a nan on the left changes nothing.
constexpr float smaller_of(float a, float b) { return a < b ? a : b; }
constexpr float larger_of(float a, float b) { return a > b ? a : b; }

} // namespace detail

/// Makes a box reach around another as well.
inline void include(BucketLanes& box, const BucketLanes& other)
{
    for (int lane = 0; lane < 4; ++lane) {
        box.lower[lane] = detail::smaller_of(other.lower[lane], box.lower[lane]);
        box.upper[lane] = detail::larger_of(other.upper[lane], box.upper[lane]);
    }
}

/// Whether two boxes have a point in common; touching faces do.
inline bool overlap(const BucketLanes& a, const BucketLanes& b)
{
    return (a.lower[0] <= b.upper[0]) & (b.lower[0] <= a.upper[0]) & (a.lower[1] <= b.upper[1])
        & (b.lower[1] <= a.upper[1]) & (a.lower[2] <= b.upper[2]) & (b.lower[2] <= a.upper[2]);
}

/// A point is a primitive of its own.
constexpr Vec3 reference_point(const Vec3& point) { return point; }
constexpr BucketBox bounding_box(const Vec3& point) { return {point, point}; }

/// Segments, triangles, tetrahedra, and any other convex hull of a few points.
template <std::size_t N>
    requires(N > 0)
constexpr BucketBox bounding_box(const std::array<Vec3, N>& corners)
{
    BucketBox box{corners[0], corners[0]};
    for (const Vec3& p : corners) {
        box.lower = {
            detail::smaller_of(p.x, box.lower.x), detail::smaller_of(p.y, box.lower.y),
            detail::smaller_of(p.z, box.lower.z)};
        box.upper = {
            detail::larger_of(p.x, box.upper.x), detail::larger_of(p.y, box.upper.y), detail::larger_of(p.z, box.upper.z)};
    }
    return box;
}

/// The middle of its box.
template <std::size_t N>
    requires(N > 0)
constexpr Vec3 reference_point(const std::array<Vec3, N>& corners)
{
    const auto [lower, upper] = bounding_box(corners);
    return {
        0.5f * lower.x + 0.5f * upper.x, 0.5f * lower.y + 0.5f * upper.y, 0.5f * lower.z + 0.5f * upper.z};
}

/// Anything that can say its reference point and its box, by functions that are found beside it. The point says which
/// bucket it goes to, and is best somewhere in the box; the box says what it can meet. Both must be finite.
///
///     namespace mine {
///     struct Capsule { tactus::Vec3 begin, end; float radius; };
///     tactus::Vec3 reference_point(const Capsule& c);
///     tactus::BucketBox bounding_box(const Capsule& c);
///     }
template <class T>
concept BucketPrimitive = requires(const T& primitive) {
    { reference_point(primitive) } -> std::convertible_to<Vec3>;
    { bounding_box(primitive) } -> std::convertible_to<BucketBox>;
};

} // namespace tactus
