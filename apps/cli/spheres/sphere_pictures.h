// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <tactus/result.h>
#include <tactus/spheres.h>

#include "cli/spheres/sphere_table.h"
#include "io/mesh_file.h"

namespace tactus::cli {

/// Draws each level of a tree over its body as a PNG file into a folder, which is made where it is missing. `up` is
/// the axis that points upwards, 'y' or 'z'. Gives the files' names.
Result<std::vector<std::filesystem::path>> draw_sphere_pictures(
    const std::filesystem::path& folder, const std::string& name, const io::Mesh& mesh, const SphereTree& tree,
    const std::vector<LevelReport>& levels, double diagonal, char up);

} // namespace tactus::cli
