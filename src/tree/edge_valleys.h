// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

namespace tactus {

struct BodySurface;

/// Which edges of triangles lie in valleys: seen from one side of a triangle, the surface rises beyond them. Nothing
/// on that side is nearest to such an edge between its ends, if it is nearer to one inner point of the edge than to
/// all others: it is nearer to one of the faces.
///
/// Found when somebody first asks after the surface has moved, and remembered. Several workers may ask at once.
class EdgeValleys {
public:
    /// The edges that lie in valleys as seen from above their triangle, where its normal points: bit k for edge k. As
    /// seen from below, bit 3 + k.
    static constexpr unsigned above_bits = 0b000111;
    static constexpr unsigned below_bits = 0b111000;

    /// Nobody knows of any.
    EdgeValleys() = default;
    /// There is a number for each triangle, zero before anybody has asked, and they must stay. The surface has been in
    /// so many states before this one.
    EdgeValleys(std::span<std::uint64_t> known, std::uint64_t states_before) : known_(known), state_(states_before + 1)
    {
    }

    /// Those of a triangle of the surface that these are the valleys of. Only what is certain in doubles counts.
    unsigned of(const BodySurface& surface, std::uint32_t triangle) const
    {
        if (known_.empty())
            return 0;
        const std::uint64_t known = std::atomic_ref(known_[triangle]).load(std::memory_order_relaxed);
        if (known >> 6 == state_) [[likely]]
            return known & 63;
        const unsigned found = find(surface, triangle);
        std::atomic_ref(known_[triangle]).store(state_ << 6 | found, std::memory_order_relaxed);
        return found;
    }

private:
    static unsigned find(const BodySurface& surface, std::uint32_t triangle);

    std::span<std::uint64_t> known_;
    std::uint64_t state_ = 0;
};

} // namespace tactus
