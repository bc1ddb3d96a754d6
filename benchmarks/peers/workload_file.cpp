// SPDX-License-Identifier: MIT
// Sequences from .seq files, little endian: the magic, the number of meshes and frames, per mesh its vertices and
// triangles, per mesh its indices, then per frame and mesh its positions.
#include "workloads.h"

#include <array>
#include <cstring>
#include <fstream>

namespace tactus::peers {

Result<Workload> read_workload(const std::filesystem::path& path, std::size_t max_frames)
{
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorCode::unreadable_file, path.string() + ": " + why};
    };
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse("cannot be opened");
    const auto read = [&](auto* into, std::size_t count) {
        file.read(reinterpret_cast<char*>(into), std::streamsize(count * sizeof(*into)));
        return file.good();
    };

    std::array<char, 8> magic{};
    std::array<std::uint32_t, 2> head{};
    if (!read(magic.data(), magic.size()) || std::memcmp(magic.data(), "PBSEQ1\0\0", magic.size()) != 0)
        return refuse("not a sequence: the first 8 bytes are not PBSEQ1");
    if (!read(head.data(), head.size()) || head[0] < 1 || head[0] > 2)
        return refuse("a sequence holds one mesh or two");
    const auto [mesh_count, frame_count] = head;

    std::vector<std::array<std::uint32_t, 2>> sizes(mesh_count); // vertices, triangles
    if (!read(sizes.data(), sizes.size()))
        return refuse("truncated in its head");
    Workload workload;
    workload.name = path.stem().string();
    for (const auto [vertices, triangles] : sizes) {
        auto& mesh = workload.meshes.emplace_back(triangles);
        if (!read(mesh.data(), mesh.size()))
            return refuse("truncated in its triangles");
        for (const TriangleIndices& triangle : mesh)
            for (const std::uint32_t index : triangle)
                if (index >= vertices)
                    return refuse("vertex " + std::to_string(index) + " of " + std::to_string(vertices));
    }
    workload.questions = {mesh_count == 1 ? Question{0, 0} : Question{0, 1}};
    for (std::size_t frame = 0; frame < frame_count && frame < max_frames; ++frame)
        for (std::size_t mesh = 0; mesh < mesh_count; ++mesh) {
            if (mesh == 0)
                workload.frames.emplace_back(mesh_count);
            auto& positions = workload.frames.back()[mesh];
            positions.resize(sizes[mesh][0]);
            if (!read(positions.data(), positions.size()))
                return refuse("truncated in frame " + std::to_string(frame));
        }
    if (workload.frames.empty())
        return refuse("holds no frame");
    return workload;
}

} // namespace tactus::peers
