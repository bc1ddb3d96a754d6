// SPDX-License-Identifier: MIT
// One scene, played with several numbers of workers in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tactus/result.h>

namespace tactus::threads {

struct Row {
    std::string name;
    std::string scene;
    std::uint32_t triangles = 0; ///< To a mesh, about; 0: as many as the scene has by itself.
    std::uint32_t bodies = 0;    ///< 0: as many as the scene has by itself.
    std::uint32_t frames = 60;
    float size = 1.0f; ///< Each mesh is shrunk about its middle by this factor.
};

/// What a number of workers took: medians over the frames, of each frame the fastest pass, in wall time.
struct WorkerTimes {
    std::uint32_t workers = 0;
    double frame_ms = 0.0; ///< The update and the query.
    double query_ms = 0.0;
};

struct PlayedRow {
    std::string name;
    std::size_t bodies = 0;
    std::size_t triangles = 0;
    std::size_t pairs = 0;          ///< In the last frame.
    std::size_t touching = 0;       ///< Bodies of the last frame that touch another one, or themselves.
    bool same_pairs = true;         ///< Whatever the number of workers.
    std::vector<WorkerTimes> times; ///< In the order of the numbers that were given.
};

/// When another number of workers has its turn, so that what disturbs the machine meets all.
enum class Turns {
    frames, ///< After every frame: helpers have gone to sleep since the one before, and caches hold other worlds.
    passes, ///< After all frames, which follow each other at once.
};

/// Plays a scene with each number of workers in turn.
Result<PlayedRow> play(const Row& row, std::span<const std::uint32_t> workers, std::size_t passes, Turns turns);

} // namespace tactus::threads
