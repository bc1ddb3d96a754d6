// SPDX-License-Identifier: MIT
#include "contacts/front/part_names.h"

#include <array>
#include <limits>
#include <utility>

#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

/// How far a box is from a point, and if it holds it, how far its middle is.
std::pair<float, float> nearness(const Box& box, Vec3 point)
{
    const Vec3 beyond = max(max(box.lower - point, point - box.upper), Vec3{});
    const Vec3 from_middle = point - (box.lower * 0.5f + box.upper * 0.5f);
    return {dot(beyond, beyond), dot(from_middle, from_middle)};
}

/// The number of a triangle below a node, or no_triangle where all were removed.
std::uint32_t triangle_near(Vec3 point, const ContactBody& body, std::uint32_t node)
{
    NodeBlock below;
    for (;;) {
        body.nodes->open_as_it_is(node, below);
        if (below.held == 0)
            return TriangleList::no_triangle;
        std::uint32_t next = 0;
        std::pair<float, float> least = {
            std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};
        below.for_each([&](std::uint32_t k) {
            const std::pair<float, float> its = nearness(below.box(k), point);
            if (its <= least) {
                least = its;
                next = below.name[k];
            }
        });
        if (below.are_triangles)
            return body.list.number(next);
        node = next;
    }
}

void name_side(
    const ContactBody& body, std::uint32_t triangle, Vec3 point, std::array<std::uint32_t, 3>& vertices,
    std::array<float, 3>& weights)
{
    if (triangle == TriangleList::no_triangle)
        return;
    const VertexFaceClosest on_it = closest(point, body.surface.triangle(triangle));
    for (std::size_t k = 0; k < 3; ++k) {
        vertices[k] = body.surface.triangles[triangle][k];
        weights[k] = static_cast<float>(on_it.weights[k]);
    }
}

bool has_triangles(const ContactBody& body) { return !body.is_sphere() && !body.is_half_space(); }

} // namespace

void name_part(const ContactEncounter& encounter, const TrianglePair& triangles, Contact& contact)
{
    if (has_triangles(encounter.a))
        name_side(encounter.a, triangles.a, contact.point, contact.vertices_a, contact.weights_a);
    if (has_triangles(encounter.b))
        name_side(encounter.b, triangles.b, contact.point, contact.vertices_b, contact.weights_b);
}

void name_group(
    const ContactEncounter& encounter, const NodePair& nodes, std::uint32_t triangle, bool of_a, Contact& contact)
{
    const std::uint32_t other =
        of_a ? triangle_near(contact.point, encounter.b, nodes.b) : triangle_near(contact.point, encounter.a, nodes.a);
    name_part(encounter, of_a ? TrianglePair{triangle, other} : TrianglePair{other, triangle}, contact);
}

void name_part(const ContactEncounter& encounter, const NodePair& nodes, Contact& contact)
{
    const auto near = [&](const ContactBody& body, std::uint32_t node) {
        return has_triangles(body) ? triangle_near(contact.point, body, node) : TriangleList::no_triangle;
    };
    name_part(encounter, TrianglePair{near(encounter.a, nodes.a), near(encounter.b, nodes.b)}, contact);
}

} // namespace tactus
