// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// A mesh as a picture shows it. It only looks: the arrays must live as long as the call that takes it.
struct PictureMesh {
    std::span<const TriangleIndices> triangles;
    std::span<const Vec3> positions;
    Vec3 colour = {0.80f, 0.42f, 0.38f}; ///< red, green, blue from 0 to 1
    /// Numbers of the triangles drawn in the warning colour, visible through whatever lies before them.
    std::span<const std::uint32_t> highlighted = {};
};

/// A box that the camera is fitted to.
struct PictureFrame {
    Vec3 lower;
    Vec3 upper;
};

/// What a colour of a picture stands for.
struct PictureKey {
    Vec3 colour;
    std::string words; ///< In printable ASCII.
};

/// How a picture is taken.
struct PictureOptions {
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    /// Drawn at the bottom left. Printable ASCII and line breaks; other characters show as a question mark.
    std::string caption = {};
    /// Drawn at the top left, below each other: a square of each colour and what it stands for.
    std::vector<PictureKey> legend = {};
    /// From where the camera looks at the middle, as a direction. Its distance follows from what is to be seen.
    Vec3 view_from = {0.5f, -1.0f, 0.38f};
    Vec3 up = {0.0f, 0.0f, 1.0f};
    /// What the camera is fitted to; the meshes themselves where absent. Keeps the camera still over many pictures.
    std::optional<PictureFrame> frame = std::nullopt;
};

/// Draws pictures one after the other without opening the driver anew. One thread at a time.
class PictureBook {
public:
    static Result<PictureBook> open();

    PictureBook(PictureBook&&) noexcept;
    PictureBook& operator=(PictureBook&&) noexcept;
    ~PictureBook();

    /// Draws the meshes, translucent, with the highlighted triangles shining through: the bytes of a PNG file.
    Result<std::string> draw(std::span<const PictureMesh> meshes, const PictureOptions& options = {});

    /// The driver's name for what draws.
    const std::string& renderer() const;

private:
    struct Content;
    explicit PictureBook(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/// Draws one picture: the bytes of a PNG file. Refuses bad indices, coordinates that are not finite, and a machine
/// without OpenGL.
Result<std::string> draw_picture(std::span<const PictureMesh> meshes, const PictureOptions& options = {});

} // namespace tactus
