// SPDX-License-Identifier: MIT
#include "opengl/tools/picking_roads.h"

#include <algorithm>
#include <span>
#include <utility>

#include "opengl/tools/card/card_buffer.h"
#include "opengl/tools/card/feedback_room.h"

namespace tactus {

namespace {

// A hit is the number of its names, the least and the largest depth, and its one name.
constexpr std::size_t numbers_per_hit = 4;
// Depths reach from 0 to a half: the far plane's own depth, 1, is one more than a hit's numbers hold once Mesa has
// rounded it, and comes back as 0 from some processors.
constexpr double depth_of_far_plane = 0.5;
constexpr double depth_unit = 1.0 / (depth_of_far_plane * 4294967295.0);

// A corner is x, y, z, w, a colour and a texture coordinate; a token of a triangle has its number behind it.
constexpr std::size_t numbers_per_point = 12;
constexpr std::size_t numbers_per_token = 2;
// Six planes of the view volume, and two more.
constexpr std::size_t paper_planes = 6 + 2;

void set_camera(const PaperVolume& volume, bool with_planes)
{
    glViewport(0, 0, 1, 1);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    if (volume.is_perspective)
        glFrustum(volume.left, volume.right, volume.bottom, volume.top, volume.near, volume.far);
    else
        glOrtho(volume.left, volume.right, volume.bottom, volume.top, volume.near, volume.far);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    // Clip planes are set in the camera's coordinates, and so before the camera is moved.
    for (unsigned k = 0; k < volume.planes.size(); ++k) {
        if (volume.has_planes && with_planes) {
            glClipPlane(GL_CLIP_PLANE0 + k, volume.planes[k].data());
            glEnable(GL_CLIP_PLANE0 + k);
        } else {
            glDisable(GL_CLIP_PLANE0 + k);
        }
    }
    glLoadMatrixd(look_at(volume).data());
}

// Calls before(t) for every triangle t, and draws it by itself if its vertices exist. The paper draws by glBegin and
// glEnd, and so did we: but in these modes Mesa (22.3) never gives back the memory of vertices that came this way.
template <class Before>
void draw_each(const TriangleStream& triangles, const Before& before)
{
    glVertexPointer(3, GL_FLOAT, 0, triangles.positions().data());
    for (std::uint32_t t = 0; t < triangles.triangle_count(); ++t) {
        before(t);
        if (!triangles.is_missing(t))
            glDrawArrays(GL_TRIANGLES, static_cast<GLint>(3 * t), 3);
    }
}

// Joins a piece of a polygon to what is there of it, from `begin` to the end of the list. A piece has two corners in
// common with what is there, side by side, and its other ones go between them.
void join_piece(std::span<const Vec3> piece, std::size_t begin, std::vector<Vec3>& points)
{
    if (points.size() == begin) {
        points.insert(points.end(), piece.begin(), piece.end());
        return;
    }
    const auto place_of = [&](Vec3 p) {
        return std::find(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end(), p);
    };
    const std::size_t count = piece.size();
    for (std::size_t last = 0; last < count; ++last) {
        auto place = place_of(piece[(last + 1) % count]);
        if (place == points.end() || place_of(piece[last]) != points.end())
            continue;
        for (std::size_t k = 1; k <= count; ++k)
            if (const Vec3 p = piece[(last + k) % count]; place_of(p) == points.end())
                place = points.insert(place, p) + 1;
        return;
    }
}

} // namespace

Result<PickingRoads> PickingRoads::create()
{
    Result<Offscreen> target = Offscreen::create(1, 1, PixelKind::rgba8, false);
    if (!target)
        return target.error();
    glEnableClientState(GL_VERTEX_ARRAY);
    return PickingRoads(std::move(target).value());
}

int PickingRoads::draw_named(const PaperVolume& volume, bool with_planes, const TriangleStream& triangles)
{
    hits_.resize(std::max(hits_.size(), numbers_per_hit * triangles.triangle_count() + 1));
    target_.bind();
    set_camera(volume, with_planes);
    glSelectBuffer(static_cast<GLsizei>(hits_.size()), hits_.data());
    glRenderMode(GL_SELECT);
    glInitNames();
    glPushName(0);
    glDepthRange(0.0, depth_of_far_plane);
    draw_each(triangles, [](std::uint32_t t) { glLoadName(t); });
    glDepthRange(0.0, 1.0);
    const GLint count = glRenderMode(GL_RENDER);
    return no_gl_error() ? count : -1;
}

bool PickingRoads::select(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    const int count = draw_named(volume, true, triangles);
    if (count < 0)
        return false;
    for (int k = 0; k < count; ++k) {
        const unsigned* hit = hits_.data() + numbers_per_hit * static_cast<std::size_t>(k);
        answer.faces.push_back(hit[3]);
        answer.depths.push_back({hit[3], depth_unit * hit[1], depth_unit * hit[2]});
    }
    return true;
}

bool PickingRoads::count_in_view(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    const int count = draw_named(volume, false, triangles);
    answer.in_view = static_cast<std::size_t>(std::max(count, 0));
    return count >= 0;
}

bool PickingRoads::feed_back(const PaperVolume& volume, const TriangleStream& triangles, RoadAnswer& answer)
{
    // Most triangles leave nothing but their tokens. Where that is too little room, there is room for all of them.
    const std::size_t triangle_count = triangles.triangle_count();
    const std::size_t enough =
        1 + (numbers_per_token + feedback_room(paper_planes, numbers_per_point)) * triangle_count;
    fed_back_.resize(std::max(fed_back_.size(), std::min(enough, 4096 + numbers_per_token * triangle_count)));
    target_.bind();
    set_camera(volume, true);
    GLint count = -1;
    for (int attempt = 0; attempt < 2 && count < 0; ++attempt) {
        if (attempt > 0)
            fed_back_.resize(enough);
        glFeedbackBuffer(static_cast<GLsizei>(fed_back_.size()), GL_4D_COLOR_TEXTURE, fed_back_.data());
        glRenderMode(GL_FEEDBACK);
        draw_each(triangles, [](std::uint32_t t) { glPassThrough(static_cast<float>(t)); });
        count = glRenderMode(GL_RENDER);
    }
    return no_gl_error() && count >= 0 && read_polygons(volume, static_cast<std::size_t>(count), answer);
}

bool PickingRoads::read_polygons(const PaperVolume& volume, std::size_t number_count, RoadAnswer& answer)
{
    // A float cannot hold every number of a large mesh. Tokens come in the order of the triangles, and are counted.
    std::uint32_t token_count = 0;
    for (std::size_t at = 0; at < number_count;) {
        const float token = fed_back_[at];
        if (token == static_cast<float>(GL_PASS_THROUGH_TOKEN)) {
            ++token_count;
            at += numbers_per_token;
            continue;
        }
        if (token != static_cast<float>(GL_POLYGON_TOKEN) || token_count == 0)
            return false;
        const auto corner_count = static_cast<std::size_t>(fed_back_[at + 1]);
        at += 2;
        piece_.clear();
        for (std::size_t k = 0; k < corner_count; ++k, at += numbers_per_point) {
            const float* corner = fed_back_.data() + at;
            piece_.push_back(to_float(point_in_space(volume, {corner[0], corner[1], corner[2]}, corner[3])));
        }
        const std::uint32_t triangle = token_count - 1;
        if (answer.faces.empty() || answer.faces.back() != triangle) {
            answer.faces.push_back(triangle);
            answer.clipped_faces.push_back({triangle, static_cast<std::uint32_t>(answer.points.size()), 0});
        }
        ClippedFace& face = answer.clipped_faces.back();
        join_piece(piece_, face.begin, answer.points);
        face.count = static_cast<std::uint32_t>(answer.points.size()) - face.begin;
    }
    return true;
}

} // namespace tactus
