// SPDX-License-Identifier: MIT
// What `tactus tool` says of a run.
#pragma once

#include <string>

#include "cli/output/json.h"
#include "cli/tool/tool_options.h"
#include "cli/tool/touch_run.h"

namespace tactus::cli {

/// The touched faces, the first touch of a sweep, contacts where they were asked for, the road and the time.
std::string touch_text(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run);

/// The same as JSON, with every face.
Json touch_json(const ToolOptions& options, const ToolMotion& motion, const TouchRun& run);

} // namespace tactus::cli
