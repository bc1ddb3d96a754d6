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

/// What touches at one frame, for a picture.
struct RigidMoment {
    std::uint32_t frame = 0;
    std::vector<Contact> contacts;
    std::vector<ContactForce> forces;
};

struct RigidRun {
    std::size_t vertices = 0; ///< of all meshes
    std::size_t triangles = 0;
    std::vector<RigidTimes> entries;
    std::vector<std::size_t> pairs_found; ///< per frame
    std::vector<std::size_t> contacts_found;
    std::vector<double> push;  ///< per frame, on the first body: newtons, the lengths of the contacts' forces added up
    RigidMoment most_contacts; ///< the frame that has most, with depths that are measured through the whole overlap

    std::size_t frames_with_pairs() const;
    std::size_t frames_without_contacts() const;
};

/// The mesh of a scene that is a sphere for the library: by its name, as the paper has spheres apart from polyhedra.
inline constexpr const char* sphere_of_scene = "ball";

/// Plays a scene of rigid bodies with each entry, frame by frame by turns. Contacts with the first body push by the
/// paper's equation 1: stiffness, damping and viscous friction, with the velocities of the poses. Refuses to give times
/// of answers that are not the same, and scenes in which a body deforms.
Result<RigidRun> run_rigid_scene(
    const scenes::Scene& scene, const std::vector<RigidEntry>& entries, std::uint32_t repeat,
    const std::function<void(double)>& progress);

} // namespace tactus::cli
