// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/tactus.h>

#include "libraries/peer.h"
#include "scenes/scene.h"

namespace tactus::contacts {

class PlayedScene;

/// A world with the bodies of a scene.
struct PlayedWorld {
    World world;
    std::vector<BodyId> bodies = {};
    std::vector<BodyPositions> moved = {};

    /// Gives the bodies their positions at a frame, all in one call.
    Result<void> give(const PlayedScene& scene, std::uint32_t frame);
};

/// A scene with the positions of its frames worked out, so that playing it costs nothing but the updates.
class PlayedScene {
public:
    /// Keeps at most so many frames, the first `skipped` ones left out.
    PlayedScene(scenes::Scene scene, std::uint32_t max_frames, std::uint32_t skipped = 0);

    /// A scene by its name; triangles as in scenes::SceneOptions.
    static Result<PlayedScene>
    make(std::string_view name, std::uint32_t triangles, std::uint32_t max_frames, std::uint32_t skipped = 0);
    /// A scene by its name that goes on for 60 frames, as in the peers' table, or 15 frames from the middle of it.
    static Result<PlayedScene> make_sequence(std::string_view name, std::uint32_t triangles, bool is_quick);
    /// A scene by its name, as it is by itself, from where its bodies begin to touch.
    static Result<PlayedScene> make_touching(std::string_view name, std::uint32_t max_frames);

    /// A world with the bodies, prepared for contact queries.
    Result<PlayedWorld> make_world(const ContactSettings& settings, std::uint32_t workers = 1) const;
    /// A world with the bodies that has not been asked for contacts yet.
    Result<PlayedWorld> make_fresh_world(const ContactSettings& settings, std::uint32_t workers = 1) const;
    /// Makes the scene's frames a workload for the libraries that Tactus is compared with: every two bodies meet.
    peers::Workload workload() const;

    const std::string& name() const { return scene_.name; }
    std::uint32_t frame_count() const { return static_cast<std::uint32_t>(frames_.size()); }
    /// The positions of every mesh at a frame.
    const peers::Frame& frame(std::uint32_t number) const { return frames_[number]; }
    /// The frame after so many steps to and fro: always near the one before it.
    std::uint32_t to_and_fro(std::uint64_t step) const;
    std::size_t triangle_count() const;
    /// Metres: half a mean edge, as the benchmark's contact distance.
    float contact_distance() const { return contact_distance_; }

private:
    scenes::Scene scene_;
    std::vector<peers::Frame> frames_;
    float contact_distance_ = 0.0f;
};

} // namespace tactus::contacts
