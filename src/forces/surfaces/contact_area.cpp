// SPDX-License-Identifier: MIT
#include "forces/surfaces/contact_area.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/planted_fault.h"
#include "forces/pushes/push.h"

namespace tactus {
namespace {

constexpr double least_share = 0.125;
constexpr double without_vertices = std::numeric_limits<double>::infinity();

/// 1 / (1/a + 1/b).
double side_by_side(double a, double b)
{
    if (std::isinf(a) || std::isinf(b))
        return std::isinf(a) && std::isinf(b) ? 0.0 : std::min(a, b);
    return a + b > 0.0 ? a * (b / (a + b)) : 0.0;
}

/// What of one side of a contact faces the other.
double area_of_side(
    BodyId body, const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights, bool is_edge,
    DoubleVector outwards, const ForceBodies& bodies)
{
    const double sum = weight_sum(weights);
    if (!(sum > 0.0))
        return without_vertices;
    if (is_edge)
        return bodies.facing_area(body, std::span(vertices).first(2), outwards);
    double area = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] != 0.0f)
            area += bodies.facing_area(body, std::span(vertices).subspan(k, 1), outwards) * (weights[k] / sum);
    return area;
}

/// The volume of a ball so deep below a plane, by its depth.
double area_of_cap(double radius, double depth)
{
    const double height = std::min(depth, 2.0 * radius);
    return std::numbers::pi * height * (radius - height / 3.0);
}

} // namespace

double share_of_facing(double facing, double all)
{
    // Normals are as long as twice the area, and a corner has a third of that.
    return (TACTUS_FAULT(63) ? all : std::max(facing, least_share * all)) / 6.0;
}

double facing_area(
    const FollowedSurface& surface, bool is_closed, std::span<const std::uint32_t> feature, DoubleVector direction)
{
    double all = 0.0, facing = 0.0;
    for (const std::uint32_t triangle : (*surface.stars)[feature[0]]) {
        const TriangleIndices& corners = surface.surface.triangles[triangle];
        if (feature.size() > 1 && std::find(corners.begin(), corners.end(), feature[1]) == corners.end())
            continue;
        const DoubleVector normal = normal_of(surface.surface.triangle(triangle));
        all += length(normal);
        facing += facing_share(normal, direction, is_closed, surface.faces_inwards);
    }
    return share_of_facing(facing, all);
}

double contact_area(const Contact& contact, const ForceBodies& bodies)
{
    const double cap_of_part =
        contact.is_confirmed() ? 0.0 : area_of_cap(0.5 * double(contact.point_bound), double(contact.depth()));
    if (!contact.is_confirmed() && !contact.silent)
        return cap_of_part;
    const double radius_a = bodies.radius(contact.body_a), radius_b = bodies.radius(contact.body_b);
    if (radius_a > 0.0 || radius_b > 0.0)
        return area_of_cap(
            side_by_side(radius_a > 0.0 ? radius_a : without_vertices, radius_b > 0.0 ? radius_b : without_vertices),
            contact.depth());
    const DoubleVector normal = unit(to_double(contact.normal));
    const bool is_edge = contact.kind == ContactKind::edge_edge;
    const double sides = side_by_side(
        area_of_side(contact.body_a, contact.vertices_a, contact.weights_a, is_edge, normal, bodies),
        area_of_side(contact.body_b, contact.vertices_b, contact.weights_b, is_edge, normal * -1.0, bodies));
    return std::max(sides, cap_of_part);
}

} // namespace tactus
