// SPDX-License-Identifier: MIT
// One reader per format. Each gives the file's vertices and triangles in the file's order, unwelded, and all of them
// refuse coordinates that are not finite and indices out of range.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "io/mesh_file.h"

namespace tactus::io {

Result<Mesh> read_obj(const std::filesystem::path& path, std::string_view bytes);
Result<Mesh> read_off(const std::filesystem::path& path, std::string_view bytes);
Result<Mesh> read_ply(const std::filesystem::path& path, std::string_view bytes);
Result<Mesh> read_stl(const std::filesystem::path& path, std::string_view bytes);
Result<Mesh> read_with_assimp(const std::filesystem::path& path);

std::string obj_bytes(const Mesh& mesh);
std::string ply_bytes(const Mesh& mesh);
std::string stl_bytes(const Mesh& mesh);

/// Adds a face, split into triangles by split_polygon; as a fan from its first corner where it names vertices that are
/// not there yet.
void add_face(Mesh& mesh, std::span<const std::uint32_t> corners);

} // namespace tactus::io
