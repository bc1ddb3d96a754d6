// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// The shaders of a picture, in the GLSL that both OpenGL 3.3 core and 4.5 compatibility take.
namespace tactus::shader_text {

inline constexpr std::string_view body_vertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;
uniform mat4 to_clip;
out vec3 place;
out vec3 facing;
out vec3 tint;
invariant gl_Position;
void main()
{
    place = position;
    facing = normal;
    tint = colour.rgb;
    gl_Position = to_clip * vec4(position, 1.0);
}
)";

/// One layer of the bodies: the nearest surface behind the depth of the layer before.
inline constexpr std::string_view body_fragment = R"(#version 330 core
in vec3 place;
in vec3 facing;
in vec3 tint;
uniform vec3 eye;
uniform vec3 right;
uniform vec3 up;
uniform vec3 back;
uniform sampler2D before;
uniform int layer;
out vec4 colour;

float soft(vec3 n, vec3 light, float wrap)
{
    float lit = max((dot(n, light) + wrap) / (1.0 + wrap), 0.0);
    return lit * lit * (3.0 - 2.0 * lit);
}

void main()
{
    if (layer > 0 && gl_FragCoord.z <= texelFetch(before, ivec2(gl_FragCoord.xy), 0).r + 1e-6)
        discard;
    vec3 view = normalize(eye - place);
    vec3 n = normalize(facing);
    // Meshes may be open or inside out: light the side that is seen.
    n = dot(n, view) < 0.0 ? -n : n;

    vec3 key = normalize(-0.55 * right + 0.75 * up + 0.65 * back);
    vec3 fill = normalize(0.85 * right + 0.10 * up + 0.50 * back);
    vec3 rim = normalize(0.30 * right + 0.60 * up - 0.75 * back);
    float grazing = 1.0 - clamp(dot(n, view), 0.0, 1.0);

    vec3 sky = mix(vec3(0.36, 0.33, 0.34), vec3(0.50, 0.53, 0.58), 0.5 + 0.5 * dot(n, up));
    vec3 light = sky + 0.62 * vec3(1.00, 0.97, 0.92) * soft(n, key, 0.35)
        + 0.20 * vec3(0.80, 0.88, 1.00) * soft(n, fill, 0.6);
    vec3 shade = tint * light;
    shade += 0.16 * pow(grazing, 3.0) * (0.4 + soft(n, rim, 0.3)) * mix(vec3(1.0), tint, 0.4);
    float gloss = pow(max(dot(n, normalize(key + view)), 0.0), 48.0);
    shade += 0.30 * gloss;

    // Clear where one looks straight through, dense towards the outline, like a body of gel.
    float alpha = mix(0.52, 0.96, pow(grazing, 1.6));
    alpha = min(alpha + 0.5 * gloss, 1.0);
    if (layer > 0) {
        shade *= 0.93;
        alpha = mix(0.45, 0.85, grazing);
    }
    colour = vec4(shade * alpha, alpha);
}
)";

/// Highlighted triangles: flat, bright, and paler where something lies before them.
inline constexpr std::string_view mark_vertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 to_clip;
out vec3 facing;
void main()
{
    facing = normal;
    gl_Position = to_clip * vec4(position, 1.0);
}
)";

/// An edge as a strip of a width in pixels, one instance an edge: the core profile has no wide lines.
inline constexpr std::string_view outline_vertex = R"(#version 330 core
layout(location = 0) in vec3 begin;
layout(location = 1) in vec3 end;
uniform mat4 to_clip;
uniform vec2 half_size;
uniform float width;
noperspective out vec2 local;
flat out float span;
void main()
{
    vec4 a = to_clip * vec4(begin, 1.0);
    vec4 b = to_clip * vec4(end, 1.0);
    vec2 from = a.xy / a.w * half_size;
    vec2 to = b.xy / b.w * half_size;
    vec2 along = to - from;
    span = length(along) / width;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    // Odd corners lie at the end, the last two to the left.
    const int corners[6] = int[6](0, 1, 2, 2, 1, 3);
    int corner = corners[gl_VertexID];
    bool far = (corner & 1) != 0;
    float sign = corner > 1 ? 1.0 : -1.0;
    vec4 p = far ? b : a;
    // Lengthened by the width at both ends, for round ends.
    p.xy += (sign * across + (far ? along : -along)) * width / half_size * p.w;
    p.z -= 2e-4 * p.w;
    local = vec2(sign, far ? span + 1.0 : -1.0);
    gl_Position = p;
}
)";

