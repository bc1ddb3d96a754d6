// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "io/sequence_file.h"

namespace tactus::io {

/// Reads a folder of numbered meshes of one topology. Vertices that coincide in every frame are welded.
Result<Sequence> read_sequence_folder(const std::filesystem::path& folder);

} // namespace tactus::io
