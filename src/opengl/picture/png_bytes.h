// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <tactus/result.h>

#include "opengl/picture/image.h"

namespace tactus {

/// An image as the bytes of a PNG file.
Result<std::string> png_bytes(const Image& image);

} // namespace tactus
