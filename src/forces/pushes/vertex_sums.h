// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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

    void clear()
    {
        sums_.clear();
        places_.clear();
    }
    /// Terms of a vertex are added in the order of the calls.
    void add(std::uint32_t body, std::uint32_t vertex, DoubleVector force)
    {
        const auto next = static_cast<std::uint32_t>(sums_.size());
        const std::uint32_t place = places_.find_or_put(std::uint64_t(body) << 32 | vertex, next);
        if (place == next)
            sums_.push_back({body, vertex, force});
        else
            sums_[place].force = sums_[place].force + force;
    }
    /// Each vertex once, by body and vertex. Lives until the next call of the others; add only after clear.
    std::span<const Sum> sort()
    {
        std::sort(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) {
            return a.body != b.body ? a.body < b.body : a.vertex < b.vertex;
        });
        return sums_.span();
    }

    /// Bytes held.
    std::size_t bytes() const { return sums_.bytes() + places_.bytes(); }

private:
    Buffer<Sum> sums_;
    NumberMap places_; ///< of vertices among the sums
};

} // namespace tactus
