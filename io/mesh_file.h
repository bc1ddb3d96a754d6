// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus::io {

/// A surface mesh as a file holds it: triangle k is the file's k-th triangle, degenerate and duplicate ones included.
struct Mesh {
    std::vector<TriangleIndices> triangles;
    std::vector<Vec3> positions;
    /// Vertices that were given another vertex's number because they lie exactly where that one does.
    std::size_t welded_vertices = 0;
    /// Faces of more than three corners; each was split into triangles, in the file's order: a fan from its first
    /// corner, or ears cut off one by one where it is not convex.
    std::size_t split_polygons = 0;
};

struct ReadOptions {
    /// Give vertices of equal coordinates one number (-0 counts as 0). Without this every STL file falls apart into
    /// single triangles that touch each other everywhere.
    bool weld = true;
};

/// Reads a surface mesh. OBJ, OFF, PLY and STL are read strictly, by this library's own readers; glTF, GLB and all
/// other formats by assimp, with the transforms of the file's nodes applied in double and rounded once.
/// A coordinate becomes the nearest float. Lines and points are left out. Refuses, with a sentence that names the file
/// and the place: a file that is missing, cut short or empty, a coordinate that is nan or infinite, an index out of
/// range.
Result<Mesh> read_mesh(const std::filesystem::path& path, const ReadOptions& options = {});

/// Writes .obj (nine significant digits), .ply (binary, little endian) or .stl (binary), by the path's ending.
/// Reading it back gives the same triangles and the same floats; STL keeps no vertex numbers.
Result<void> write_mesh(const std::filesystem::path& path, const Mesh& mesh);

} // namespace tactus::io
