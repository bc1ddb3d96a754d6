// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/output/json.h"

namespace tactus::cli {

/// The catalogue of scenes as a table.
std::string scene_list_text();

/// The catalogue of scenes as an array under "scenes".
Json scene_list_json();

} // namespace tactus::cli
