// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "io/mesh_file.h"
#include "io/sequence_file.h"
#include "scenes/scene.h"

namespace tactus::cli {

/// Meshes of files as a scene of one frame. One mesh collides with itself, two with each other.
scenes::Scene scene_of_meshes(std::span<const std::string> files, std::span<const io::Mesh> meshes);

/// A sequence as a scene. One mesh collides with itself, two with each other. The sequence must outlive it.
scenes::Scene scene_of_sequence(const std::string& file, const io::Sequence& sequence);

} // namespace tactus::cli
