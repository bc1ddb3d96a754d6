// SPDX-License-Identifier: MIT
// Single meshes at rest that `make` offers beside the scenes, and `tool` takes for organs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <tactus/result.h>

#include "io/mesh_file.h"

namespace tactus::cli {

struct ShapeInfo {
    std::string_view name;
    std::string_view description;
    std::uint32_t default_triangles = 0;
    io::Mesh (*make)(std::uint32_t triangles, std::uint64_t seed) = nullptr;
};

std::span<const ShapeInfo> all_shapes();

/// The shape of this name; null if there is none.
const ShapeInfo* find_shape(std::string_view name);

/// The mesh of a shape, with about so many triangles, or its default number for 0. More than 16 million are refused.
Result<io::Mesh> make_shape(const ShapeInfo& shape, std::uint32_t triangles, std::uint64_t seed);

} // namespace tactus::cli
