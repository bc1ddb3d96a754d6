// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tactus {

/// What a search between two bodies, or of a body with itself, came to beside its pairs.
struct RefinementOutcome {
    bool complete = true;
    std::uint64_t open_pairs = 0; ///< pairs of parts that were left untested
};

} // namespace tactus
