// SPDX-License-Identifier: MIT
// Numbers as people read them. JSON has them as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tactus/geometry.h>

#include "scenes/words/readable_number.h"

namespace tactus::cli {

using scenes::readable;

/// A number with so many significant digits and no zeros after them: "0.5", "12,300,000". Only what would take more
/// than six zeros before or after its digits stands with a power of ten, as "1.5e-30".
std::string readable(double number, int digits);

/// A point or a direction with six digits each: "(0.1, 0, -0.25)".
std::string point_text(const Vec3& point);

/// "1 pair", "2 pairs", "20,480 triangles".
std::string counted(std::size_t count, const std::string& noun);

/// Milliseconds with as many digits as are worth reading.
std::string milliseconds_text(double milliseconds);

/// A time with its unit: "200 us", "0.5 ms", "30 s".
std::string duration_text(double microseconds);

/// A count of bytes in words: "17.3 MB".
std::string bytes_text(std::size_t bytes);

} // namespace tactus::cli
