// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/result.h>

#include "cli/tool/tool_options.h"
#include "io/mesh_file.h"

namespace tactus::cli {

/// The mesh that the tool is held against: that of a file or, where there is no such file, of the shape of this name.
Result<io::Mesh> organ_mesh(const ToolOptions& options);

} // namespace tactus::cli
