// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/number_map.h"
#include "geometry/double_vector.h"

namespace tactus {

/// Adds up what is given for single vertices. The memory is kept.
///
/// A vertex takes part in a handful of contacts, so its sum is found by hashing, and only the sums are sorted: for
/// thousands of contacts that is a fraction of sorting all that was added.
class VertexSums {
public:
    struct Sum {
        std::uint32_t body = 0; ///< a number of the caller's
        std::uint32_t vertex = 0;
        DoubleVector force;
    };

    void clear();
    /// Terms of a vertex are added in the order of the calls.
    void add(std::uint32_t body, std::uint32_t vertex, DoubleVector force);
    /// Each vertex once, by body and vertex. Lives until the next call of the others; add only after clear.
    std::span<const Sum> sort();

    /// Bytes held.
    std::size_t bytes() const { return sums_.bytes() + places_.bytes(); }

private:
    Buffer<Sum> sums_;
    NumberMap places_; ///< of vertices among the sums
};

} // namespace tactus
