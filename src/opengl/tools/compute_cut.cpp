// SPDX-License-Identifier: MIT
#include "opengl/tools/compute_cut.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tactus {

namespace {

// Positions come from a buffer texture: Mesa's software renderer reads a storage buffer one number at a time, and takes
// three times as long. A loop over the planes costs it as much as the planes themselves.
constexpr const char* cut_text = R"(#version 430
layout(local_size_x = 64) in;

layout(binding = 0) uniform samplerBuffer positions;
layout(std430, binding = 0) buffer Found
{
    uint found_count;
    uint found[];
};

uniform vec3 axes[3];
uniform vec3 lower;
uniform vec3 upper;
uniform vec4 planes[4];
uniform uint triangle_count;

vec3 lowest(vec3 a, vec3 b, vec3 c) { return min(min(a, b), c); }
vec3 highest(vec3 a, vec3 b, vec3 c) { return max(max(a, b), c); }
vec3 in_box(vec3 p) { return vec3(dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)); }
vec4 on_planes(vec3 p)
{
    return vec4(dot(planes[0].xyz, p), dot(planes[1].xyz, p), dot(planes[2].xyz, p), dot(planes[3].xyz, p));
}

void main()
{
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    vec4 offsets = vec4(planes[0].w, planes[1].w, planes[2].w, planes[3].w);
    for (uint t = gl_GlobalInvocationID.x; t < triangle_count; t += step) {
        int first = int(3u * t);
        vec3 a = texelFetch(positions, first).xyz;
        vec3 b = texelFetch(positions, first + 1).xyz;
        vec3 c = texelFetch(positions, first + 2).xyz;
        vec3 p = in_box(a);
        vec3 q = in_box(b);
        vec3 r = in_box(c);
        vec3 beside = max(lowest(p, q, r) - upper, lower - highest(p, q, r));
        vec4 beyond = min(min(on_planes(a), on_planes(b)), on_planes(c)) - offsets;
        float gap = max(max(beside.x, beside.y), beside.z);
        gap = max(gap, max(max(beyond.x, beyond.y), max(beyond.z, beyond.w)));
        if (gap <= 0.0)
            found[atomicAdd(found_count, 1u)] = t;
    }
}
)";
static_assert(HoldingVolume::max_planes == 4);

constexpr std::array<const char*, 5> uniforms = {"axes", "lower", "upper", "planes", "triangle_count"};

constexpr std::size_t group_size = 64;
constexpr std::size_t card_groups = 4096;
// To begin a workgroup takes Mesa's software renderer three microseconds, in which it looks at a hundred triangles.
// Each may go to a thread of its own, and all wait for the last one: where other processes are busy, that one may begin
// late.
constexpr std::size_t software_groups = 32;
constexpr std::size_t software_share = 2048;
// So many numbers are read back at once. Where more were found, the rest is read after them.
constexpr std::size_t first_read = 1024;

Error compute_refusal(const char* step, std::string log)
{
    return {ErrorCode::unavailable, "compute shader of tools: " + std::string(step) + ": " + log};
}

std::size_t group_count(std::size_t triangle_count, bool is_software)
{
    if (is_software)
        return std::clamp<std::size_t>(triangle_count / software_share, 1, software_groups);
    return std::min((triangle_count + group_size - 1) / group_size, card_groups);
}

void set_volume(const HoldingVolume& volume, const std::array<int, 5>& places)
{
    std::array<Vec3, 3> axes;
    for (std::size_t k = 0; k < 3; ++k)
        axes[k] = to_float(volume.axes[k]);
    // Planes that are not there hold everything.
    std::array<std::array<float, 4>, HoldingVolume::max_planes> planes;
    planes.fill({0.0f, 0.0f, 0.0f, 1.0f});
    for (std::size_t k = 0; k < volume.plane_count; ++k) {
        const Vec3 normal = to_float(volume.planes[k].normal);
        planes[k] = {normal.x, normal.y, normal.z, static_cast<float>(volume.planes[k].offset)};
    }
    const auto as_float = [](const std::array<double, 3>& v) { return to_float({v[0], v[1], v[2]}); };
    const Vec3 lower = as_float(volume.lower);
    const Vec3 upper = as_float(volume.upper);
    glUniform3fv(places[0], 3, &axes[0].x);
    glUniform3f(places[1], lower.x, lower.y, lower.z);
    glUniform3f(places[2], upper.x, upper.y, upper.z);
    glUniform4fv(places[3], static_cast<GLsizei>(planes.size()), planes[0].data());
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
    for (std::size_t k = 0; k < uniforms.size(); ++k)
        cut.places_[k] = glGetUniformLocation(program, uniforms[k]);
    glGenTextures(1, &cut.texture_);
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &cut.max_corners_);
    return cut;
}

ComputeCut::ComputeCut(unsigned program, bool is_software) : program_(program), is_software_(is_software) {}

ComputeCut::ComputeCut(ComputeCut&& other) noexcept
    : program_(std::exchange(other.program_, 0)), texture_(std::exchange(other.texture_, 0)),
      max_corners_(other.max_corners_), places_(other.places_), is_software_(other.is_software_),
      positions_(std::move(other.positions_)), found_(std::move(other.found_)), read_(std::move(other.read_))
{
}

ComputeCut::~ComputeCut()
{
    if (texture_ != 0)
        glDeleteTextures(1, &texture_);
    if (program_ != 0)
        glDeleteProgram(program_);
}

bool ComputeCut::run(const HoldingVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    const std::size_t count = triangles.triangle_count();
    if (count == 0)
        return true;
    if (count > static_cast<std::size_t>(max_corners_) / 3)
        return false;
    const bool has_grown = positions_.reserve(GL_TEXTURE_BUFFER, triangles.positions().size_bytes(), GL_STREAM_DRAW);
    positions_.stream(GL_TEXTURE_BUFFER, triangles.positions());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, texture_);
    if (has_grown)
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGB32F, positions_.name());
    found_.reserve(GL_SHADER_STORAGE_BUFFER, sizeof(std::uint32_t) * (1 + count), GL_STREAM_READ);
    const std::uint32_t none = 0;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof(none), &none);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found_.name());

    glUseProgram(program_);
    set_volume(volume, places_);
    glUniform1ui(places_[4], static_cast<GLuint>(count));
    glDispatchCompute(static_cast<GLuint>(group_count(count, is_software_)), 1, 1);
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
