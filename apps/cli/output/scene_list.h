// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tactus::cli {

/// The catalogue of scenes as a table.
std::string scene_list_text();

} // namespace tactus::cli
