// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>

#include <tactus/queries.h>
#include <tactus/result.h>

namespace tactus::cli {

/// Writes a line "a b" for each pair, in the order given.
Result<void> write_pairs(const std::filesystem::path& path, std::span<const TrianglePair> pairs);

/// Makes the folder, with those above it, unless it is there.
Result<void> make_folder(const std::filesystem::path& folder);

} // namespace tactus::cli
