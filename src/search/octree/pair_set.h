// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"

namespace tactus {

/// Pairs of numbers that have been met. Keeps its memory, and is quick to empty where it holds little.
class PairSet {
public:
    /// Whether the pair is new. No pair may have two UINT32_MAX.
    bool insert(std::uint32_t a, std::uint32_t b)
    {
        if (2 * (filled_.size() + 1) > slots_.size())
            grow();
        const std::uint64_t pair = std::uint64_t{a} << 32 | b;
        const std::size_t slot = slot_of(pair);
        if (slots_[slot] == pair)
            return false;
        slots_[slot] = pair;
        filled_.push_back(static_cast<std::uint32_t>(slot));
        return true;
    }

    void clear()
    {
        if (8 * filled_.size() > slots_.size())
            std::fill(slots_.begin(), slots_.end(), none);
        else
            for (const std::uint32_t slot : filled_)
                slots_[slot] = none;
        filled_.clear();
    }

    std::size_t size() const { return filled_.size(); }
    std::size_t bytes() const { return slots_.bytes() + filled_.bytes() + old_.bytes(); }

private:
    static constexpr std::uint64_t none = UINT64_MAX;

    /// Where the pair is, or where it belongs.
    std::size_t slot_of(std::uint64_t pair) const
    {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot =
            static_cast<std::size_t>((pair * 0x9e3779b97f4a7c15u) >> std::countl_zero(std::uint64_t{mask}));
        while (slots_[slot] != none && slots_[slot] != pair)
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow()
    {
        old_.clear();
        for (const std::uint32_t slot : filled_)
            old_.push_back(slots_[slot]);
        slots_.resize_uninitialised(std::max<std::size_t>(1024, 2 * slots_.size()));
        std::fill(slots_.begin(), slots_.end(), none);
        filled_.clear();
        for (const std::uint64_t pair : old_) {
            const std::size_t slot = slot_of(pair);
            slots_[slot] = pair;
            filled_.push_back(static_cast<std::uint32_t>(slot));
        }
    }

    Buffer<std::uint64_t> slots_; ///< a power of two, none where there is no pair
    Buffer<std::uint32_t> filled_;
    Buffer<std::uint64_t> old_;
};

} // namespace tactus
