// SPDX-License-Identifier: MIT
#include "cli/scenes/recording.h"

#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tactus::cli {

Result<Recording> Recording::create(const std::string& path, const scenes::Scene& scene)
{
    Recording made;
    if (path.empty())
        return made;
    const auto refused = [&](const std::string& why) {
        return Error{
            ErrorCode::invalid_argument, fmt::format("{} cannot be recorded: {}; leave --record out", scene.name, why)};
    };
    if (!scene.edits.empty())
        return refused("its meshes are cut, but a sequence keeps its triangles");
    if (scene.meshes.size() > 2)
        return refused(fmt::format("it has {} meshes, but a sequence holds 1 or 2", scene.meshes.size()));
    std::vector<io::SequenceWriter::Part> parts;
    for (const scenes::SceneMesh& mesh : scene.meshes)
        parts.push_back({mesh.triangles, mesh.positions.size()});
    Result<io::SequenceWriter> writer = io::SequenceWriter::create(path, parts, scene.frame_count);
    if (!writer.ok())
        return writer.error();
    made.writer_.emplace(std::move(writer).value());
    made.mesh_count_ = scene.meshes.size();
    return made;
}

Result<void> Recording::add_frame(const scenes::SceneBodies& bodies)
{
    if (!writer_)
        return {};
    std::vector<std::span<const Vec3>> views;
    for (std::size_t m = 0; m < mesh_count_; ++m)
        views.push_back(bodies.positions(m));
    return writer_->add_frame(views);
}

Result<void> Recording::finish() { return writer_ ? writer_->finish() : Result<void>(); }

std::string recording_text(const std::string& path, const scenes::Scene& scene)
{
    if (path.empty())
        return {};
    std::string text = fmt::format("recorded in {}; tactus play {} shows every frame\n", path, path);
    if (scene.meshes.size() == 2 && (scene.meshes[0].self_collision || scene.meshes[1].self_collision))
        text += "a sequence of two meshes is played one against the other: what a mesh does to itself is not in it\n";
    return text;
}

} // namespace tactus::cli
