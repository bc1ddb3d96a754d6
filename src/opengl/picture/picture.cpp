// SPDX-License-Identifier: MIT
#include "opengl/picture/picture.h"

#include <optional>
#include <png.h>
#include <string>
#include <utility>

#include <tactus/result.h>

#include "opengl/context.h"
#include "opengl/picture/caption.h"
#include "opengl/picture/image.h"
#include "opengl/picture/painter.h"
#include "opengl/picture/surface.h"

namespace tactus {
namespace {

/// An image as the bytes of a PNG file.
Result<std::string> png_bytes(const Image& image)
{
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = image.width;
    png.height = image.height;
    png.format = PNG_FORMAT_RGB;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(png), '\0');
    png_alloc_size_t size = bytes.size();
    const bool done = png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr) != 0;
    const std::string why = png.message;
    png_image_free(&png);
    if (!done)
        return Error{ErrorCode::unavailable, "the picture cannot be made a PNG file: " + why};
    bytes.resize(size);
    return bytes;
}

} // namespace

struct PictureBook::Content {
    explicit Content(Context opened) : context(std::move(opened)) {}
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content()
    {
        const ContextScope scope(context);
        painter.reset();
    }

    Context context;
    std::optional<Painter> painter;
};

PictureBook::PictureBook(std::unique_ptr<Content> content) : content_(std::move(content)) {}
PictureBook::PictureBook(PictureBook&&) noexcept = default;
PictureBook& PictureBook::operator=(PictureBook&&) noexcept = default;
PictureBook::~PictureBook() = default;

const std::string& PictureBook::renderer() const { return content_->context.renderer(); }

Result<PictureBook> PictureBook::open()
{
    Result<Context> context = Context::open();
    if (!context)
        return context.error();
    auto content = std::make_unique<Content>(std::move(context).value());
    const ContextScope scope(content->context);
    if (!scope.ok())
        return Error{ErrorCode::unavailable, "the driver does not let this thread draw"};
    Result<Painter> painter = Painter::create();
    if (!painter)
        return painter.error();
    content->painter.emplace(std::move(painter).value());
    return PictureBook(std::move(content));
}

Result<std::string> PictureBook::draw(std::span<const PictureMesh> meshes, const PictureOptions& options)
{
    const Result<Surface> surface = prepare_surface(meshes);
    if (!surface)
        return surface.error();
    const ContextScope scope(content_->context);
    if (!scope.ok())
        return Error{ErrorCode::unavailable, "the driver does not let this thread draw"};
    Result<Image> image = content_->painter->paint(surface.value(), options);
    if (!image)
        return image.error();
    draw_caption(image.value(), options.caption);
    draw_legend(image.value(), options.legend);
    return png_bytes(image.value());
}

Result<std::string> draw_picture(std::span<const PictureMesh> meshes, const PictureOptions& options)
{
    Result<PictureBook> book = PictureBook::open();
    if (!book)
        return book.error();
    return book.value().draw(meshes, options);
}

} // namespace tactus
