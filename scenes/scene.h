// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/body.h>
#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus::scenes {

/// One body of a scene, as it lies at frame 0.
struct SceneMesh {
    std::string name;
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    bool self_collision = false;
    std::vector<Vec3> own_positions; ///< in a rigid body's own coordinates; empty for one that deforms
};

/// What is cut or torn of a mesh before it moves to a frame. Numbers are as World::edit gives them.
struct MeshEdit {
    std::uint32_t frame = 1; ///< never the first
    std::size_t mesh = 0;
    std::vector<std::uint32_t> remove_triangles = {};
    std::uint32_t add_vertices = 0; ///< they begin where `positions` puts them at the frame before
    std::vector<TriangleIndices> add_triangles = {};
    bool split = false; ///< what is not connected any more goes on as bodies of its own; the last edit of its mesh
};

/// Bodies that move over a number of frames. Their topology is fixed but for the edits.
struct Scene {
    std::string name;
    std::string description;
    std::vector<SceneMesh> meshes;
    std::uint32_t frame_count = 1;
    double frames_per_second = 60.0;
    /// By frame, each mesh at most once in a frame. Empty for most scenes.
    std::vector<MeshEdit> edits;
    /// Writes the positions of one mesh at one frame; out holds as many as the mesh has vertices. Where edits add
    /// vertices, out may hold as many as there are at that frame or any other: numbers never change.
    /// Any frame in any order, from any thread, the same bits on every machine.
    std::function<void(std::uint32_t frame, std::size_t mesh, std::span<Vec3> out)> positions;
    /// For meshes with own_positions: the pose that puts these where `positions` says, to the last bit. May be empty.
    std::function<tactus::Pose(std::uint32_t frame, std::size_t mesh)> pose;
};

/// A line of the catalogue.
struct SceneInfo {
    std::string name;
    std::string description;
    std::uint32_t default_triangles = 0; ///< of the scene's main mesh, about
    std::uint32_t default_frames = 1;
};

/// What may be asked of a scene. Zero means the scene's default.
struct SceneOptions {
    std::uint32_t triangles = 0; ///< of each mesh, about; a tool or a ball stays in proportion
    std::uint32_t frames = 0;
    std::uint64_t seed = 0;
    std::uint32_t bodies = 0; ///< for the scenes of many bodies; the others keep their number
};

/// Every scene there is, in the order of the catalogue.
std::span<const SceneInfo> all_scenes();

/// Makes a scene by name. An unknown name is refused with the nearest ones, an absurd size with the limit.
Result<Scene> make_scene(std::string_view name, const SceneOptions& options = {});

} // namespace tactus::scenes
