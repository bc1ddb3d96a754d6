// SPDX-License-Identifier: MIT
#include "opengl/picture/painter.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "opengl/picture/shader_text.h"

namespace tactus {

namespace {

constexpr int layer_count = 3;
constexpr std::uint32_t shadow_side = 256;
constexpr float shadow_reach = 1.7f; // half the side of the ground's square, where the surface's radius is 1

constexpr Vec3 background_top = {0.97f, 0.975f, 0.985f};
constexpr Vec3 background_bottom = {0.80f, 0.83f, 0.875f};
constexpr Vec3 mark_fill = {1.0f, 0.76f, 0.0f};
constexpr Vec3 mark_edge = {0.93f, 0.20f, 0.0f};
constexpr Vec3 mark_glow = {1.0f, 0.55f, 0.05f};

// Half the width of the strips, as a part of the picture's height.
constexpr float outline_width = 1.0f / 900.0f;
constexpr float glow_width = 1.0f / 80.0f;

enum { bodies, marks, outlines, nothing };

void describe(unsigned attribute, GLint count, GLenum type, std::size_t stride, std::size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(
        attribute, count, type, type == GL_UNSIGNED_BYTE, static_cast<GLsizei>(stride),
        reinterpret_cast<const void*>(offset));
}

template <class Item>
void fill_buffer(unsigned buffer, const std::vector<Item>& items)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size() * sizeof(Item)), items.data(), GL_STREAM_DRAW);
}

void draw_triangles(unsigned array, std::size_t vertices)
{
    glBindVertexArray(array);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices));
}

void set_view(const Shader& shader, const Camera& camera)
{
    shader.use();
    shader.set("to_clip", camera.to_clip);
    shader.set("eye", camera.eye);
    shader.set("right", camera.right);
    shader.set("up", camera.up);
    shader.set("back", camera.back);
}

// A little below the lowest point, so that a flat floor of triangles does not flicker with its own shadow.
float ground_height(const Surface& surface, Vec3 up)
{
    float lowest = std::numeric_limits<float>::max();
    for (const SurfaceVertex& corner : surface.corners)
        lowest = std::min(lowest, corner.position.x * up.x + corner.position.y * up.y + corner.position.z * up.z);
    return lowest - 0.02f;
}

} // namespace

Painter::Painter(
    Shader body, Shader mark, Shader outline, Shader background, Shader copy, Shader footprint, Shader blur,
    Shader ground, Offscreen shadow, Offscreen blurred)
    : body_(std::move(body)), mark_(std::move(mark)), outline_(std::move(outline)), background_(std::move(background)),
      copy_(std::move(copy)), footprint_(std::move(footprint)), blur_(std::move(blur)), ground_(std::move(ground)),
      shadow_(std::move(shadow)), blurred_(std::move(blurred))
{
    glGenVertexArrays(4, arrays_);
    glGenBuffers(3, buffers_);
    for (const int which : {bodies, marks}) {
        glBindVertexArray(arrays_[which]);
        glBindBuffer(GL_ARRAY_BUFFER, buffers_[which]);
        describe(0, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, position));
        describe(1, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, normal));
        describe(2, 4, GL_UNSIGNED_BYTE, sizeof(SurfaceVertex), offsetof(SurfaceVertex, colour));
    }
    glBindVertexArray(arrays_[outlines]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[outlines]);
    describe(0, 3, GL_FLOAT, sizeof(SurfaceEdge), offsetof(SurfaceEdge, begin));
    describe(1, 3, GL_FLOAT, sizeof(SurfaceEdge), offsetof(SurfaceEdge, end));
    glVertexAttribDivisor(0, 1);
    glVertexAttribDivisor(1, 1);
}

Painter::Painter(Painter&& other) noexcept
    : body_(std::move(other.body_)), mark_(std::move(other.mark_)), outline_(std::move(other.outline_)),
      background_(std::move(other.background_)), copy_(std::move(other.copy_)), footprint_(std::move(other.footprint_)),
      blur_(std::move(other.blur_)), ground_(std::move(other.ground_)), shadow_(std::move(other.shadow_)),
      blurred_(std::move(other.blurred_)), targets_(std::move(other.targets_))
{
    std::swap(arrays_, other.arrays_);
    std::swap(buffers_, other.buffers_);
}

Painter::~Painter()
{
    if (arrays_[0] != 0) {
        glDeleteVertexArrays(4, arrays_);
        glDeleteBuffers(3, buffers_);
    }
}

