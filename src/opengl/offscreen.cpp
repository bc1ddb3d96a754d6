// SPDX-License-Identifier: MIT
#include "opengl/offscreen.h"

#include <algorithm>
#include <string>
#include <utility>

#include <epoxy/gl.h>

namespace tactus {

namespace {

GLuint make_texture(std::uint32_t width, std::uint32_t height, GLint internal, GLenum format, GLenum type, GLint filter)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(
        GL_TEXTURE_2D, 0, internal, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, format, type,
        nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

} // namespace

Result<Offscreen> Offscreen::create(std::uint32_t width, std::uint32_t height, PixelKind kind, bool with_depth)
{
    const std::string size = std::to_string(width) + " by " + std::to_string(height);
    const std::uint32_t limit = largest_offscreen_side();
    if (width == 0 || height == 0)
        return Error{ErrorCode::invalid_argument, "a picture of " + size + " pixels has nothing to draw on"};
    if (width > limit || height > limit)
        return Error{
            ErrorCode::too_large, "a picture of " + size + " pixels is too large: this driver draws up to "
                                      + std::to_string(limit) + " a side"};

    while (glGetError() != GL_NO_ERROR) {
    }
    Offscreen result;
    result.width_ = width;
    result.height_ = height;
    result.colour_ = kind == PixelKind::rgba8
                         ? make_texture(width, height, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR)
                         : make_texture(width, height, GL_R16F, GL_RED, GL_FLOAT, GL_LINEAR);
    if (with_depth)
        result.depth_ = make_texture(width, height, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_NEAREST);
    glGenFramebuffers(1, &result.framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, result.framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, result.colour_, 0);
    if (with_depth)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, result.depth_, 0);
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (glGetError() != GL_NO_ERROR || !complete)
        return Error{ErrorCode::unavailable, "the driver has no room for a picture of " + size + " pixels"};
    return result;
}

void Offscreen::swap(Offscreen& other) noexcept
{
    std::swap(width_, other.width_);
    std::swap(height_, other.height_);
    std::swap(framebuffer_, other.framebuffer_);
    std::swap(colour_, other.colour_);
    std::swap(depth_, other.depth_);
}

Offscreen::Offscreen(Offscreen&& other) noexcept { swap(other); }

Offscreen& Offscreen::operator=(Offscreen&& other) noexcept
{
    swap(other);
    return *this;
}

Offscreen::~Offscreen()
{
    if (framebuffer_ != 0)
        glDeleteFramebuffers(1, &framebuffer_);
    if (colour_ != 0)
        glDeleteTextures(1, &colour_);
    if (depth_ != 0)
        glDeleteTextures(1, &depth_);
}

void Offscreen::bind() const
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_));
}

void Offscreen::clear(float red, float green, float blue, float alpha) const
{
    bind();
    glDepthMask(GL_TRUE);
    glClearColor(red, green, blue, alpha);
    glClearDepth(1.0);
    glClear(GL_COLOR_BUFFER_BIT | (depth_ != 0 ? GL_DEPTH_BUFFER_BIT : 0));
}

void Offscreen::bind_colour(unsigned texture_unit) const
{
    glActiveTexture(GL_TEXTURE0 + texture_unit);
    glBindTexture(GL_TEXTURE_2D, colour_);
}

void Offscreen::bind_depth(unsigned texture_unit) const
{
    glActiveTexture(GL_TEXTURE0 + texture_unit);
    glBindTexture(GL_TEXTURE_2D, depth_);
}

void Offscreen::copy_colour_to(const Offscreen& other) const
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, other.framebuffer_);
    glBlitFramebuffer(
        0, 0, static_cast<GLint>(width_), static_cast<GLint>(height_), 0, 0, static_cast<GLint>(other.width_),
        static_cast<GLint>(other.height_), GL_COLOR_BUFFER_BIT, GL_LINEAR);
}

void Offscreen::read_rgba(std::span<std::byte> out) const
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(
        0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGBA, GL_UNSIGNED_BYTE, out.data());
}

std::uint32_t largest_offscreen_side()
{
    GLint texture = 0;
    GLint viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return static_cast<std::uint32_t>(std::max(0, std::min({texture, viewport[0], viewport[1]})));
}

} // namespace tactus
