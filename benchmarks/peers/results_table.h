// SPDX-License-Identifier: MIT
// The results as people and programs read them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/output/json.h"
#include "match.h"

namespace tactus::peers {

/// Everything one run found out.
struct RunResult {
    std::string command;
    std::vector<PeerInfo> peers;
    std::vector<MatchResult> matches;
    MatchOptions options;
};

/// The whole report in Markdown: the machine, the ratio table, how the pair sets agree, memory, threads.
std::string markdown_report(const RunResult& run);

cli::Json json_report(const RunResult& run);

/// Frames on which Tactus gave other pairs than the reference.
std::size_t differing_tactus_frames(std::span<const MatchResult> matches);

} // namespace tactus::peers
