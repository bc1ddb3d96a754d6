// SPDX-License-Identifier: MIT
#include "scenes/moving_scene.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace tactus::scenes {

Moment moment_of(std::uint32_t frame, std::uint32_t frame_count, double frames_per_second)
{
    return {frame, frame / frames_per_second, frame_count > 1 ? static_cast<double>(frame) / (frame_count - 1) : 0.0};
}

Scene moving_scene(std::uint32_t frame_count, std::vector<MovingMesh> meshes, double frames_per_second)
{
    Scene scene;
    scene.frame_count = frame_count;
    scene.frames_per_second = frames_per_second;
    for (MovingMesh& mesh : meshes) {
        SceneMesh& made = scene.meshes.emplace_back();
        made.name = mesh.name;
        made.triangles = std::move(mesh.rest.triangles);
        made.self_collision = mesh.self_collision;
        std::size_t added = 0;
        for (MeshEdit& edit : mesh.edits) {
            added += edit.add_vertices;
            edit.mesh = scene.meshes.size() - 1;
            if (edit.frame < frame_count)
                scene.edits.push_back(std::move(edit));
        }
        made.positions.resize(mesh.rest.points.size() - added);
    }
    std::ranges::stable_sort(scene.edits, {}, &MeshEdit::frame);
    // Shared, so that a copied scene does not copy the meshes at rest.
    const auto moving = std::make_shared<const std::vector<MovingMesh>>(std::move(meshes));
    scene.positions = [=](std::uint32_t frame, std::size_t mesh, std::span<Vec3> out) {
        const MovingMesh& moved = (*moving)[mesh];
        moved.move(
            moment_of(frame, frame_count, frames_per_second), std::span(moved.rest.points).first(out.size()), out);
    };
    for (std::size_t i = 0; i < scene.meshes.size(); ++i)
        scene.positions(0, i, scene.meshes[i].positions);
    return scene;
}

} // namespace tactus::scenes
