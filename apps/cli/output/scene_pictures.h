// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <tactus/result.h>

#include "cli/measure/playback.h"
#include "scenes/scene.h"

namespace tactus::cli {

/// Whether this build can draw at all.
bool can_draw_pictures();

/// Draws up to three frames as PNG files into a folder, which is made where it is missing: the first in contact, the
/// one with most pairs, and one half way between; the first, middle and last where nothing touches. Intersecting
/// triangles are highlighted, and every body has a colour of its own. Gives the files' names.
Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const PlaybackOptions& options);

} // namespace tactus::cli
