// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.h"

namespace tactus {

/// The closed segment between two points, or the point it has collapsed to.
struct Segment {
    Vec3 begin;
    Vec3 end;

    friend constexpr bool operator==(const Segment&, const Segment&) = default;
};

} // namespace tactus
