// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "cli/measure/playback.h"
#include "cli/options/contact_options.h"
#include "scenes/scene.h"

namespace tactus::cli {

/// Whether a scene is for a loop so fast that fingers feel it: contacts are what it is run for.
bool is_haptic(const scenes::Scene& scene);

/// Where the contacts of a scene go, beside the summary.
struct ContactOutputs {
    std::string record;   ///< A sequence for the frames, or nothing.
    std::string pictures; ///< A folder for three pictures, or nothing.
    bool json = false;
};

/// Runs a scene with a contact query in every frame, and prints what came of it. Gives the largest number of contacts
/// that a frame had.
Result<std::size_t> run_contacts(
    const scenes::Scene& scene, const PlaybackOptions& playback, const ContactOptions& contacts,
    const ContactOutputs& outputs);

} // namespace tactus::cli
