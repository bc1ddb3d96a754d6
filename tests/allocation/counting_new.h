// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tactus {

/// How often any thread of this program has asked operator new for memory.
std::size_t allocation_count();

/// How many pieces of memory are in use.
std::int64_t living_allocation_count();

/// How memory ends.
enum class Shortage {
    once,     ///< one piece is refused, all others are there
    for_good, ///< and none is there from then on
};

/// While it lives, operator new grants so many more pieces of memory, to all threads together, and then refuses.
class MemoryEnds {
public:
    MemoryEnds(std::size_t pieces, Shortage shortage);
    ~MemoryEnds();
    MemoryEnds(const MemoryEnds&) = delete;
    MemoryEnds& operator=(const MemoryEnds&) = delete;

    /// Whether it has refused.
    bool has_ended() const;
};

} // namespace tactus
