// SPDX-License-Identifier: MIT
// How a scene is played: the one place that knows what its edits mean.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <tactus/world.h>

#include "scenes/scene.h"

namespace tactus::scenes {

/// A body of a world and what it shows of a scene.
struct SceneBody {
    BodyId id;
    std::size_t mesh = 0;
    /// Of a piece that came off: the numbers in the mesh of its vertices and triangles. Empty for the body that has the
    /// mesh's own.
    std::vector<std::uint32_t> vertex_of = {};
    std::vector<std::uint32_t> triangle_of = {};

    bool is_piece() const { return !vertex_of.empty(); }
    std::uint32_t mesh_triangle(std::uint32_t number) const { return is_piece() ? triangle_of[number] : number; }
};

/// What all edits so far did and cost.
struct EditTotals {
    std::size_t batches = 0;
    std::size_t triangles_removed = 0;
    std::size_t triangles_added = 0;
    std::size_t triangles_rebuilt = 0;
    std::size_t pieces = 0; ///< that came off bodies
    double seconds = 0.0;
    double worst_seconds = 0.0; ///< of one batch
};

/// The bodies of a scene in a world, from its first frame on. The scene must outlive them.
class SceneBodies {
public:
    explicit SceneBodies(const Scene& scene) : scene_(&scene) {}

    /// Adds a body for each mesh; `desc` says all but its mesh and whether it collides with itself.
    Result<void> add_to(World& world, const std::function<BodyDesc(std::size_t mesh)>& desc);
    Result<void> add_to(World& world, const BodyDesc& desc)
    {
        return add_to(world, [&](std::size_t) { return desc; });
    }

    /// Makes the edits that come before a frame, and computes the positions that it has. The world learns of these by
    /// give_positions. A frame before edits that have been made is refused.
    Result<void> go_to(World& world, std::uint32_t frame);
    Result<void> give_positions(World& world) const;

    /// In the order of the meshes, then the pieces as they came off.
    std::span<const SceneBody> bodies() const { return bodies_; }
    const SceneBody* find(BodyId id) const;
    /// Of a mesh, at the frame computed last.
    std::span<const Vec3> positions(std::size_t mesh) const { return positions_[mesh]; }
    const EditTotals& edits() const { return totals_; }

private:
    Result<void> make_edits(World& world, std::uint32_t frame);
    void compute(std::uint32_t frame);

    const Scene* scene_;
    std::vector<SceneBody> bodies_;
    std::vector<std::vector<Vec3>> positions_;       ///< per mesh
    std::vector<std::vector<Vec3>> piece_positions_; ///< per body; empty for one that has its mesh's
    std::size_t next_edit_ = 0;
    std::uint32_t frame_ = 0; ///< of the positions that the world has
    EditTotals totals_;
};

/// The vertices that a mesh of a scene has at a frame.
std::size_t vertex_count_at(const Scene& scene, std::uint32_t frame, std::size_t mesh);

/// A triangle of a mesh, and the number that it has there.
struct NumberedTriangle {
    std::uint32_t number = 0;
    TriangleIndices vertices = {};
};

/// The triangles that a mesh has at a frame: those that no edit has removed.
std::vector<NumberedTriangle> triangles_at(const Scene& scene, std::uint32_t frame, std::size_t mesh);

} // namespace tactus::scenes
