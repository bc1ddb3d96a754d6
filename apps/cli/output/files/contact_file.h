// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <tactus/contact.h>
#include <tactus/result.h>

#include "io/output_file.h"

namespace tactus::cli {

/// The contacts of one frame, and what they push with where that was asked for.
struct FrameContacts {
    std::size_t frame = 0;
    std::span<const Contact> contacts;
    std::span<const Contact> unrefined;
    std::span<const ContactForce> forces;
    /// The name of a body's mesh, and the number that one of its triangles has there.
    std::function<std::string(BodyId)> mesh_of;
    std::function<std::uint32_t(BodyId, std::uint32_t)> triangle_of;
};

/// Writes contacts by the ending of the file's name. A .jsonl file has a line for each contact of every frame,
/// unrefined ones included. An .obj or .vtk file has the points of one frame; where there are several frames, each has
/// a file of its own with its number before the ending.
class ContactFile {
public:
    /// Begins the file. Refuses another ending, and a place that cannot be written.
    static Result<ContactFile> create(const std::filesystem::path& path, std::size_t frame_count);

    Result<void> add_frame(const FrameContacts& found);
    Result<void> finish();

    /// What was written, in words: a file's name, or those of the first and last.
    std::string words() const;

private:
    ContactFile(std::filesystem::path path, std::size_t frame_count) : path_(std::move(path)), frame_count_(frame_count)
    {
    }
    std::filesystem::path path_of(std::size_t frame) const;

    std::filesystem::path path_;
    std::size_t frame_count_ = 1;
    std::optional<io::OutputFile> lines_; ///< Where all frames go into one file.
};

} // namespace tactus::cli
