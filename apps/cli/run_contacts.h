// SPDX-License-Identifier: MIT
#pragma once

#include "cli/measure/playback.h"
#include "cli/options/contact_options.h"
#include "scenes/scene.h"

namespace tactus::cli {

/// Whether a scene is for a loop so fast that fingers feel it: contacts are what it is run for.
bool is_haptic(const scenes::Scene& scene);

/// Runs a scene with a contact query in every frame, and prints what came of it.
Result<int>
run_contacts(const scenes::Scene& scene, const PlaybackOptions& playback, const ContactOptions& contacts, bool json);

} // namespace tactus::cli
