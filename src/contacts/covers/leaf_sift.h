// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "contacts/encounters/encounter.h"
#include "contacts/features/intersecting_pair.h"
#include "contacts/front/front.h"

namespace tactus {

/// Finds which triangles of two leaves intersect, before anybody asks by which features: that takes little time, and
/// tells what depths are bounded by. A few at a time.
class LeafSift {
public:
    /// Takes at most 64 pairs that may be in contact.
    void begin(std::uint32_t handle, const RegionBounds& bounds, std::span<const TrianglePair> pairs);
    void stop() { is_busy_ = false; }
    bool is_busy() const { return is_busy_; }
    /// At most a work unit. Appends the pairs that intersect.
    void step(const ContactEncounter& encounter, Buffer<IntersectingPair>& intersecting);

    std::uint32_t handle() const { return handle_; }
    /// When it is no longer busy: whether any of the triangles can be in contact.
    bool has_candidates() const { return has_candidates_; }
    /// What is known of the contacts that they can have.
    const RegionBounds& bounds() const { return bounds_; }

private:
    bool is_busy_ = false;
    std::uint32_t handle_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t next_ = 0;
    bool has_candidates_ = false;
    RegionBounds whole_;
    RegionBounds bounds_;
    std::array<TrianglePair, 64> pairs_;
};

} // namespace tactus
