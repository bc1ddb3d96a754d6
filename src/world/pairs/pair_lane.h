// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "search/pairs/pair_search.h"
#include "world/pairs/pair_queries.h"

namespace tactus {

struct alignas(64) PairQueries::Lane {
    PairSearch search;
    Buffer<TrianglePair> pairs; ///< Those of its encounters, one after the other.
    std::uint64_t units = 0;    ///< What they have taken.

    std::size_t bytes() const { return search.scratch_bytes() + pairs.bytes(); }
};

} // namespace tactus
