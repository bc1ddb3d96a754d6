// SPDX-License-Identifier: MIT
// A fuzz case is plain data: what is put into a world, and what happens to it frame by frame. It can be made from a
// seed, taken apart piece by piece when something differs, and played again.
#pragma once

#include <cstdint>
#include <vector>

#include <tactus/tactus.h>

namespace tactus::fuzz {

struct FuzzMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

struct FuzzBody {
    bool present = true; ///< False once reduction has shown that the body is not needed.
    bool is_sphere = false;
    Vec3 centre = {};
    float radius = 0.0f;
    bool is_half_space = false;
    Vec3 normal = {0.0f, 0.0f, 1.0f};
    float offset = 0.0f;
    std::vector<FuzzMesh> parts; ///< More than one for a compound.
    Structure structure = Structure::refit_bvh;
    bool borrowed = false;
    bool self_collision = false;
    bool neighbours = false;
    CollisionFilter filter = {};
    std::uint32_t variant = 0; ///< Which options of its structure the body is made with; 0 for the defaults.
};

enum class StepKind {
    move,    ///< set_positions: the own coordinates moved by `offset` and shaken by `amplitude`
    pose,    ///< set_pose
    remove,  ///< edit: removes triangles
    add,     ///< edit: adds one vertex and triangles on it
    replace, ///< edit: removes triangles and puts the same ones back
    split,   ///< edit: splits what is not connected
    cut,     ///< edit: triangles from a number on get vertices of their own, and the body is split
    join,    ///< edit: another body becomes part of this one
    filter,  ///< set_filter
    allow,   ///< ignore_contacts, on or off
    attach,  ///< attach_vertices
    remove_body,
    ask_pairs,    ///< find_pairs within a few work units, so that the next query does not begin from nothing
    ask_contacts, ///< find_contacts within a few work units
};

/// Something that happens to a world. Numbers are taken modulo what there is, so that a step stays possible when others
/// have been left out; one that is not possible does nothing.
struct Step {
    StepKind kind = StepKind::move;
    std::uint32_t body = 0;
    std::uint32_t other = 0;
    std::vector<std::uint32_t> numbers;
    Vec3 offset = {};
    float amplitude = 0.0f;
    float unit = 0.0f; ///< Coordinates are rounded to multiples of this; 0 for none.
    std::uint64_t seed = 0;
    Pose pose = {};
    CollisionFilter filter = {};
    bool flag = false;
};

struct FuzzFrame {
    std::uint64_t salt = 0; ///< What is asked in this frame is chosen by it.
    std::vector<Step> steps;
};

struct FuzzCase {
    std::uint64_t seed = 0;
    std::uint32_t worker_count = 1;
    ContactSettings settings = {};
    Material material = {};
    std::vector<FuzzBody> bodies;
    std::vector<FuzzFrame> frames; ///< The first one is asked about as the bodies were added, if it has no steps.
};

/// A random case. The same seed gives the same case on every machine.
FuzzCase random_case(std::uint64_t seed);

} // namespace tactus::fuzz
