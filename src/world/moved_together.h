// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/buffer.h"
#include "base/parallel.h"

namespace tactus {

/// What moving several bodies at once needs, in memory that lasts from call to call.
struct MovedTogether {
    Workers nobody{1};             ///< For bodies that one worker moves alone.
    Buffer<std::uint8_t> is_named; ///< per body
    Buffer<std::uint8_t> is_moved; ///< per entry of the batch
};

} // namespace tactus
