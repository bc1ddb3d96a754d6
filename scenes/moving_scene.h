// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenes/bodies/shape.h"
#include "scenes/scene.h"

namespace tactus::scenes {

/// When a frame is: seconds at the rate of the scene for what swings, and the share of the scene that has passed,
/// 0 at the first frame and 1 at the last, for what goes from one place to another.
struct Moment {
    std::uint32_t frame = 0;
    double seconds = 0.0;
    double progress = 0.0;
};

Moment moment_of(std::uint32_t frame, std::uint32_t frame_count, double frames_per_second = 60.0);

/// A mesh at rest and the rule that moves it. The rule must give the same for the same moment, always.
/// The points that edits add stand after the others from the beginning.
struct MovingMesh {
    using Move = std::function<void(const Moment& moment, std::span<const Point> rest, std::span<Vec3> out)>;

    std::string name;
    Shape rest;
    Move move;
    bool self_collision = false;
    std::vector<MeshEdit> edits = {}; ///< by frame; those after the last frame are left out
};

/// A rule that moves every point by itself: where(moment) gives the function from rest to place of that moment.
template <class Where>
MovingMesh::Move point_by_point(Where where)
{
    return [where](const Moment& moment, std::span<const Point> rest, std::span<Vec3> out) {
        const auto place = where(moment);
        for (std::size_t i = 0; i < rest.size(); ++i)
            out[i] = rounded(place(rest[i]));
    };
}

/// Puts the meshes together; name and description are filled in by the catalogue.
Scene moving_scene(std::uint32_t frame_count, std::vector<MovingMesh> meshes, double frames_per_second = 60.0);

} // namespace tactus::scenes
