// SPDX-License-Identifier: MIT
#include "opengl/tools/compute_cut.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tactus {

namespace {

constexpr const char* cut_text = R"(#version 430
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(std430, binding = 1) buffer Found
{
    uint found_count;
    uint found[];
};

uniform vec4 planes[12];
uniform uint plane_count;
uniform uint triangle_count;

vec3 corner(uint number)
{
    return vec3(positions[3u * number], positions[3u * number + 1u], positions[3u * number + 2u]);
}

void main()
{
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint t = gl_GlobalInvocationID.x; t < triangle_count; t += step) {
        vec3 a = corner(3u * t);
        vec3 b = corner(3u * t + 1u);
        vec3 c = corner(3u * t + 2u);
        bool outside = false;
        for (uint k = 0u; k < plane_count; ++k) {
            vec3 n = planes[k].xyz;
            outside = outside || min(min(dot(n, a), dot(n, b)), dot(n, c)) > planes[k].w;
        }
        if (!outside)
            found[atomicAdd(found_count, 1u)] = t;
    }
}
)";

constexpr std::size_t group_size = 64;
constexpr std::size_t software_groups = 4;
constexpr std::size_t card_groups = 4096;
// So many numbers are read back at once. Where more were found, the rest is read after them.
constexpr std::size_t first_read = 1024;

Error compute_refusal(const char* step, std::string log)
{
    return {ErrorCode::unavailable, "compute shader of tools: " + std::string(step) + ": " + log};
}

std::array<std::array<float, 4>, 6 + HoldingVolume::max_planes> all_planes(const HoldingVolume& volume)
{
    std::array<std::array<float, 4>, 6 + HoldingVolume::max_planes> planes = {};
    std::size_t count = 0;
    const auto add = [&](DoubleVector normal, double offset) {
        const Vec3 n = to_float(normal);
        planes[count++] = {n.x, n.y, n.z, static_cast<float>(offset)};
    };
    // The planes that cut most off come first.
    for (std::size_t k = 3; k-- > 0;) {
        add(volume.axes[k], volume.upper[k]);
        add(volume.axes[k] * -1.0, -volume.lower[k]);
    }
    for (const HoldingPlane& plane : volume.cut_planes())
        add(plane.normal, plane.offset);
    return planes;
}

} // namespace

Result<ComputeCut> ComputeCut::create(bool is_software)
{
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &cut_text, nullptr);
    glCompileShader(shader);
    std::array<char, 512> log = {};
    GLint done = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done != GL_TRUE) {
        glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        glDeleteShader(shader);
        return compute_refusal("compiling", log.data());
    }
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    ComputeCut cut(program, is_software);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done != GL_TRUE) {
        glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
        return compute_refusal("linking", log.data());
    }
    cut.planes_place_ = glGetUniformLocation(program, "planes");
    cut.plane_count_place_ = glGetUniformLocation(program, "plane_count");
    cut.triangle_count_place_ = glGetUniformLocation(program, "triangle_count");
    return cut;
}

ComputeCut::ComputeCut(unsigned program, bool is_software) : program_(program), is_software_(is_software) {}

ComputeCut::ComputeCut(ComputeCut&& other) noexcept
    : program_(std::exchange(other.program_, 0)), planes_place_(other.planes_place_),
      plane_count_place_(other.plane_count_place_), triangle_count_place_(other.triangle_count_place_),
      is_software_(other.is_software_), positions_(std::move(other.positions_)), found_(std::move(other.found_)),
      read_(std::move(other.read_))
{
}

ComputeCut::~ComputeCut()
{
    if (program_ != 0)
        glDeleteProgram(program_);
}

bool ComputeCut::run(const HoldingVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    const std::size_t count = triangles.triangle_count();
    if (count == 0)
        return true;
    positions_.stream(GL_SHADER_STORAGE_BUFFER, triangles.positions());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions_.name());
    found_.reserve(GL_SHADER_STORAGE_BUFFER, sizeof(std::uint32_t) * (1 + count), GL_STREAM_READ);
    const std::uint32_t none = 0;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof(none), &none);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, found_.name());

    const auto planes = all_planes(volume);
    glUseProgram(program_);
    glUniform4fv(planes_place_, static_cast<GLsizei>(planes.size()), planes[0].data());
    glUniform1ui(plane_count_place_, static_cast<GLuint>(6 + volume.plane_count));
    glUniform1ui(triangle_count_place_, static_cast<GLuint>(count));
    const std::size_t groups =
        std::min((count + group_size - 1) / group_size, is_software_ ? software_groups : card_groups);
    glDispatchCompute(static_cast<GLuint>(groups), 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);

    const auto read = [&](std::size_t begin, std::size_t end) {
        glGetBufferSubData(
            GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(begin * sizeof(std::uint32_t)),
            static_cast<GLsizeiptr>((end - begin) * sizeof(std::uint32_t)), read_.data() + begin);
    };
    const std::size_t at_first = std::min(count + 1, first_read);
    read_.resize(std::max(read_.size(), count + 1));
    read_[0] = 0;
    read(0, at_first);
    const std::size_t end = 1 + static_cast<std::size_t>(read_[0]);
    if (!no_gl_error() || end > count + 1)
        return false;
    if (end > at_first)
        read(at_first, end);
    answer.faces.assign(read_.begin() + 1, read_.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(answer.faces.begin(), answer.faces.end());
    return no_gl_error();
}

} // namespace tactus
