// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus::scenes {

/// A mesh that can be made by name.
struct ShapeInfo {
    std::string name;
    std::string description;
    std::uint32_t default_triangles = 0;
    std::string moving_scene; ///< the scene in which this shape moves, for whoever wants frames of it; may be empty
};

/// What may be asked of a shape. Zero means the shape's default.
struct ShapeOptions {
    std::uint32_t triangles = 0; ///< about
    std::uint64_t seed = 0;      ///< shapes without chance in them are the same for every seed
};

/// The mesh of a shape, in metres.
struct ShapeMesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
};

/// Every shape there is, in the order of the catalogue.
std::span<const ShapeInfo> all_shapes();

/// Makes a shape by name. An unknown name is refused with the nearest ones, an absurd size with the limit.
Result<ShapeMesh> make_shape(std::string_view name, const ShapeOptions& options = {});

} // namespace tactus::scenes
