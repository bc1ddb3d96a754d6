// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <tactus/result.h>

#include "cli/measure/contact_run.h"
#include "cli/measure/playback.h"
#include "cli/output/json.h"
#include "scenes/scene.h"

namespace tactus::cli {

/// Draws up to three frames as PNG files into a folder, which is made where it is missing: the first in contact, the
/// one with most pairs, and one half way between; the first, middle and last where nothing touches. Intersecting
/// triangles are highlighted, and every body has a colour of its own. Gives the files' names.
Result<std::vector<std::filesystem::path>> draw_scene_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<FrameResult>& frames,
    const PlaybackOptions& options);

/// Draws up to three frames with an arrow at each contact: the first in contact, the one with most contacts, and one
/// half way between; the first, middle and last where nothing touches. The contacts are those of queries without a
/// limit.
Result<std::vector<std::filesystem::path>> draw_contact_pictures(
    const std::filesystem::path& folder, const scenes::Scene& scene, const std::vector<ContactFrame>& frames,
    const ContactRunOptions& options);

/// Refuses a folder for pictures where this build cannot draw. An empty name asks for none.
Result<void> can_draw_into(const std::string& folder);

/// The names of pictures as an array.
Json pictures_json(const std::vector<std::filesystem::path>& pictures);

} // namespace tactus::cli
