// SPDX-License-Identifier: MIT
// One workload, every peer, in one run: the sequence played by each in turn, over and over, in process CPU time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "libraries/peer.h"

namespace tactus::peers {

struct MatchOptions {
    std::size_t passes = 5; ///< each frame counts with the fastest of its passes
    /// CPU seconds a peer may use on a workload. A slow one sits frames out, or plays fewer passes; the reference and
    /// Tactus play every frame of the first pass whatever it takes.
    double allowance_seconds = 6.0;
};

/// How a peer's pair sets differ from the reference's, over the frames it played.
struct Difference {
    std::size_t frames = 0;
    std::size_t missing = 0;
    std::size_t extra = 0;
};

struct PeerTimes {
    std::string name;
    std::size_t frames_played = 0;
    std::size_t passes_played = 0;
    double update_ms = 0.0; ///< medians over the frames played
    double query_ms = 0.0;
    double total_ms = 0.0;
    double worst_ms = 0.0;
    double build_ms = 0.0;
    Difference difference;
    Footprint footprint;
};

struct MatchResult {
    std::string workload;
    std::size_t triangles = 0; ///< of all meshes together
    std::size_t frames = 0;
    std::size_t fewest_pairs = 0;
    std::size_t max_pairs = 0;
    std::string reference; ///< whose pair sets the others are compared with
    std::vector<PeerTimes> peers;
};

/// Plays a workload. The first peer is the reference.
MatchResult play_match(const Workload& workload, std::span<const PeerInfo> peers, const MatchOptions& options);

} // namespace tactus::peers
