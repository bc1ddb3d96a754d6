// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

#include "io/output_file.h"

namespace tactus::io {

/// One or two meshes that move: one is tested against itself, two against each other.
struct Sequence {
    struct Part {
        std::vector<TriangleIndices> triangles;
        std::vector<std::vector<Vec3>> frames; ///< the positions of all vertices, frame by frame
    };
    std::vector<Part> meshes;
    /// Vertices of a folder's meshes that were joined because they lie at one place in every frame.
    std::size_t welded_vertices = 0;

    std::size_t frame_count() const { return meshes.empty() ? 0 : meshes[0].frames.size(); }
};

/// Reads a .seq file, as it is, or a folder of numbered meshes of one topology (frame00.obj, frame01.obj, ...), in the
/// order of the last number in their names; other files in the folder are passed over.
///
/// A .seq file is little endian: char magic[8] = "PBSEQ1\0\0"; u32 meshes (1 or 2); u32 frames; per mesh u32 vertices,
/// u32 triangles; per mesh u32 index[3 * triangles]; then per frame, per mesh, float32 xyz[3 * vertices].
Result<Sequence> read_sequence(const std::filesystem::path& path);

/// Writes a .seq file.
Result<void> write_sequence(const std::filesystem::path& path, const Sequence& sequence);

/// Writes a .seq file frame by frame, without holding more than one. The file is there when all of it is, see
/// OutputFile.
class SequenceWriter {
public:
    struct Part {
        std::span<const TriangleIndices> triangles;
        std::size_t vertex_count = 0;
    };

    /// Begins a file of one or two meshes and this many frames.
    static Result<SequenceWriter>
    create(const std::filesystem::path& path, std::span<const Part> meshes, std::size_t frame_count);

    /// The positions of every mesh in the next frame.
    Result<void> add_frame(std::span<const std::span<const Vec3>> positions);

    /// Ends the file. Refuses if frames are missing or the disk was full.
    Result<void> finish();

private:
    explicit SequenceWriter(OutputFile file) : file_(std::move(file)) {}

    std::filesystem::path path_;
    OutputFile file_;
    std::vector<std::size_t> vertex_counts_;
    std::size_t frame_count_ = 0;
    std::size_t frames_written_ = 0;
};

} // namespace tactus::io
