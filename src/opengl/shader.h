// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// A 4 by 4 matrix, column after column, as OpenGL takes it.
using Matrix4 = std::array<float, 16>;

/// A linked vertex and fragment shader. Belongs to the context that is current when it is made.
class Shader {
public:
    /// Compiles and links. A refusal carries the driver's own message and the name given here.
    static Result<Shader> link(std::string_view name, std::string_view vertex, std::string_view fragment);

    Shader(Shader&& other) noexcept;
    Shader& operator=(Shader&& other) noexcept;
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    ~Shader();

    void use() const;
    // Each sets a uniform of the shader in use; a name the shader does not have is ignored.
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, float x, float y) const;
    void set(const char* name, Vec3 value) const;
    void set(const char* name, const Matrix4& value) const;

private:
    explicit Shader(unsigned program) : program_(program) {}
    unsigned program_ = 0;
};

} // namespace tactus
