// SPDX-License-Identifier: MIT
#include "forces/surfaces/follow_surface.h"

#include <cmath>
#include <optional>

#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

// What moves on by more than that between two answers has to be found anew.
constexpr int max_triangles = 6;
constexpr double same = 1.0 - 1e-9;

struct NearestTriangle {
    std::uint32_t triangle = 0;
    VertexFaceClosest found;
    double height = 0.0; ///< of the vertex above the plane, outside
};

NearestTriangle look_at(Vec3 vertex, const FollowedSurface& other, std::uint32_t triangle)
{
    const Triangle face = other.surface.triangle(triangle);
    const DoubleVector normal = normal_of(face);
    const double length = std::sqrt(dot(normal, normal)) * (other.faces_inwards ? -1.0 : 1.0);
    const VertexFaceClosest found = closest(vertex, face);
    return {triangle, found, length != 0.0 ? -dot(found.offset, normal) / length : 0.0};
}

/// Of triangles that share the nearest point, the one that the vertex stands over most steeply knows its side.
bool is_better(const NearestTriangle& one, const NearestTriangle& than)
{
    if (one.found.distance < than.found.distance * same)
        return true;
    return one.found.distance * same < than.found.distance && std::abs(one.height) > std::abs(than.height);
}

/// None if it is too far away.
std::optional<NearestTriangle> nearest_around(Vec3 vertex, const FollowedSurface& other, std::uint32_t begin)
{
    NearestTriangle nearest = look_at(vertex, other, begin);
    for (int step = 0; step < max_triangles; ++step) {
        // Straight above or below a triangle, nothing around it is nearer.
        if (std::abs(nearest.height) >= nearest.found.distance * same)
            return nearest;
        const NearestTriangle here = nearest;
        const TriangleIndices corners = other.surface.triangles[here.triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            if (here.found.weights[k] < 1.0 - same)
                continue;
            for (const std::uint32_t triangle : (*other.stars)[corners[k]])
                if (const NearestTriangle next = look_at(vertex, other, triangle); is_better(next, nearest))
                    nearest = next;
        }
        if (nearest.triangle == here.triangle)
            return nearest;
    }
    return std::nullopt;
}

} // namespace

void follow_surface(Vec3 vertex, bool is_of_a, const FollowedSurface& other, Contact& contact, float rest_offset)
{
    std::uint32_t& triangle = is_of_a ? contact.triangle_b : contact.triangle_a;
    const std::optional<NearestTriangle> found = nearest_around(vertex, other, triangle);
    if (!found) {
        contact.separation = 0.0f;
        return;
    }
    const NearestTriangle& nearest = *found;
    triangle = nearest.triangle;
    (is_of_a ? contact.vertices_b : contact.vertices_a) = other.surface.triangles[triangle];
    auto& weights = is_of_a ? contact.weights_b : contact.weights_a;
    for (std::size_t k = 0; k < 3; ++k)
        weights[k] = static_cast<float>(nearest.found.weights[k]);
    contact.point = to_float(to_double(vertex) + nearest.found.offset * 0.5);
    const double distance = nearest.found.distance;
    // What stays on its side of a surface within the offset was outside and is: behind the far side of a thin plate
    // too.
    const bool was_outside = rest_offset > 0.0f && contact.separation + rest_offset > 0.0f;
    const bool stays = dot(to_double(contact.normal), nearest.found.offset) * (is_of_a ? 1.0 : -1.0) > 0.0;
    const bool is_inside = nearest.height < 0.0 && !(was_outside && stays);
    contact.separation = static_cast<float>(is_inside ? -distance : distance) - rest_offset;
    if (distance > 0.0 && (is_inside || rest_offset > 0.0f))
        contact.normal = to_float(nearest.found.offset * ((is_of_a == is_inside ? -1.0 : 1.0) / distance));
}

} // namespace tactus
