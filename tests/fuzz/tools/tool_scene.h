// SPDX-License-Identifier: MIT
// Tools among meshes, spheres and half-spaces as plain data, which can be made from a seed, put into a world, taken
// apart piece by piece, and written down as a program.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "../cases/fuzz_case.h"
#include "../cases/random.h"
#include "../oracle/depths/inside.h"
#include "../stage/mirror.h"

namespace tactus::fuzz::tools {

enum class SceneKind { mesh, tool, ball, ground };

struct SceneBody {
    SceneKind kind = SceneKind::mesh;
    FuzzMesh mesh; ///< The positions are those where the vertices lie now.
    std::vector<char> removed;
    Structure structure = Structure::refit_bvh;
    Vec3 pivot = {}, tip = {};
    Vec3 old_pivot = {}, old_tip = {}; ///< Where a tool that sweeps was before.
    bool sweep = false;
    Vec3 centre = {}; ///< Of a ball; the normal of a ground.
    float radius = 0.0f;
    float offset = 0.0f; ///< Of a ground.
    CollisionFilter filter = {};
    Thickness thickness = {};
    /// Those that leave the mesh, as the library has it, where the body can be a convex set as well.
    std::vector<HalfSpace> half_spaces;
    std::optional<Solid> judged; ///< What the oracle says of the mesh, if it was asked before and the mesh is the same.

    bool moves_its_pivot() const { return sweep && pivot != old_pivot; }
    bool has_moved() const { return sweep && (pivot != old_pivot || tip != old_tip); }
    /// The ends of the tool's volume: the old ones are the new ones where it stands.
    std::array<Vec3, 4> hull() const
    {
        return sweep ? std::array{pivot, tip, old_pivot, old_tip} : std::array{pivot, tip, pivot, tip};
    }
    std::vector<std::uint32_t> gone() const
    {
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t t = 0; t < removed.size(); ++t)
            if (removed[t])
                numbers.push_back(t);
        return numbers;
    }
};

struct ToolScene {
    std::vector<SceneBody> bodies;
    std::set<BodyPlaces> ignored;
    ContactSettings settings;
    Material material;
    float unit = 0.0f; ///< All coordinates and radii are multiples of it, unless it is 0.

    bool collide(std::uint32_t a, std::uint32_t b) const
    {
        const CollisionFilter &first = bodies[a].filter, &second = bodies[b].filter;
        return (first.group & second.mask) && (second.group & first.mask) && !ignored.contains(Mirror::both(a, b));
    }
    /// The meshes as the oracles of meshes take them; a tool is a mesh of one triangle that is its axis, if it is
    /// wanted.
    Mirror mirror(bool with_axes) const;
    /// What a mesh is, as far as its inside goes. It is judged alone.
    Solid solid(std::uint32_t place) const;
};

ToolScene random_tool_scene(std::uint64_t seed);

/// What may differ from world to world without changing an answer.
struct WorldChoice {
    bool every_structure = false;
    Structure structure = Structure::refit_bvh;
    std::uint32_t workers = 1;
    bool convex_sets = false; ///< What can be a convex set is one, and a mesh otherwise.
};

/// A world in the state of a scene.
class ToolWorld {
public:
    explicit ToolWorld(const ToolScene& scene, const WorldChoice& choice = {});

    World world;
    std::vector<BodyId> ids;
    bool has_history = false; ///< It has been in other states.

    /// The place of a body in the scene, or UINT32_MAX.
    std::uint32_t place(BodyId id) const;
};

/// Moves, deforms and cuts the bodies of a scene and of a world that is in its state.
void advance(ToolScene& scene, ToolWorld& kept, Random& random);

/// A scene whose lengths are multiplied by a power of two, so that nothing is rounded.
ToolScene magnified(ToolScene scene, float factor);

/// A program that makes the world.
std::string program(const ToolScene& scene);

} // namespace tactus::fuzz::tools