Result<Painter> Painter::create()
{
    namespace text = shader_text;
    struct Source {
        std::string_view name, vertex, fragment;
    };
    const Source sources[] = {
        {"body", text::body_vertex, text::body_fragment},
        {"mark", text::mark_vertex, text::mark_fragment},
        {"outline", text::outline_vertex, text::outline_fragment},
        {"background", text::whole_vertex, text::background_fragment},
        {"copy", text::whole_vertex, text::copy_fragment},
        {"footprint", text::body_vertex, text::footprint_fragment},
        {"blur", text::whole_vertex, text::blur_fragment},
        {"ground", text::ground_vertex, text::ground_fragment},
    };
    std::vector<Shader> made;
    for (const Source& source : sources) {
        Result<Shader> shader = Shader::link(source.name, source.vertex, source.fragment);
        if (!shader)
            return shader.error();
        made.push_back(std::move(shader).value());
    }
    Result<Offscreen> shadow = Offscreen::create(shadow_side, shadow_side, PixelKind::red16f, false);
    if (!shadow)
        return shadow.error();
    Result<Offscreen> blurred = Offscreen::create(shadow_side, shadow_side, PixelKind::red16f, false);
    if (!blurred)
        return blurred.error();
    return Painter(
        std::move(made[0]), std::move(made[1]), std::move(made[2]), std::move(made[3]), std::move(made[4]),
        std::move(made[5]), std::move(made[6]), std::move(made[7]), std::move(shadow).value(),
        std::move(blurred).value());
}

Result<void> Painter::prepare_targets(const PictureOptions& options)
{
    if (targets_ && targets_->small.width() == options.width && targets_->small.height() == options.height)
        return {};
    targets_.reset();
    const std::uint32_t limit = largest_offscreen_side();
    const std::uint32_t factor = std::max(options.width, options.height) <= limit / 2 ? 2 : 1;
    // The small one first: where a size is refused, the sentence names the size that was asked for.
    Result<Offscreen> small = Offscreen::create(options.width, options.height, PixelKind::rgba8, false);
    if (!small)
        return small.error();
    std::vector<Offscreen> made;
    for (const bool with_depth : {true, true, true, true, false}) {
        Result<Offscreen> target =
            Offscreen::create(options.width * factor, options.height * factor, PixelKind::rgba8, with_depth);
        if (!target)
            return target.error();
        made.push_back(std::move(target).value());
    }
    targets_.emplace(Targets{
        {std::move(made[0]), std::move(made[1]), std::move(made[2])},
        std::move(made[4]),
        std::move(made[3]),
        std::move(small).value()});
    return {};
}

void Painter::upload(const Surface& surface)
{
    fill_buffer(buffers_[bodies], surface.corners);
    fill_buffer(buffers_[marks], surface.highlighted);
    fill_buffer(buffers_[outlines], surface.outlines);
}

void Painter::draw_shadow(const Surface& surface, const Camera& camera)
{
    const float ground = ground_height(surface, camera.ground_up);
    glDisable(GL_DEPTH_TEST);
    shadow_.clear(0.0f, 0.0f, 0.0f, 0.0f);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX);
    footprint_.use();
    footprint_.set("to_clip", look_down(camera, shadow_reach));
    footprint_.set("up", camera.ground_up);
    footprint_.set("ground", ground);
    draw_triangles(arrays_[bodies], surface.corners.size());
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);

    blur_.use();
    blur_.set("source", 0);
    for (const float step : {1.0f, 2.6f}) {
        blurred_.bind();
        shadow_.bind_colour(0);
        blur_.set("spread", step / shadow_side, 0.0f);
        draw_triangles(arrays_[nothing], 3);
        shadow_.bind();
        blurred_.bind_colour(0);
        blur_.set("spread", 0.0f, step / shadow_side);
        draw_triangles(arrays_[nothing], 3);
    }

    targets_->large.bind();
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    shadow_.bind_colour(0);
    const GroundAxes axes = ground_axes(camera);
    ground_.use();
    ground_.set("source", 0);
    ground_.set("to_clip", camera.to_clip);
    ground_.set("a", axes.a);
    ground_.set("b", axes.b);
    ground_.set("up", camera.ground_up);
    ground_.set("ground", ground);
    ground_.set("reach", shadow_reach);
    glBindVertexArray(arrays_[nothing]);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Painter::draw_layers(const Surface& surface, const Camera& camera)
{
    targets_->sum.clear(0.0f, 0.0f, 0.0f, 0.0f);
    for (int layer = 0; layer < layer_count; ++layer) {
        const Offscreen& target = targets_->layers[layer == 0 ? 0 : 1 + (layer - 1) % 2];
        const Offscreen& before = targets_->layers[layer <= 1 ? 0 : 1 + layer % 2];
        target.clear(0.0f, 0.0f, 0.0f, 0.0f);
        glDisable(GL_BLEND);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LESS);
        set_view(body_, camera);
        body_.set("layer", layer);
        body_.set("before", 0);
        // Reading from what is drawn on has no meaning, even where the shader does not read.
        if (layer == 0)
            targets_->sum.bind_colour(0);
        else
            before.bind_depth(0);
        draw_triangles(arrays_[bodies], surface.corners.size());

        // Under what is there already: each layer shows through what the nearer ones left open.
        targets_->sum.bind();
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_ONE);
        copy_.use();
        copy_.set("source", 0);
        target.bind_colour(0);
        draw_triangles(arrays_[nothing], 3);
    }
    targets_->large.bind();
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    targets_->sum.bind_colour(0);
    draw_triangles(arrays_[nothing], 3);
}

