// SPDX-License-Identifier: MIT
#include "io/mesh_file.h"

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "io/file_bytes.h"
#include "io/formats/formats.h"
#include "io/formats/polygon.h"
#include "io/formats/text.h"
#include "io/weld.h"

namespace tactus::io {

namespace {

using Reader = Result<Mesh> (*)(const std::filesystem::path&, std::string_view);

Reader own_reader(const std::string& extension)
{
    if (extension == "obj")
        return read_obj;
    if (extension == "off" || extension == "coff" || extension == "noff")
        return read_off;
    if (extension == "ply")
        return read_ply;
    if (extension == "stl" || extension == "stla" || extension == "stlb")
        return read_stl;
    return nullptr;
}

Result<Mesh> read_unwelded(const std::filesystem::path& path)
{
    const Reader reader = own_reader(extension_of(path));
    if (reader == nullptr)
        return read_with_assimp(path);
    const Result<std::string> bytes = read_bytes(path);
    if (!bytes.ok())
        return bytes.error();
    return reader(path, bytes.value());
}

Result<void> check_writable(const std::filesystem::path& path, const Mesh& mesh)
{
    const auto refuse = [&](const std::string& what) {
        return Error{ErrorCode::invalid_argument, path.string() + ": not written, " + what};
    };
    if (mesh.triangles.size() > UINT32_MAX || mesh.positions.size() > UINT32_MAX)
        return Error{
            ErrorCode::too_large, path.string() + ": not written, a mesh has at most 2^32 - 1 triangles and vertices"};
    for (std::size_t k = 0; k < mesh.positions.size(); ++k)
        if (const std::string wrong = non_finite_text(mesh.positions[k], k); !wrong.empty())
            return refuse(wrong);
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
        for (const std::uint32_t vertex : mesh.triangles[k])
            if (vertex >= mesh.positions.size())
                return refuse(
                    "triangle " + std::to_string(k) + ": it names vertex " + std::to_string(vertex)
                    + ", but there are only " + std::to_string(mesh.positions.size()));
    return {};
}

} // namespace

void add_face(Mesh& mesh, std::span<const std::uint32_t> corners)
{
    const bool is_here = std::ranges::all_of(corners, [&](std::uint32_t v) { return v < mesh.positions.size(); });
    if (corners.size() > 3 && is_here) {
        const std::vector<TriangleIndices> triangles = split_polygon(mesh.positions, corners);
        mesh.triangles.insert(mesh.triangles.end(), triangles.begin(), triangles.end());
    } else {
        for (std::size_t corner = 2; corner < corners.size(); ++corner)
            mesh.triangles.push_back({corners[0], corners[corner - 1], corners[corner]});
    }
    if (corners.size() > 3)
        ++mesh.split_polygons;
}

Result<Mesh> read_mesh(const std::filesystem::path& path, const ReadOptions& options)
try {
    Result<Mesh> read = read_unwelded(path);
    if (!read.ok())
        return read;
    Mesh& mesh = read.value();
    if (mesh.triangles.empty())
        return file_error(path, "holds no triangles; a mesh needs at least one");
    if (mesh.triangles.size() > UINT32_MAX)
        return Error{ErrorCode::too_large, path.string() + ": more triangles than 32-bit numbers can count"};
    if (options.weld) {
        const WeldMap map = weld_map({&mesh.positions, 1});
        mesh.welded_vertices = mesh.positions.size() - map.kept_vertex.size();
        if (mesh.welded_vertices > 0) {
            renumber(mesh.triangles, map);
            mesh.positions = welded(mesh.positions, map);
        }
    }
    return read;
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, path.string() + ": the memory of this machine does not hold it"};
}

Result<void> write_mesh(const std::filesystem::path& path, const Mesh& mesh)
{
    if (Result<void> checked = check_writable(path, mesh); !checked.ok())
        return checked;
    const std::string extension = extension_of(path);
    if (extension == "obj")
        return write_bytes(path, obj_bytes(mesh));
    if (extension == "ply")
        return write_bytes(path, ply_bytes(mesh));
    if (extension == "stl")
        return write_bytes(path, stl_bytes(mesh));
    return Error{
        ErrorCode::invalid_argument,
        path.string() + ": \"" + extension
            + "\" is not a format that is written; name a file that ends in .obj, .ply or .stl"};
}

} // namespace tactus::io
