// SPDX-License-Identifier: MIT
// A scene with a contact query in every frame, each with its budget.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/options/budget_option.h"
#include "cli/scenes/scene_world.h"

namespace tactus::cli {

struct ContactRunOptions {
    SceneWorld::Options world;
    BudgetOption budget;
    bool with_forces = false;
    ForcePolicy policy = ForcePolicy::held;
    double rate = 0.0; ///< frames a second, each begun on its beat; 0 begins each when the one before is done
    /// Called after each frame with what was found, outside of what is timed. Forces are there where they are asked
    /// for. A refusal ends the run.
    std::function<Result<void>(
        std::size_t frame, const SceneWorld& bodies, const ContactReport& found, const ForceReport* forces)>
        after_frame = {};
};

/// The contact of a frame that is deepest, or where none is deep, nearest.
struct DeepestContact {
    float separation = 0.0f; ///< metres
    Vec3 point;
};

/// Times are microseconds of the thread's CPU time.
struct ContactFrame {
    double update_us = 0.0;
    double query_us = 0.0;
    double force_us = 0.0;
    bool complete = true;
    bool is_late = false; ///< on the wall clock, it was not done when the next one should have begun
    float worst_error = 0.0f;
    std::size_t confirmed = 0;
    std::optional<DeepestContact> deepest = {}; ///< of those that may push
    std::uint64_t open_pairs = 0;
    std::uint64_t node_tests = 0;
    std::uint64_t work_units = 0;
    double force = 0.0;        ///< newtons: the largest on any body
    double force_change = 0.0; ///< newtons: the largest change of the force on any body since the frame before
};

struct ContactRun {
    std::vector<ContactFrame> frames;
    scenes::EditTotals edits;
};

/// Runs every frame of a scene. `progress` is told after each how many are done.
Result<ContactRun> play_contacts(
    const scenes::Scene& scene, const ContactRunOptions& options, const std::function<void(std::size_t)>& progress);

} // namespace tactus::cli
