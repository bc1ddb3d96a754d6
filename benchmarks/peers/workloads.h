// SPDX-License-Identifier: MIT
// The rows of the table: named scenes at stated sizes, or sequence files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <tactus/result.h>

#include "libraries/peer.h"

namespace tactus::peers {

/// What a row asks: about all meshes of its scene, or about the first of them and a tool.
enum class RowKind { meshes, standing_tool, sweeping_tool };

struct Row {
    std::string name;        ///< as given to --rows
    std::string title;       ///< as shown in the table
    std::string scene;       ///< of the scenes library
    std::uint32_t triangles; ///< to a mesh, about
    std::uint32_t frames;
    bool main = false; ///< one of the eight workloads that the mean is taken over
    RowKind kind = RowKind::meshes;
};

std::span<const Row> all_rows();

/// The sequence of a row, by its name, or of a .seq file, by its path. frames == 0: as many as the row has.
Result<Workload> make_workload(std::string_view row_or_path, std::uint32_t frames);

/// Reads a .seq file: one mesh is asked about itself, two about each other.
Result<Workload>
read_workload(const std::filesystem::path& path, std::size_t max_frames = std::numeric_limits<std::size_t>::max());

} // namespace tactus::peers
