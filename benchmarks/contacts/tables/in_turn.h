// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <tactus/tactus.h>

#include "contacts/sequences/played_scene.h"
#include "table.h"

namespace tactus::contacts {

/// One way to ask about the frames of a scene. Each has a world of its own.
struct Way {
    ContactSettings settings = {};
    bool asks_for_pairs = false; ///< find_pairs in place of find_contacts
    std::uint32_t workers = 1;
    /// Is asked for the budget of each query, right before it.
    std::function<Budget()> budget = [] { return Budget::unlimited(); };
};

/// What a way took and gave. Times are microseconds, and each frame counts with the fastest of its passes.
struct WayResult {
    double update_us = 0.0; ///< The mean over the frames.
    double query_us = 0.0;  ///< The mean over the frames.
    double worst_query_us = 0.0;
    double found = 0.0;            ///< Pairs or contacts of a frame, the mean.
    double vertices_inside = 0.0;  ///< How many vertices contacts push out of another body, in the mean of the frames.
    double work_units = 0.0;       ///< The work units of a query, in the mean.
    bool is_complete = true;       ///< Whether every answer was.
    std::uint64_t fingerprint = 0; ///< A hash of all contacts of the first pass, in their order.
};

enum class TimeOf : std::uint8_t { processor, wall };

/// Plays a scene: in each pass every way plays all frames, one way after the other, and who is first changes.
std::vector<WayResult>
play_in_turn(const PlayedScene& scene, std::span<const Way> ways, std::uint32_t passes, TimeOf time, const Tell& tell);

/// Adds a problem to the table if an answer about this scene was not complete.
void check_complete(const std::string& scene, std::span<const WayResult> results, Table& table);

} // namespace tactus::contacts
