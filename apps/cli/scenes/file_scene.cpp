// SPDX-License-Identifier: MIT
#include "cli/scenes/file_scene.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace tactus::cli {

scenes::Scene scene_of_meshes(std::span<const std::string> files, std::span<const io::Mesh> meshes)
{
    scenes::Scene scene;
    for (std::size_t k = 0; k < meshes.size(); ++k) {
        const std::string stem = std::filesystem::path(files[k]).stem().string();
        scene.name += (k == 0 ? "" : "_") + stem;
        scene.description += (k == 0 ? "" : " and ") + files[k];
        scene.meshes.push_back(
            {.name = files[k],
             .triangles = meshes[k].triangles,
             .positions = meshes[k].positions,
             .self_collision = meshes.size() == 1,
             .own_positions = {}});
    }
    std::vector<std::vector<Vec3>> positions;
    for (const io::Mesh& mesh : meshes)
        positions.push_back(mesh.positions);
    scene.positions = [positions = std::move(positions)](std::uint32_t, std::size_t mesh, std::span<Vec3> out) {
        std::copy(positions[mesh].begin(), positions[mesh].end(), out.begin());
    };
    return scene;
}

scenes::Scene scene_of_sequence(const std::string& file, const io::Sequence& sequence)
{
    scenes::Scene scene;
    scene.name = std::filesystem::path(file).stem().string();
    scene.description = file;
    scene.frame_count = static_cast<std::uint32_t>(sequence.frame_count());
    for (std::size_t k = 0; k < sequence.meshes.size(); ++k)
        scene.meshes.push_back(
            {.name = fmt::format("mesh {}", k),
             .triangles = sequence.meshes[k].triangles,
             .positions = sequence.meshes[k].frames[0],
             .self_collision = sequence.meshes.size() == 1,
             .own_positions = {}});
    scene.positions = [&sequence](std::uint32_t frame, std::size_t mesh, std::span<Vec3> out) {
        const std::vector<Vec3>& from = sequence.meshes[mesh].frames[frame];
        std::copy(from.begin(), from.end(), out.begin());
    };
    return scene;
}

} // namespace tactus::cli
