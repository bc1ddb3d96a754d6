// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"

namespace tactus {

/// A list of pairs of box addresses, of tree a and of tree b.
struct BoxPairList {
    Buffer<std::uint32_t> a;
    Buffer<std::uint32_t> b;
    std::size_t count = 0;

    /// Room for so many pairs in all. The pairs stay; pointers to them do not.
    void reserve(std::size_t pairs)
    {
        a.resize_uninitialised(std::max(pairs, a.size()));
        b.resize_uninitialised(std::max(pairs, b.size()));
    }
    std::size_t bytes() const { return a.bytes() + b.bytes(); }
};

} // namespace tactus
