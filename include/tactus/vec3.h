// SPDX-License-Identifier: MIT
#pragma once

namespace tactus {

/// A point or a direction, in metres unless a name says otherwise.
struct Vec3 {
    float x = 0.0f;
    float y = 0.0f;
    float z = 0.0f;

    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// The same in double precision.
struct DoubleVec3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    friend constexpr bool operator==(const DoubleVec3&, const DoubleVec3&) = default;
};

} // namespace tactus
