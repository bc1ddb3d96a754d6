// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/output/json.h"
#include "scenes/scene_bodies.h"

namespace tactus::cli {

/// A line on what a scene's edits did and took; nothing where there were none.
std::string edits_text(const scenes::EditTotals& edits);

/// {"batches", "triangles_removed", "triangles_added", "triangles_rebuilt", "pieces", "mean_ms", "worst_ms"}
Json edits_json(const scenes::EditTotals& edits);

} // namespace tactus::cli
