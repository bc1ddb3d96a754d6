// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <tactus/result.h>

#include "opengl/offscreen.h"
#include "opengl/picture/camera.h"
#include "opengl/picture/image.h"
#include "opengl/picture/surface.h"
#include "opengl/shader.h"

namespace tactus {

/// Draws a surface: background, shadow on the ground, the bodies in translucent layers from the front to the back
/// (depth peeling, Everitt 2001), and the highlighted triangles over them. Drawn at twice the size and averaged.
/// Belongs to the context that is current when it is made, which must be current in every call and at its end.
class Painter {
public:
    static Result<Painter> create();

    Painter(Painter&& other) noexcept;
    Painter& operator=(Painter&&) = delete;
    ~Painter();

    Result<Image> paint(const Surface& surface, const PictureOptions& options);

private:
    // What depends on the picture's size, kept for the next picture of that size.
    struct Targets {
        Offscreen layers[3]; // the front one, then two that take turns
        Offscreen sum;
        Offscreen large;
        Offscreen small;
    };

    Painter(
        Shader body, Shader mark, Shader outline, Shader background, Shader copy, Shader footprint, Shader blur,
        Shader ground, Offscreen shadow, Offscreen blurred);

    Result<void> prepare_targets(const PictureOptions& options);
    void upload(const Surface& surface);
    void draw_shadow(const Surface& surface, const Camera& camera);
    void draw_layers(const Surface& surface, const Camera& camera);
    void draw_outlines(const Surface& surface, float width);
    void draw_marks(const Surface& surface, const Camera& camera);

    Shader body_;
    Shader mark_;
    Shader outline_;
    Shader background_;
    Shader copy_;
    Shader footprint_;
    Shader blur_;
    Shader ground_;
    Offscreen shadow_;
    Offscreen blurred_;
    std::optional<Targets> targets_;
    // Vertex arrays and buffers of: the bodies, the highlighted triangles, their outlines; the last array is empty.
    unsigned arrays_[4] = {};
    unsigned buffers_[3] = {};
};

} // namespace tactus
