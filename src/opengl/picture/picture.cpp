// SPDX-License-Identifier: MIT
#include "opengl/picture/picture.h"

#include <optional>
#include <utility>

#include "opengl/context.h"
#include "opengl/picture/caption.h"
#include "opengl/picture/painter.h"
#include "opengl/picture/png_bytes.h"
#include "opengl/picture/surface.h"

namespace tactus {

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
