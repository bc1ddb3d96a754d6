// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/measure/error_curve.h"

namespace tactus::cli {

/// Two charts over microseconds as an SVG file: how wrong an answer can be, and how much of the exact one it has.
std::string curve_svg(const std::string& scene_name, std::uint32_t frame, const CurveReport& report);

} // namespace tactus::cli
