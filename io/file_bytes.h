// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tactus/result.h>

namespace tactus::io {

/// A refusal that names the file first.
Error file_error(const std::filesystem::path& path, std::string_view what);

/// The whole content of a file. Refuses a missing file, a folder, a file without a byte, one that cannot be read.
Result<std::string> read_bytes(const std::filesystem::path& path);

/// Replaces the file's content. Refuses a place that cannot be written and a disk that is full.
Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes);

/// The path's ending without the dot, in small letters.
std::string extension_of(const std::filesystem::path& path);

} // namespace tactus::io
