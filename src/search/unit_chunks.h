// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tactus {

// Work units that are done in one go where nobody asks for a stop: enough to hide the hand-over to another worker, and
// more where there is no other.
inline constexpr std::size_t units_per_chunk = 8;
inline constexpr std::size_t units_alone = 32;

/// How many work units so many items take.
constexpr std::size_t units_for(std::size_t items, std::size_t items_per_unit)
{
    return (items + items_per_unit - 1) / items_per_unit;
}

} // namespace tactus
