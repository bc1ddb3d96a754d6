// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <epoxy/gl.h>

namespace tactus {

/// A buffer of the card that grows and is kept. Belongs to the context that is current when it is first used, which
/// must be current at its end.
class CardBuffer {
public:
    CardBuffer() = default;
    CardBuffer(CardBuffer&& other) noexcept
        : buffer_(std::exchange(other.buffer_, 0)), bytes_(std::exchange(other.bytes_, 0))
    {
    }
    CardBuffer& operator=(CardBuffer&& other) noexcept
    {
        std::swap(buffer_, other.buffer_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    CardBuffer(const CardBuffer&) = delete;
    CardBuffer& operator=(const CardBuffer&) = delete;
    ~CardBuffer()
    {
        if (buffer_ != 0)
            glDeleteBuffers(1, &buffer_);
    }

    GLuint name() const { return buffer_; }
    std::size_t bytes() const { return bytes_; }

    /// Binds it to a target, with room for so many bytes. True if it had too little room, and what it held is lost.
    bool reserve(GLenum target, std::size_t bytes, GLenum usage)
    {
        if (buffer_ == 0)
            glGenBuffers(1, &buffer_);
        glBindBuffer(target, buffer_);
        if (bytes <= bytes_)
            return false;
        bytes_ = std::max(bytes, 2 * bytes_);
        glBufferData(target, static_cast<GLsizeiptr>(bytes_), nullptr, usage);
        return true;
    }

    /// Binds it to a target, and puts numbers in the place of what it held.
    template <class T>
    void stream(GLenum target, std::span<const T> numbers)
    {
        reserve(target, numbers.size_bytes(), GL_STREAM_DRAW);
        glBufferSubData(target, 0, static_cast<GLsizeiptr>(numbers.size_bytes()), numbers.data());
    }

private:
    GLuint buffer_ = 0;
    std::size_t bytes_ = 0;
};

/// Whether every call of OpenGL since the last one of these was fine.
inline bool no_gl_error()
{
    bool fine = true;
    // Where no context is current, some drivers give the same error for ever.
    for (int k = 0; k < 16 && glGetError() != GL_NO_ERROR; ++k)
        fine = false;
    return fine;
}

} // namespace tactus
