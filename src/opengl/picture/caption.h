// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "opengl/picture/image.h"
#include "opengl/picture/picture.h"

namespace tactus {

/// Writes text at the bottom left of an image in a small bitmap font, as large as suits the image and as small as it
/// must be to fit; what still does not fit is cut off. Characters outside printable ASCII become a question mark.
void draw_caption(Image& image, std::string_view text);

/// Draws a square of each colour at the top left of an image, and beside it what it stands for, in the same font.
void draw_legend(Image& image, std::span<const PictureKey> legend);

} // namespace tactus
