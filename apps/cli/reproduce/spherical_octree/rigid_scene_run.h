// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/papers.h>
#include <tactus/tactus.h>

#include "scenes/scene.h"

namespace tactus::cli {

/// How a rigid scene is searched.
struct RigidEntry {
    std::string name; ///< in words
    StructureChoice structure = {};
    papers::OctreeTraversal traversal = papers::OctreeTraversal::both_at_once;
};

/// What one of them took, frame by frame: microseconds of CPU time, set_pose of all that moved included, in the median
/// of the repeats.
struct RigidTimes {
    std::string name;
    std::vector<double> pairs;    ///< find_pairs
    std::vector<double> contacts; ///< find_contacts without a limit, and contact_forces
};

struct RigidRun {
    std::size_t vertices = 0; ///< of all bodies
    std::size_t triangles = 0;
    std::vector<RigidTimes> entries;
    std::vector<std::size_t> pairs_found; ///< per frame
    std::vector<std::size_t> contacts_found;

    std::size_t frames_with_pairs() const;
};

/// Plays a scene of rigid bodies with each entry, frame by frame by turns. Refuses to give times of answers that are
/// not the same, and scenes in which a body deforms.
Result<RigidRun> run_rigid_scene(
    const scenes::Scene& scene, const std::vector<RigidEntry>& entries, std::uint32_t repeat,
    const std::function<void(double)>& progress);

} // namespace tactus::cli
