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
        for (std::uint32_t corner = 0, place = question.first_corner; corner < 3; ++corner) {
            depth.weights[place] = distances_.weights[corner][k];
            place = place == 2 ? 0 : place + 1;
        }
    }
    question_count_ = 0;
}

} // namespace tactus
