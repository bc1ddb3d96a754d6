// SPDX-License-Identifier: MIT
#include "opengl/picture/png_bytes.h"

#include <png.h>

namespace tactus {

Result<std::string> png_bytes(const Image& image)
{
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = image.width;
    png.height = image.height;
    png.format = PNG_FORMAT_RGB;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(png), '\0');
    png_alloc_size_t size = bytes.size();
    const bool done = png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr) != 0;
    const std::string why = png.message;
    png_image_free(&png);
    if (!done)
        return Error{ErrorCode::unavailable, "the picture cannot be made a PNG file: " + why};
    bytes.resize(size);
    return bytes;
}

} // namespace tactus
