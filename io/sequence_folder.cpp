// SPDX-License-Identifier: MIT
#include "io/sequence_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <system_error>

#include "io/file_bytes.h"
#include "io/formats/text.h"
#include "io/mesh_file.h"
#include "io/weld.h"

namespace tactus::io {

namespace {

constexpr std::array<std::string_view, 6> frame_formats = {"obj", "ply", "stl", "off", "gltf", "glb"};

struct NumberedFile {
    std::int64_t number = 0;
    std::filesystem::path path;
};

/// The last run of digits in a file's name: 7 for "run2_frame007.obj".
std::optional<std::int64_t> number_in(const std::filesystem::path& path)
{
    const std::string stem = path.stem().string();
    const std::size_t last = stem.find_last_of("0123456789");
    if (last == std::string::npos)
        return std::nullopt;
    const std::size_t before = stem.find_last_not_of("0123456789", last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    return parse_integer(std::string_view(stem).substr(first, last - first + 1));
}

Result<std::vector<NumberedFile>> numbered_files(const std::filesystem::path& folder)
{
    std::vector<NumberedFile> files;
    std::error_code code;
    for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        const std::string extension = extension_of(entry->path());
        if (std::find(frame_formats.begin(), frame_formats.end(), extension) == frame_formats.end())
            continue;
        if (const std::optional<std::int64_t> number = number_in(entry->path()))
            files.push_back({*number, entry->path()});
    }
    if (code)
        return file_error(folder, "the folder cannot be listed (" + code.message() + ")");
    if (files.empty())
        return file_error(folder, "the folder holds no numbered meshes; name them like frame00.obj, frame01.obj");
    std::sort(files.begin(), files.end(), [](const NumberedFile& a, const NumberedFile& b) {
        return a.number != b.number ? a.number < b.number : a.path < b.path;
    });
    for (std::size_t k = 1; k < files.size(); ++k)
        if (files[k].number == files[k - 1].number)
            return file_error(
                files[k].path, "has the number " + std::to_string(files[k].number) + ", as has "
                                   + files[k - 1].path.filename().string() + "; keep one file for each frame");
    return files;
}

/// Empty if the mesh has the topology of the first one, else what differs.
std::string difference(const Mesh& mesh, const Sequence::Part& first)
{
    const auto counts = [](std::size_t here, std::size_t there, const char* what) {
        return "has " + std::to_string(here) + " " + what + ", but the first mesh has " + std::to_string(there);
    };
    if (mesh.triangles.size() != first.triangles.size())
        return counts(mesh.triangles.size(), first.triangles.size(), "triangles");
    if (mesh.positions.size() != first.frames[0].size())
        return counts(mesh.positions.size(), first.frames[0].size(), "vertices");
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
        if (mesh.triangles[k] != first.triangles[k])
            return "triangle " + std::to_string(k) + " has other vertices than in the first mesh";
    return {};
}

} // namespace

Result<Sequence> read_sequence_folder(const std::filesystem::path& folder)
{
    const Result<std::vector<NumberedFile>> files = numbered_files(folder);
    if (!files.ok())
        return files.error();
    Sequence sequence;
    Sequence::Part& part = sequence.meshes.emplace_back();
    for (const NumberedFile& file : files.value()) {
        // Unwelded, because vertices that meet in one frame need not stay together.
        Result<Mesh> mesh = read_mesh(file.path, {.weld = false});
        if (!mesh.ok())
            return mesh.error();
        if (part.frames.empty())
            part.triangles = std::move(mesh.value().triangles);
        else if (const std::string wrong = difference(mesh.value(), part); !wrong.empty())
            return file_error(file.path, wrong + "; all frames must share one topology");
        part.frames.push_back(std::move(mesh.value().positions));
    }
    const WeldMap map = weld_map(part.frames);
    sequence.welded_vertices = part.frames[0].size() - map.kept_vertex.size();
    if (sequence.welded_vertices > 0) {
        renumber(part.triangles, map);
        for (std::vector<Vec3>& frame : part.frames)
            frame = welded(frame, map);
    }
    return sequence;
}

} // namespace tactus::io
