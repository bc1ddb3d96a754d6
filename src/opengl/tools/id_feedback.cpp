// SPDX-License-Identifier: MIT
#include "opengl/tools/id_feedback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "opengl/tools/card/card_buffer.h"
#include "opengl/tools/card/feedback_room.h"

namespace tactus {

namespace {

// A number goes in two texture coordinates, its last twelve bits and the rest: a float holds both, and a driver that
// interpolates between equal ones with some rounding still gives numbers whose nearest integers are right.
constexpr std::uint32_t low_bits = 12;

// A corner is x, y, z, a colour, and a texture coordinate.
constexpr std::size_t numbers_per_corner = 11;
constexpr std::size_t id_place = 7;

// The box goes to the cube from -1 to 1, and the planes are given in the coordinates of this cube.
void set_box(const HoldingVolume& volume)
{
    std::array<double, 3> middle;
    std::array<double, 3> half;
    std::array<double, 16> matrix = {};
    matrix[15] = 1.0;
    for (std::size_t k = 0; k < 3; ++k) {
        middle[k] = 0.5 * (volume.lower[k] + volume.upper[k]);
        half[k] = 0.5 * (volume.upper[k] - volume.lower[k]);
        const DoubleVector axis = volume.axes[k] * (1.0 / half[k]);
        matrix[k] = axis.x;
        matrix[4 + k] = axis.y;
        matrix[8 + k] = axis.z;
        matrix[12 + k] = -middle[k] / half[k];
    }
    glViewport(0, 0, 1, 1);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    for (unsigned k = 0; k < HoldingVolume::max_planes; ++k) {
        if (k >= volume.plane_count) {
            glDisable(GL_CLIP_PLANE0 + k);
            continue;
        }
        const HoldingPlane& plane = volume.planes[k];
        std::array<double, 4> inside = {0.0, 0.0, 0.0, plane.offset};
        for (std::size_t i = 0; i < 3; ++i) {
            const double along = dot(plane.normal, volume.axes[i]);
            inside[i] = -along * half[i];
            inside[3] -= along * middle[i];
        }
        glClipPlane(GL_CLIP_PLANE0 + k, inside.data());
        glEnable(GL_CLIP_PLANE0 + k);
    }
    glLoadMatrixd(matrix.data());
}

} // namespace

Result<IdFeedback> IdFeedback::create()
{
    Result<Offscreen> target = Offscreen::create(1, 1, PixelKind::rgba8, false);
    if (!target)
        return target.error();
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    return IdFeedback(std::move(target).value());
}

void IdFeedback::number_triangles(std::size_t count)
{
    const std::size_t first = ids_.size() / 2;
    ids_.resize(std::max(ids_.size(), 6 * count));
    for (std::size_t corner = first; corner < 3 * count; ++corner) {
        ids_[2 * corner] = static_cast<float>(corner / 3 % (1u << low_bits));
        ids_[2 * corner + 1] = static_cast<float>(corner / 3 >> low_bits);
    }
}

bool IdFeedback::draw(const HoldingVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    // Feedback is the driver's work on the processor, which reads our memory as it is. A buffer of the card would have
    // to be read back; and in this mode Mesa (22.3) never gives back buffers that were drawn from.
    const std::size_t count = triangles.triangle_count();
    number_triangles(count);
    target_.bind();
    glTexCoordPointer(2, GL_FLOAT, 0, ids_.data());
    glVertexPointer(3, GL_FLOAT, 0, triangles.positions().data());
    set_box(volume);

    // Most triangles leave nothing. Where there is too little room, there is four times as much.
    const std::size_t enough = 1 + feedback_room(6 + HoldingVolume::max_planes, numbers_per_corner) * count;
    fed_back_.resize(std::max(fed_back_.size(), std::min<std::size_t>(enough, 16384)));
    GLint number_count = -1;
    for (;;) {
        glFeedbackBuffer(static_cast<GLsizei>(fed_back_.size()), GL_3D_COLOR_TEXTURE, fed_back_.data());
        glRenderMode(GL_FEEDBACK);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * count));
        number_count = glRenderMode(GL_RENDER);
        if (number_count >= 0 || fed_back_.size() >= enough)
            break;
        fed_back_.resize(std::min(enough, 4 * fed_back_.size()));
    }
    return no_gl_error() && number_count >= 0 && read_numbers(static_cast<std::size_t>(number_count), count, answer);
}

bool IdFeedback::read_numbers(std::size_t number_count, std::size_t triangle_count, RoadAnswer& answer) const
{
    for (std::size_t at = 0; at < number_count;) {
        if (fed_back_[at] != static_cast<float>(GL_POLYGON_TOKEN))
            return false;
        const float* id = fed_back_.data() + at + 2 + id_place;
        const auto low = static_cast<std::uint32_t>(std::lround(id[0]));
        const auto high = static_cast<std::uint32_t>(std::lround(id[1]));
        const std::uint32_t triangle = (high << low_bits) + low;
        if (triangle >= triangle_count)
            return false;
        if (answer.faces.empty() || answer.faces.back() != triangle)
            answer.faces.push_back(triangle);
        at += 2 + numbers_per_corner * static_cast<std::size_t>(fed_back_[at + 1]);
    }
    return true;
}

} // namespace tactus