inline constexpr std::string_view mark_fragment = R"(#version 330 core
in vec3 facing;
uniform sampler2D front;
uniform vec3 back;
uniform vec3 tint;
uniform float hidden_alpha;
out vec4 colour;
void main()
{
    float seen = texelFetch(front, ivec2(gl_FragCoord.xy), 0).r;
    float alpha = gl_FragCoord.z <= seen + 1e-5 ? 1.0 : hidden_alpha;
    float shade = 0.86 + 0.14 * abs(dot(normalize(facing), back));
    colour = vec4(tint * shade * alpha, alpha);
}
)";

/// A strip that fades from its middle line: softly for a glow, sharply for an outline.
inline constexpr std::string_view outline_fragment = R"(#version 330 core
noperspective in vec2 local;
flat in float span;
uniform sampler2D front;
uniform vec3 tint;
uniform float alpha;
uniform float hidden_alpha;
uniform float solid;
out vec4 colour;
void main()
{
    float away = length(vec2(local.x, max(max(-local.y, local.y - span), 0.0)));
    float seen = texelFetch(front, ivec2(gl_FragCoord.xy), 0).r;
    float ink = gl_FragCoord.z <= seen + 1e-5 ? alpha : hidden_alpha;
    ink *= 1.0 - smoothstep(solid, 1.0, away);
    if (ink < 0.004)
        discard;
    colour = vec4(tint * ink, ink);
}
)";

/// A triangle that covers the whole picture; `uv` runs from 0 to 1.
inline constexpr std::string_view whole_vertex = R"(#version 330 core
out vec2 uv;
void main()
{
    uv = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
)";

inline constexpr std::string_view background_fragment = R"(#version 330 core
in vec2 uv;
uniform vec3 top;
uniform vec3 bottom;
out vec4 colour;
void main()
{
    colour = vec4(mix(bottom, top, smoothstep(0.0, 1.0, uv.y)), 1.0);
}
)";

inline constexpr std::string_view copy_fragment = R"(#version 330 core
in vec2 uv;
uniform sampler2D source;
out vec4 colour;
void main()
{
    colour = texture(source, uv);
}
)";

/// What stands on the ground, darker the closer it is.
inline constexpr std::string_view footprint_fragment = R"(#version 330 core
in vec3 place;
uniform vec3 up;
uniform float ground;
out vec4 colour;
void main()
{
    float height = dot(place, up) - ground;
    colour = vec4(exp(-1.6 * height), 0.0, 0.0, 1.0);
}
)";

inline constexpr std::string_view blur_fragment = R"(#version 330 core
in vec2 uv;
uniform sampler2D source;
uniform vec2 spread;
out vec4 colour;
void main()
{
    float sum = 0.0;
    float weight = 0.0;
    for (int i = -6; i <= 6; ++i) {
        float w = exp(-float(i * i) / 15.0);
        sum += w * texture(source, uv + float(i) * spread).r;
        weight += w;
    }
    colour = vec4(sum / weight, 0.0, 0.0, 1.0);
}
)";

/// The shadow on the ground: a square around the origin, as far as `reach`.
inline constexpr std::string_view ground_vertex = R"(#version 330 core
uniform mat4 to_clip;
uniform vec3 a;
uniform vec3 b;
uniform vec3 up;
uniform float ground;
uniform float reach;
out vec2 uv;
void main()
{
    vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
    uv = 0.5 + 0.5 * corner;
    gl_Position = to_clip * vec4((corner.x * a + corner.y * b) * reach + up * ground, 1.0);
}
)";

inline constexpr std::string_view ground_fragment = R"(#version 330 core
in vec2 uv;
uniform sampler2D source;
out vec4 colour;
void main()
{
    float shadow = 0.42 * texture(source, uv).r;
    colour = vec4(vec3(0.16, 0.18, 0.26) * shadow, shadow);
}
)";

} // namespace tactus::shader_text
