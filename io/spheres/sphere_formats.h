// SPDX-License-Identifier: MIT
// One reader or writer per format of spheres.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "io/sphere_file.h"

namespace tactus::io {

Result<SphereTree> read_sphere_json(const std::filesystem::path& path, std::string_view bytes);
Result<SphereTree> read_sph(const std::filesystem::path& path, std::string_view bytes);

std::string sphere_json_bytes(const SphereTree& tree);
Result<std::string> sph_bytes(const std::filesystem::path& path, const SphereTree& tree);
std::string urdf_bytes(std::span<const SphereNode> spheres, const std::string& link);
std::string curobo_bytes(std::span<const SphereNode> spheres, const std::string& link);
std::string xrdf_bytes(std::span<const SphereNode> spheres, const std::string& link);
std::string sphere_obj_bytes(std::span<const SphereNode> spheres);

/// The fewest digits that say which float it is.
std::string float_text(float value);

/// Gives every node its children from the parents of the next level's nodes. A sentence where they are no tree.
std::string link_children(SphereTree& tree);

} // namespace tactus::io
