// SPDX-License-Identifier: MIT
#include "opengl/picture/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tactus {

namespace {

constexpr double half_height = 0.28; // tangent of half the vertical angle: a long lens distorts little
constexpr double margin = 0.86;      // the part of the picture that is filled
constexpr double caption_part = 0.10;

// How far the content reaches towards each side of the picture, as seen from infinitely far, plus what nearness adds.
struct Reach {
    double right = -std::numeric_limits<double>::infinity();
    double left = -std::numeric_limits<double>::infinity();
    double top = -std::numeric_limits<double>::infinity();
    double bottom = -std::numeric_limits<double>::infinity();
    bool empty = true;
};

struct Slopes {
    double side;
    double top;
    double bottom;
};

// A point (x, y, z) in camera axes is inside where |x - cx| <= side * (distance - z), and likewise in y.
void extend(Reach& reach, const Slopes& slopes, double x, double y, double z)
{
    reach.right = std::max(reach.right, x + z * slopes.side);
    reach.left = std::max(reach.left, -x + z * slopes.side);
    reach.top = std::max(reach.top, y + z * slopes.top);
    reach.bottom = std::max(reach.bottom, -y + z * slopes.bottom);
    reach.empty = false;
}

Matrix4 look(DoubleVector right, DoubleVector up, DoubleVector back, DoubleVector eye)
{
    const DoubleVector rows[3] = {right, up, back};
    Matrix4 matrix{};
    for (std::size_t i = 0; i < 3; ++i) {
        matrix[i] = static_cast<float>(rows[i].x);
        matrix[4 + i] = static_cast<float>(rows[i].y);
        matrix[8 + i] = static_cast<float>(rows[i].z);
        matrix[12 + i] = static_cast<float>(-dot(rows[i], eye));
    }
    matrix[15] = 1.0f;
    return matrix;
}

Matrix4 multiply(const Matrix4& a, const Matrix4& b)
{
    Matrix4 result{};
    for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t k = 0; k < 4; ++k)
                result[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    return result;
}

} // namespace

Camera fit_camera(const Surface& surface, const PictureOptions& options)
{
    const DoubleVector ground_up = normalized(to_double(options.up), {0.0, 0.0, 1.0});
    const DoubleVector back = normalized(to_double(options.view_from), {0.0, -1.0, 0.0});
    DoubleVector right = cross(ground_up, back);
    if (norm(right) < 1e-6)
        right = cross(std::abs(back.x) < 0.9 ? DoubleVector{1.0, 0.0, 0.0} : DoubleVector{0.0, 0.0, 1.0}, back);
    right = normalized(right, {1.0, 0.0, 0.0});
    const DoubleVector up = cross(back, right);

    const double aspect = static_cast<double>(options.width) / std::max(1u, options.height);
    const double below = options.caption.empty() ? 0.0 : caption_part;
    const Slopes slopes{half_height * aspect * margin, half_height * margin, half_height * (margin - 2.0 * below)};

    Reach reach;
    double nearest = -1.0;
    double farthest = 1.0;
    const auto see = [&](Vec3 point, bool fit) {
        const DoubleVector p = to_double(point);
        const double z = dot(p, back);
        if (fit)
            extend(reach, slopes, dot(p, right), dot(p, up), z);
        nearest = std::max(nearest, z);
        farthest = std::min(farthest, z);
    };
    for (const SurfaceVertex& corner : surface.corners)
        see(corner.position, !options.frame.has_value());
    if (options.frame.has_value()) {
        const Vec3 ends[2] = {options.frame->lower, options.frame->upper};
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point = surface.place({ends[corner & 1].x, ends[corner >> 1 & 1].y, ends[corner >> 2].z});
            if (std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z))
                see(point, true);
        }
    }
    if (reach.empty)
        extend(reach, slopes, 0.0, 0.0, 0.0);

    // A frame far from everything, or of no size, still leaves the camera somewhere.
    double distance = std::max(
        (reach.right + reach.left) / (2.0 * slopes.side), (reach.top + reach.bottom) / (slopes.top + slopes.bottom));
    distance = std::max(distance, nearest + 0.05);
    const double x = 0.5 * (reach.right - reach.left);
    const double y = 0.5 * (reach.top - distance * slopes.top + distance * slopes.bottom - reach.bottom);
    const DoubleVector eye = right * x + up * y + back * distance;

    const double near_plane = 0.8 * (distance - nearest);
    const double far_plane = 1.2 * (distance - farthest) + 2.0;
    Matrix4 projection{};
    projection[0] = static_cast<float>(1.0 / (half_height * aspect));
    projection[5] = static_cast<float>(1.0 / half_height);
    projection[10] = static_cast<float>(-(far_plane + near_plane) / (far_plane - near_plane));
    projection[11] = -1.0f;
    projection[14] = static_cast<float>(-2.0 * far_plane * near_plane / (far_plane - near_plane));

    Camera camera;
    camera.to_clip = multiply(projection, look(right, up, back, eye));
    camera.eye = to_float(eye);
    camera.right = to_float(right);
    camera.up = to_float(up);
    camera.back = to_float(back);
    camera.ground_up = to_float(ground_up);
    return camera;
}

GroundAxes ground_axes(const Camera& camera)
{
    const DoubleVector up = to_double(camera.ground_up);
    // The picture's right lies in the ground already, unless one looks straight down.
    const DoubleVector right = to_double(camera.right);
    const DoubleVector a = normalized(right - up * dot(up, right), {1.0, 0.0, 0.0});
    return {to_float(a), to_float(cross(up, a))};
}

Matrix4 look_down(const Camera& camera, float reach)
{
    const GroundAxes axes = ground_axes(camera);
    Matrix4 scale{};
    scale[0] = scale[5] = 1.0f / reach;
    scale[10] = -0.25f;
    scale[15] = 1.0f;
    return multiply(scale, look(to_double(axes.a), to_double(axes.b), to_double(camera.ground_up), {}));
}

} // namespace tactus
