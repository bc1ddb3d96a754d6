// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus {

/// Entries [begin, end) of a worker's own list. Parts one after the other are the list that one worker would write.
struct PairPart {
    std::uint32_t worker = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// How many work units so many items take.
constexpr std::size_t units_for(std::size_t items, std::size_t items_per_unit)
{
    return (items + items_per_unit - 1) / items_per_unit;
}

} // namespace tactus
