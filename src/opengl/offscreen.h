// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/result.h>

namespace tactus {

/// What a pixel of an offscreen's colour holds.
enum class PixelKind {
    rgba8,  ///< four bytes
    red16f, ///< one half-precision number
};

/// A framebuffer with a colour texture and, where asked for, a depth texture of 32-bit floats.
/// Belongs to the context that is current when it is made.
class Offscreen {
public:
    static Result<Offscreen> create(std::uint32_t width, std::uint32_t height, PixelKind kind, bool with_depth);

    Offscreen(Offscreen&& other) noexcept;
    Offscreen& operator=(Offscreen&& other) noexcept;
    Offscreen(const Offscreen&) = delete;
    Offscreen& operator=(const Offscreen&) = delete;
    ~Offscreen();

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }

    /// What is drawn from now on lands here.
    void bind() const;
    /// Fills the colour with one value, and the depth with the far plane.
    void clear(float red, float green, float blue, float alpha) const;
    void bind_colour(unsigned texture_unit) const;
    void bind_depth(unsigned texture_unit) const;
    /// Copies the colour to another size, averaging the pixels in between.
    void copy_colour_to(const Offscreen& other) const;
    /// The colour, four bytes a pixel, row after row from the bottom: width * height * 4 bytes.
    void read_rgba(std::span<std::byte> out) const;

private:
    Offscreen() = default;
    void swap(Offscreen& other) noexcept;

    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    unsigned framebuffer_ = 0;
    unsigned colour_ = 0;
    unsigned depth_ = 0;
};

/// The longest side an offscreen can have in the current context.
std::uint32_t largest_offscreen_side();

} // namespace tactus
