// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tactus/tactus.h>

#include "scenes/scene.h"

namespace tactus::contacts {

/// A scene with the positions of its frames worked out, so that playing it costs nothing but the updates.
class PlayedScene {
public:
    /// At most so many frames, the first `skipped` ones left out; triangles as in scenes::SceneOptions.
    static Result<PlayedScene>
    make(std::string_view name, std::uint32_t triangles, std::uint32_t max_frames, std::uint32_t skipped = 0);

    /// A world with the bodies, prepared for contact queries, and their ids.
    Result<std::pair<World, std::vector<BodyId>>> make_world(const ContactSettings& settings) const;
    /// Gives the bodies their positions at a frame.
    Result<void> give(std::uint32_t frame, World& world, const std::vector<BodyId>& bodies) const;

    const std::string& name() const { return scene_.name; }
    std::uint32_t frame_count() const { return static_cast<std::uint32_t>(frames_.size()); }
    /// The frame after so many steps to and fro: always near the one before it.
    std::uint32_t to_and_fro(std::uint64_t step) const;
    std::size_t triangle_count() const;
    /// Metres: half a mean edge, as the benchmark's contact distance.
    float contact_distance() const { return contact_distance_; }

private:
    scenes::Scene scene_;
    std::vector<std::vector<std::vector<Vec3>>> frames_; ///< per frame and mesh
    float contact_distance_ = 0.0f;
};

} // namespace tactus::contacts
