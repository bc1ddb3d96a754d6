// SPDX-License-Identifier: MIT
// One workload, every peer, in one run: the sequence played by each in turn, over and over, in process CPU time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    double mean_total_ms = 0.0;
    double worst_ms = 0.0;
    double build_ms = 0.0;
    Difference difference;
    Footprint footprint;
    double contacts = 0.0;  ///< Contacts of a frame, in the mean of the frames played.
    double max_depth = 0.0; ///< Metres: the mean over the frames played of the deepest contact of each.
    std::size_t touch_frames =
        0; ///< Frames on which it has contacts and the reference no pairs, or the other way round.
};

struct MatchResult {
    std::string workload;
    std::size_t triangles = 0; ///< of all meshes together
    std::size_t frames = 0;
    std::size_t fewest_pairs = 0;
    std::size_t max_pairs = 0;
    std::size_t all_pairs = 0; ///< of all frames together
    std::string reference;     ///< whose pair sets the others are compared with
    bool is_of_tool = false;   ///< pairs are triangles of the first mesh that are touched, each with the number 0
    std::vector<PeerTimes> peers;
};

/// Plays a workload. The first peer is the reference.
MatchResult play_match(const Workload& workload, std::span<const PeerInfo> peers, const MatchOptions& options);

/// Tactus against the fastest of the others on one workload.
struct Ratio {
    std::string fastest_peer;
    double fastest_ms = 0.0;
    double times_faster = 0.0;
    double times_faster_in_mean = 0.0; ///< The same peer's mean over its frames against the mean of Tactus.
};

/// What a library took, by its name; nothing where it sat out.
const PeerTimes* times_of(const MatchResult& match, std::string_view name);

/// Those whose names begin with Tactus are ours, and count as no peers. Nothing where ours or all others sat out.
std::optional<Ratio> ratio_of(const MatchResult& match, std::string_view ours = "Tactus");

} // namespace tactus::peers
