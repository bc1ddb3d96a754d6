// SPDX-License-Identifier: MIT
#include "opengl/shader.h"

#include <string>
#include <utility>

#include <epoxy/gl.h>

namespace tactus {

namespace {

Error refusal(std::string_view name, const char* step, std::string log)
{
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n'))
        log.pop_back();
    return {ErrorCode::unavailable, "shader " + std::string(name) + ": " + step + ": " + log};
}

Result<GLuint> compile(std::string_view name, GLenum stage, std::string_view source)
{
    const GLuint shader = glCreateShader(stage);
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader, 1, &text, &length);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE)
        return shader;
    GLint log_length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &log_length);
    std::string log(static_cast<std::size_t>(log_length), '\0');
    glGetShaderInfoLog(shader, log_length, nullptr, log.data());
    glDeleteShader(shader);
    return refusal(name, stage == GL_VERTEX_SHADER ? "vertex stage" : "fragment stage", std::move(log));
}

} // namespace

Result<Shader> Shader::link(std::string_view name, std::string_view vertex, std::string_view fragment)
{
    const Result<GLuint> vertex_shader = compile(name, GL_VERTEX_SHADER, vertex);
    if (!vertex_shader)
        return vertex_shader.error();
    const Result<GLuint> fragment_shader = compile(name, GL_FRAGMENT_SHADER, fragment);
    if (!fragment_shader) {
        glDeleteShader(vertex_shader.value());
        return fragment_shader.error();
    }
    Shader shader(glCreateProgram());
    glAttachShader(shader.program_, vertex_shader.value());
    glAttachShader(shader.program_, fragment_shader.value());
    glLinkProgram(shader.program_);
    glDeleteShader(vertex_shader.value());
    glDeleteShader(fragment_shader.value());
    GLint linked = GL_FALSE;
    glGetProgramiv(shader.program_, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE)
        return shader;
    GLint log_length = 0;
    glGetProgramiv(shader.program_, GL_INFO_LOG_LENGTH, &log_length);
    std::string log(static_cast<std::size_t>(log_length), '\0');
    glGetProgramInfoLog(shader.program_, log_length, nullptr, log.data());
    return refusal(name, "linking", std::move(log));
}

Shader::Shader(Shader&& other) noexcept : program_(std::exchange(other.program_, 0)) {}

Shader& Shader::operator=(Shader&& other) noexcept
{
    std::swap(program_, other.program_);
    return *this;
}

Shader::~Shader()
{
    if (program_ != 0)
        glDeleteProgram(program_);
}

void Shader::use() const { glUseProgram(program_); }

void Shader::set(const char* name, int value) const { glUniform1i(glGetUniformLocation(program_, name), value); }

void Shader::set(const char* name, float value) const { glUniform1f(glGetUniformLocation(program_, name), value); }

void Shader::set(const char* name, float x, float y) const { glUniform2f(glGetUniformLocation(program_, name), x, y); }

void Shader::set(const char* name, Vec3 value) const
{
    glUniform3f(glGetUniformLocation(program_, name), value.x, value.y, value.z);
}

void Shader::set(const char* name, const Matrix4& value) const
{
    glUniformMatrix4fv(glGetUniformLocation(program_, name), 1, GL_FALSE, value.data());
}

} // namespace tactus
