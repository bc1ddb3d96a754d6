// SPDX-License-Identifier: MIT
#pragma once

#include "opengl/picture/picture.h"
#include "opengl/picture/surface.h"
#include "opengl/shader.h"

namespace tactus {

/// Where a picture is taken from, in the surface's space.
struct Camera {
    Matrix4 to_clip{};
    Vec3 eye;
    // The picture's own axes: `back` points from the scene to the camera.
    Vec3 right;
    Vec3 up;
    Vec3 back;
    /// The direction the ground is at right angles to.
    Vec3 ground_up;
};

/// A camera that has the surface, or the frame of the options, just inside the picture with a margin, and the caption
/// below. A direction without length, or along `up`, is replaced by the nearest sensible one.
Camera fit_camera(const Surface& surface, const PictureOptions& options);

/// A matrix that sees the square of half size `reach` around the origin from above.
Matrix4 look_down(const Camera& camera, float reach);

/// Two directions that span the ground.
struct GroundAxes {
    Vec3 a;
    Vec3 b;
};
GroundAxes ground_axes(const Camera& camera);

} // namespace tactus
