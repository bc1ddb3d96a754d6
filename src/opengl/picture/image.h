// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Pixels of three bytes, red, green, blue, row after row from the top.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;

    std::uint8_t* pixel(std::uint32_t x, std::uint32_t y)
    {
        return rgb.data() + 3 * (static_cast<std::size_t>(y) * width + x);
    }
};

} // namespace tactus
