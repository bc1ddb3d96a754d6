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

} // namespace tactus
