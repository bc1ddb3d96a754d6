// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.h"
#include "contacts/encounters/encounter.h"
#include "geometry/features/inside.h"

namespace tactus {

/// Whether a point lies inside a closed body: its ray along +x is followed through the body's nodes, a step at a time.
class InsideQuery {
public:
    /// The body must stay as it is until the answer.
    void begin(Vec3 point, const ContactBody& body);
    void stop() { open_.clear(); }
    bool is_busy() const { return !open_.empty(); }
    /// Opens one node, or makes it ready for that.
    void step();
    /// When it is no longer busy. A point on the surface is not inside.
    bool is_inside() const { return count_.result().inside(); }

    std::size_t bytes() const { return open_.bytes(); }

private:
    ContactBody body_;
    Box ray_;
    ContainmentCount count_{Vec3{}};
    Buffer<std::uint32_t> open_;
};

} // namespace tactus
