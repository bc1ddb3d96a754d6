// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/measure/playback.h"
#include "cli/output/json.h"

namespace tactus::cli {

/// Many frames in a few numbers, times in milliseconds.
struct Summary {
    double median_update_ms = 0.0;
    double median_query_ms = 0.0;
    double median_total_ms = 0.0;
    std::size_t worst_frame = 0; ///< the one with the largest total
    std::size_t most_pairs_frame = 0;
    std::size_t frames_in_contact = 0;
};

Summary summarise(const std::vector<FrameResult>& frames);

/// A small table: median and worst frame of times and pairs.
std::string summary_text(const Summary& summary, const std::vector<FrameResult>& frames);

/// {"build_ms", "median_update_ms", "median_query_ms", "median_total_ms", "worst_total_ms", "structure_bytes",
/// "scratch_bytes", "frames": [{"frame", "update_ms", "query_ms", "pairs", "pair_hash"}]}
Json summary_json(const std::vector<FrameResult>& frames, const Playback& playback);

} // namespace tactus::cli
