// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/result.h>

namespace tactus::io {

enum class PlyEncoding { ascii, little_endian, big_endian };

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t size_of(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;
    bool is_list = false;
    PlyType count_type = PlyType::uint8; ///< of a list
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;
    std::size_t line_count = 0; ///< lines that the header takes
    std::size_t byte_count = 0; ///< bytes that the header takes
};

Result<PlyHeader> read_ply_header(const std::filesystem::path& path, std::string_view bytes);

} // namespace tactus::io
