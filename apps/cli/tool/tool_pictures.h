// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <tactus/result.h>

#include "cli/tool/tool_options.h"
#include "cli/tool/touch_run.h"
#include "io/mesh_file.h"

namespace tactus::cli {

/// Draws the organ with the touched triangles highlighted, the tool, and where it sweeps the triangle that it passed
/// through and the tool where it began, as a PNG file into a folder, which is made where it is missing. Gives the
/// file's name.
Result<std::vector<std::filesystem::path>>
draw_tool_picture(const ToolOptions& options, const ToolMotion& motion, const io::Mesh& organ, const TouchRun& run);

} // namespace tactus::cli
