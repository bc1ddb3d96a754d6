// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <tactus/result.h>

namespace tactus::io {

/// A refusal that names the file first.
Error file_error(const std::filesystem::path& path, std::string_view what);

/// The largest file that is read, 16 GiB. A pipe or a device does not say how much will come, so less is taken from it,
/// 1 GiB: an endless one must not take all the memory there is.
inline constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
inline constexpr std::uint64_t largest_stream = std::uint64_t{1} << 30;

/// How many bytes a file has; 0 for a pipe or a device, which cannot say. Refuses, before anything is read, a missing
/// file, a folder, a file without a byte and one larger than `largest_file`.
Result<std::uint64_t> readable_size(const std::filesystem::path& path);

/// The whole content of a file. Refuses what `readable_size` refuses, a stream that goes on after `largest_stream`, and
/// what cannot be read.
Result<std::string> read_bytes(const std::filesystem::path& path);

/// Replaces the file's content as a whole, see OutputFile. Refuses a place that cannot be written and a full disk.
Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes);

/// The path's ending without the dot, in small letters.
std::string extension_of(const std::filesystem::path& path);

} // namespace tactus::io
