// SPDX-License-Identifier: MIT
// Bodies of every kind as plain data: meshes of all structures, posed, borrowed and edited ones, balls, grounds, tools
// and convex sets. They can be put into a world, and changed together with one.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "../cases/fuzz_case.h"
#include "../cases/random.h"

namespace tactus::fuzz::crowds {

enum class Kind { mesh, ball, ground, tool, convex };

struct Member {
    Kind kind = Kind::mesh;
    bool alive = true;
    FuzzMesh mesh;             ///< In its own coordinates.
    std::vector<char> removed; ///< By triangle.
    Pose pose = {};            ///< Of a mesh and of a convex set.
    Structure structure = Structure::refit_bvh;
    bool borrowed = false;
    bool self_collision = false;
    Vec3 centre = {}; ///< Of a ball; the pivot of a tool; the normal of a ground.
    Vec3 tip = {};    ///< Of a tool.
    float radius = 0.0f;
    float offset = 0.0f;                ///< Of a ground.
    std::vector<HalfSpace> half_spaces; ///< Of a convex set.

    /// Where the vertices of a mesh lie.
    std::vector<Vec3> positions() const;
};

struct Crowd {
    std::vector<Member> members;
    ContactSettings settings;
    float unit = 0.0f;    ///< Coordinates are multiples of it, unless it is 0.
    bool may_edit = true; ///< Changes may edit meshes.

    /// Whether a mesh has an edge that is not used as often in one direction as in the other.
    bool has_open_mesh() const;
};

/// Which kinds there are besides meshes, and how many members.
Crowd random_crowd(Random& random, std::uint32_t members, bool with_sets);

/// What may differ from world to world without changing an answer.
struct Choice {
    bool every_structure = false;
    Structure structure = Structure::refit_bvh;
    std::uint32_t workers = 1;
};

/// A world of the living members, who have the order of their places.
class CrowdWorld {
public:
    explicit CrowdWorld(const Crowd& crowd, const Choice& choice = {});
    /// A world in which bodies come in the same order as in another, which is in the state of the crowd.
    CrowdWorld(const Crowd& crowd, const CrowdWorld& like, const Choice& choice = {});

    World world;
    std::vector<BodyId> ids;
    /// The place of a body, or UINT32_MAX.
    std::uint32_t place(BodyId id) const;
    void add(const Crowd& crowd, std::uint32_t place, const Choice& choice);
    /// Gives positions to the world, which may borrow them.
    void set_positions(const Crowd& crowd, std::uint32_t place);

private:
    std::deque<std::vector<Vec3>> lent_;
};

/// Moves, poses, deforms, edits, removes or adds a member, there and in a world that is in the same state. Gives what
/// it did in words.
std::string change(Crowd& crowd, CrowdWorld& kept, Random& random);

/// The members in words and numbers, so that a case can be made again by hand.
std::string told(const Crowd& crowd);

} // namespace tactus::fuzz::crowds
