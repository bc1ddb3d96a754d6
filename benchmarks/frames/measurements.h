// SPDX-License-Identifier: MIT
// What is measured of Tactus alone. Each measurement prints what it does and gives its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tactus/result.h>

namespace tactus::frames {

/// A crowd of bodies that stay apart, a tenth of them moving: what a frame costs beside reading the moving ones once.
struct ManyBodiesResult {
    std::size_t bodies = 0;
    std::size_t moving = 0;
    std::size_t triangles = 0;       ///< of all bodies
    std::size_t moving_vertices = 0; ///< of the moving ones
    double frame_us = 0.0;           ///< medians: set_positions of the moving ones and find_pairs
    double update_us = 0.0;
    double query_us = 0.0;
    double plain_pass_us = 0.0;  ///< the box of each moving body by the loop that everyone writes
    double vector_pass_us = 0.0; ///< the same by vector instructions
    std::size_t pairs = 0;       ///< over all frames; the bodies are apart, so 0
};

Result<ManyBodiesResult> measure_many_bodies(std::uint32_t frames, std::uint32_t passes);

/// One moment of a long run.
struct LongRunSample {
    std::uint32_t frame = 0;
    std::size_t pairs = 0;
    double long_lived_us = 0.0; ///< query of the world that has lived since frame 0
    double fresh_us = 0.0;      ///< query of a world made at this frame
    double ratio = 0.0;         ///< the median of the two worlds' ratios, measured in turn
    bool same_pairs = true;
};

struct LongRunResult {
    std::uint32_t frames = 0;
    std::vector<LongRunSample> samples;
    double worst_ratio = 0.0;
    std::uint64_t rebuilt_subtrees = 0;
};

Result<LongRunResult> measure_long_run(std::uint32_t frames, std::uint32_t every, std::uint32_t repeats);

/// What a body keeps, and how long it takes to make one.
struct MemoryResult {
    std::string body;
    std::size_t triangles = 0;
    std::size_t vertices = 0;
    bool self_collision = false;
    double bytes_per_triangle = 0.0;
    double scratch_bytes_per_triangle = 0.0; ///< after a frame in contact
    double build_cpu_seconds = 0.0;          ///< of all bodies, adding them to the world included
};

Result<std::vector<MemoryResult>> measure_memory();

/// A body that is cut a little in every frame.
struct CuttingResult {
    std::string structure;
    std::size_t triangles = 0;     ///< of the body; another one like it touches it
    std::size_t cut_triangles = 0; ///< that are removed in a frame, and as many come in their place
    double uncut_us = 0.0;         ///< medians: a frame without cuts, positions and query
    double cut_us = 0.0;           ///< a frame with the edit
    double edit_us = 0.0;          ///< of that, the edit alone
    double contacts_edit_us = 0.0; ///< the same edit where contact queries are prepared for
    double rebuilt_us = 0.0;       ///< a frame in which the body is made anew instead
    bool same_pairs = true;        ///< as many as without cuts, whose places are filled again
};

Result<std::vector<CuttingResult>> measure_cutting(std::uint32_t frames);

} // namespace tactus::frames
