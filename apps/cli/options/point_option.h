// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus::cli {

/// Reads a point as a user writes it, three numbers with commas between them: "0.1,0,-0.25". A refusal names the
/// option, and says what is wrong and what to write.
Result<Vec3> parse_point(const std::string& option, const std::string& text);

} // namespace tactus::cli
