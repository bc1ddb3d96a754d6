// SPDX-License-Identifier: MIT
#include "contacts/depths/depth_batch.h"

#include <algorithm>
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
void DepthBatch::put(const OverlapSide::Inside& inside, std::uint32_t triangle, VertexDepth& depth)
{
    const TriangleIndices& corners = other_->surface().triangles[triangle];
    const auto first = static_cast<std::uint32_t>(std::min_element(corners.begin(), corners.end()) - corners.begin());
    const BodySurface& surface = other_->surface();
    distances_.set(
        count_, own_->surface().vertex(inside.vertex),
        {surface.vertex(corners[first]), surface.vertex(corners[(first + 1) % 3]),
         surface.vertex(corners[(first + 2) % 3])});
    questions_[count_++] = {&inside, &depth, triangle, first};
}

void DepthBatch::write()
{
    measure(distances_, count_);
    for (std::uint32_t k = 0; k < count_; ++k) {
        const Question& question = questions_[k];
        VertexDepth& depth = *question.depth;
        const double distance = distances_.distance[k];
        if (last_ == &depth && !(distance < distance_ || (distance == distance_ && question.triangle < depth.triangle)))
            continue;
        last_ = &depth;
        distance_ = distance;
        const auto vector = [&](const float(&of)[3][FaceDistances::size]) {
            return Vec3{of[0][k], of[1][k], of[2][k]};
        };
        depth.vertex = question.inside->vertex;
        depth.triangle = question.triangle;
        depth.surface_point = vector(distances_.on_face);
        depth.way_out = distances_.has_way[k] != 0.0f
                            ? vector(distances_.way)
                            : outward_normal(other_->surface().triangle(question.triangle), question.inside->winding);
        depth.depth = static_cast<float>(distance);
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            depth.weights[(question.first_corner + corner) % 3] = distances_.weights[corner][k];
    }
    count_ = 0;
}

} // namespace tactus
