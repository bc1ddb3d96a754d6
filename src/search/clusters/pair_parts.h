// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/planted_fault.h"

namespace tactus {

/// Entries [begin, end) of a worker's own list. Parts one after the other are the list that one worker would write.
struct PairPart {
    std::uint32_t worker = 0;
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
};

/// How many work units so many items take.
constexpr std::size_t units_for(std::size_t items, std::size_t items_per_unit)
{
    return (items + items_per_unit - 1) / items_per_unit;
}

inline std::size_t entry_count(std::span<const PairPart> parts)
{
    std::size_t count = 0;
    for (const PairPart& part : parts)
        count += part.size();
    return count;
}

/// Cuts parts into shorter ones of at most max_size entries, in the same order, and leaves out empty ones.
inline void cut_parts(std::span<const PairPart> parts, std::size_t max_size, Buffer<PairPart>& cut)
{
    cut.clear();
    for (const PairPart& part : parts)
        for (std::size_t begin = part.begin; begin < part.end; begin += max_size)
            cut.push_back({part.worker, begin, std::min(part.end, begin + max_size)});
    if (TACTUS_FAULT(117) && cut.size() > 1)
        cut.pop_back();
}

} // namespace tactus
