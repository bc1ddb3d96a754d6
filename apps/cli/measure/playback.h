// SPDX-License-Identifier: MIT
// A world that is given one frame after another, with the clock running.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tactus/tactus.h>

#include "cli/measure/stopwatch.h"
#include "cli/scenes/structures.h"
#include "scenes/scene_bodies.h"

namespace tactus::cli {

struct PlaybackOptions {
    Structure structure = Structure::refit_bvh;
    std::uint32_t threads = 1;
    bool neighbours = false; ///< also pairs of a body's own triangles that share a vertex and meet in more
};

/// A body as it lies at the beginning.
struct PlaybackBody {
    std::span<const TriangleIndices> triangles;
    std::span<const Vec3> positions;
    bool self_collision = false;
};

struct FrameResult {
    double update_ms = 0.0;
    double query_ms = 0.0;
    std::size_t pairs = 0;
    std::uint64_t hash = 0;

    double total_ms() const { return update_ms + query_ms; }
};

class Playback {
public:
    static Result<Playback> create(std::span<const PlaybackBody> bodies, const PlaybackOptions& options);

    /// The bodies of a scene at its first frame. The scene must outlive them.
    static Result<Playback> create(const scenes::Scene& scene, const PlaybackOptions& options);

    /// Gives every body its positions and finds the pairs.
    Result<FrameResult> step(std::span<const std::span<const Vec3>> positions);
    /// Goes to a frame of the scene, with the edits that come before it, and finds the pairs. Edits are timed by
    /// themselves, and are in no frame's times.
    Result<FrameResult> step(std::uint32_t frame);

    /// Finds the pairs as the bodies lie, without moving them.
    FrameResult query();

    /// What the last step or query found.
    const PairReport& report() const { return *report_; }
    /// Of a scene, what bodies there are now.
    const scenes::SceneBodies& scene_bodies() const { return *scene_; }

    /// The intersecting pairs of all bodies, sorted.
    std::vector<TrianglePair> sorted_pairs() const;

    double build_ms() const { return build_ms_; }
    /// Kept for all bodies beyond the caller's arrays.
    std::size_t structure_bytes() const;
    /// Of each body that has a spherical octree, how many levels it has.
    std::vector<std::uint32_t> octree_levels() const;
    std::size_t scratch_bytes() const { return report_ == nullptr ? 0 : report_->scratch_bytes; }

private:
    std::vector<BodyId> ids() const;

    Playback(World world, std::uint32_t threads) : world_(std::move(world)), stopwatch_(threads) {}

    World world_;
    Stopwatch stopwatch_;
    std::vector<BodyId> ids_; ///< of bodies that are no scene's
    std::optional<scenes::SceneBodies> scene_;
    const PairReport* report_ = nullptr;
    double build_ms_ = 0.0;
};

/// The middle value; the mean of the two middle ones of an even number. Zero of none.
double median(std::vector<double> values);

} // namespace tactus::cli
