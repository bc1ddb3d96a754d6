// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tactus/geometry.h>

namespace tactus {

/// The vertices and edges of a mesh, each once; its faces are its triangles. The paper's v-list and e-list.
struct FeatureLists {
    /// Those that a triangle uses, ascending.
    std::vector<std::uint32_t> vertices;
    /// Lower vertex, upper vertex, in ascending order. An edge's number is its place here. However many triangles share
    /// it, and whichever way they face, it is there once; a corner used twice by a triangle makes no edge.
    std::vector<std::array<std::uint32_t, 2>> edges;
};

/// Vertices are told apart by their numbers alone: coincident ones are not joined.
FeatureLists make_feature_lists(std::span<const TriangleIndices> triangles, std::size_t vertex_count);

} // namespace tactus
