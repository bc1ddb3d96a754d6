// SPDX-License-Identifier: MIT
// Values as little-endian bytes, whatever the machine's own order is.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace tactus::io {

/// The value at a place that need not be aligned.
template <class T>
T little_endian_at(const char* place)
{
    char raw[sizeof(T)];
    std::memcpy(raw, place, sizeof(T));
    if constexpr (std::endian::native == std::endian::big)
        std::reverse(raw, raw + sizeof(T));
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
}

template <class T>
void append_little_endian(std::string& bytes, T value)
{
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if constexpr (std::endian::native == std::endian::big)
        std::reverse(raw, raw + sizeof(T));
    bytes.append(raw, sizeof(T));
}

} // namespace tactus::io
