// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "base/threads/parallel.h"

namespace tactus {

/// A body of the batch that is updated in pieces.
struct InPieces {
    std::size_t entry = 0;
    std::size_t begin = 0; ///< its pieces, among those of all such bodies
    std::size_t end = 0;
};

/// What moving several bodies at once needs, in memory that lasts from call to call.
struct MovedTogether {
    Workers nobody{1};             ///< For bodies that one worker moves alone.
    Buffer<std::uint8_t> is_named; ///< per body
    Buffer<std::uint8_t> is_moved; ///< per entry of the batch
    Buffer<InPieces> in_pieces;
};

} // namespace tactus
