// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <tactus/result.h>

#include "opengl/picture/image.h"

namespace tactus {

/// Refuses a path that no file can be written to, without writing one.
Result<void> check_png_path(const std::filesystem::path& path);

/// Writes an image as a PNG file. Where that fails halfway, no file is left.
Result<void> write_png(const std::filesystem::path& path, const Image& image);

} // namespace tactus
