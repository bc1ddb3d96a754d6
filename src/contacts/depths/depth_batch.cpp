// SPDX-License-Identifier: MIT
#include "contacts/depths/depth_batch.h"

#include <cmath>

#include "geometry/double_vector.h"

namespace tactus {
namespace {

/// Along the normal of a triangle with an area, so that the surface's winding inside falls that way.
Vec3 outward_normal(const Triangle& t, int winding)
{
    DoubleVector normal = normal_of(t);
    normal = normal * (1.0 / largest_component(normal));
    return to_float(normal * ((winding > 0 ? 1.0 : -1.0) / std::sqrt(dot(normal, normal))));
}

} // namespace

/// What is measured must not depend on the corner with which a triangle begins.
void DepthBatch::put(std::size_t vertex, Vec3 at, std::uint32_t triangle)
{
    const BodySurface& surface = other_->surface();
    const TriangleIndices& corners = surface.triangles.data()[triangle];
    const std::uint32_t a = corners[0], b = corners[1], c = corners[2];
    const std::uint32_t first = a <= b ? (a <= c ? 0 : 2) : (b <= c ? 1 : 2);
    const std::uint32_t second = first == 2 ? 0 : first + 1, third = first == 0 ? 2 : first - 1;
    distances_.set(
        question_count_, at,
        {surface.vertex(corners[first]), surface.vertex(corners[second]), surface.vertex(corners[third])});
    questions_[question_count_++] = {static_cast<std::uint32_t>(vertex), triangle, first};
}

void DepthBatch::measure_questions()
{
    measure(distances_, question_count_);
    for (std::uint32_t k = 0; k < question_count_; ++k) {
        const Question& question = questions_[k];
        Vertex& vertex = vertices_[question.vertex];
        VertexDepth& depth = *vertex.depth;
        const double distance = distances_.distance[k];
        if (!(distance < vertex.distance || (distance == vertex.distance && question.triangle < depth.triangle)))
            continue;
        vertex.distance = distance;
        const auto vector = [&](const float(&of)[3][FaceDistances::size]) {
            return Vec3{of[0][k], of[1][k], of[2][k]};
        };
        depth.vertex = vertex.inside->vertex;
        depth.triangle = question.triangle;
        depth.surface_point = vector(distances_.on_face);
        depth.way_out = distances_.has_way[k] != 0.0f
                            ? vector(distances_.way)
                            : outward_normal(other_->surface().triangle(question.triangle), vertex.inside->winding);
        depth.depth = static_cast<float>(distance);
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            depth.weights[(question.first_corner + corner) % 3] = distances_.weights[corner][k];
    }
    question_count_ = 0;
}

} // namespace tactus
