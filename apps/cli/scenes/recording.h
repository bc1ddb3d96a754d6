// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "io/sequence_file.h"
#include "scenes/scene_bodies.h"

namespace tactus::cli {

/// The frames of a scene in a sequence file, where one was asked for.
class Recording {
public:
    /// Begins the file, or nothing if the path is empty. Refuses a scene that a sequence cannot hold.
    static Result<Recording> create(const std::string& path, const scenes::Scene& scene);

    /// Adds the frame that the bodies are at.
    Result<void> add_frame(const scenes::SceneBodies& bodies);
    Result<void> finish();

private:
    std::optional<io::SequenceWriter> writer_;
    std::size_t mesh_count_ = 0;
};

/// What a user should know of a recording of this scene: how to play it, and what is not in it.
std::string recording_text(const std::string& path, const scenes::Scene& scene);

} // namespace tactus::cli
