// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/result.h>

namespace tactus::io {

struct JsonMember;

/// What stands in a JSON text, with the line where it begins.
struct JsonValue {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool truth = false;
    std::string text; ///< of a number as it is written, of a string without escapes
    std::vector<JsonValue> items;
    std::vector<JsonMember> members;
    std::size_t line = 1;

    /// The member of this name; null where there is none.
    const JsonValue* find(std::string_view name) const;
};

struct JsonMember {
    std::string name;
    JsonValue value;
};

/// Reads a JSON text (RFC 8259) of at most 64 nested lists. Refuses what is not JSON with the file and the line.
Result<JsonValue> read_json(const std::filesystem::path& path, std::string_view bytes);

} // namespace tactus::io