void Painter::draw_outlines(const Surface& surface, float width)
{
    outline_.set("width", std::max(1.0f, width * static_cast<float>(targets_->large.height())));
    glBindVertexArray(arrays_[outlines]);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6, static_cast<GLsizei>(surface.outlines.size()));
}

void Painter::draw_marks(const Surface& surface, const Camera& camera)
{
    const auto width = static_cast<float>(targets_->large.width());
    const auto height = static_cast<float>(targets_->large.height());
    set_view(outline_, camera);
    outline_.set("front", 0);
    outline_.set("half_size", 0.5f * width, 0.5f * height);

    // The glow makes a single small triangle findable. Apart first: strips that overlap must not add up.
    targets_->sum.clear(0.0f, 0.0f, 0.0f, 0.0f);
    targets_->layers[0].bind_depth(0);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX);
    outline_.set("tint", mark_glow);
    outline_.set("alpha", 0.55f);
    outline_.set("hidden_alpha", 0.55f);
    outline_.set("solid", 0.0f);
    draw_outlines(surface, glow_width);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    targets_->large.bind();
    copy_.use();
    copy_.set("source", 0);
    targets_->sum.bind_colour(0);
    draw_triangles(arrays_[nothing], 3);

    targets_->layers[0].bind_depth(0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    set_view(mark_, camera);
    mark_.set("front", 0);
    mark_.set("tint", mark_fill);
    mark_.set("hidden_alpha", 0.90f);
    draw_triangles(arrays_[marks], surface.highlighted.size());

    glDepthFunc(GL_LEQUAL);
    outline_.use();
    outline_.set("tint", mark_edge);
    outline_.set("alpha", 0.95f);
    outline_.set("hidden_alpha", 0.80f);
    outline_.set("solid", 0.6f);
    draw_outlines(surface, outline_width);
}

Result<Image> Painter::paint(const Surface& surface, const PictureOptions& options)
{
    if (Result<void> prepared = prepare_targets(options); !prepared)
        return prepared.error();
    const Camera camera = fit_camera(surface, options);
    upload(surface);

    targets_->large.clear(1.0f, 1.0f, 1.0f, 1.0f);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    background_.use();
    background_.set("top", background_top);
    background_.set("bottom", background_bottom);
    draw_triangles(arrays_[nothing], 3);
    if (!surface.corners.empty()) {
        draw_shadow(surface, camera);
        draw_layers(surface, camera);
        if (!surface.highlighted.empty())
            draw_marks(surface, camera);
    }

    targets_->large.copy_colour_to(targets_->small);
    std::vector<std::byte> pixels(std::size_t{4} * options.width * options.height);
    targets_->small.read_rgba(pixels);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        return Error{ErrorCode::unavailable, "the driver stopped drawing with OpenGL error " + std::to_string(error)};

    Image image{options.width, options.height, {}};
    image.rgb.resize(std::size_t{3} * options.width * options.height);
    for (std::uint32_t y = 0; y < options.height; ++y)
        for (std::uint32_t x = 0; x < options.width; ++x) {
            const std::byte* from = &pixels[std::size_t{4} * (std::size_t{options.height - 1 - y} * options.width + x)];
            for (int c = 0; c < 3; ++c)
                image.pixel(x, y)[c] = std::to_integer<std::uint8_t>(from[c]);
        }
    return image;
}

} // namespace tactus
