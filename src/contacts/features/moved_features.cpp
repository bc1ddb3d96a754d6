// SPDX-License-Identifier: MIT
#include "contacts/features/moved_features.h"

#include <array>
#include <utility>

namespace tactus {
namespace {

/// One side of a contact: its body, the feature there, and how many vertices that has.
struct Side {
    BodyId& body;
    std::uint32_t& feature;
    std::uint32_t& triangle;
    std::array<std::uint32_t, 3>& vertices;
    std::size_t vertex_count;
};

/// How many vertices the feature has on either side. A sphere has none, nor has a half-space, and nor has a body that a
/// vertex is inside of: its triangle alone says where.
std::array<std::size_t, 2> vertex_counts(const Contact& contact, ElementaryKind kind)
{
    switch (kind) {
    case ElementaryKind::vertex_face:
        return {1, 3};
    case ElementaryKind::face_vertex:
        return {3, 1};
    case ElementaryKind::edge_edge:
        return {2, 2};
    case ElementaryKind::vertex_inside:
    case ElementaryKind::vertex_plane:
        return {1, 0};
    case ElementaryKind::inside_vertex:
    case ElementaryKind::plane_vertex:
        return {0, 1};
    default:
        break;
    }
    const std::size_t of_mesh = kind == ElementaryKind::sphere_vertex ? 1
                                : kind == ElementaryKind::sphere_edge ? 2
                                : kind == ElementaryKind::sphere_face ? 3
                                                                      : 0;
    const bool sphere_is_a = contact.kind == ContactKind::sphere_surface;
    return {sphere_is_a ? 0 : of_mesh, sphere_is_a ? of_mesh : 0};
}

bool rename_side(const MovedFeatures& moved, Side side)
{
    if (!moved.is_edited(side.body))
        return true;
    const BodyId before = side.body;
    const auto triangle = moved.triangle(before, side.triangle);
    if (triangle) {
        side.body = triangle->body;
        side.triangle = triangle->number;
    }
    if (side.vertex_count == 0)
        return triangle.has_value();
    for (std::size_t k = 0; k < 3; ++k) {
        // Unused entries hold what they held; where a sphere's feature has fewer than three, its last one is repeated.
        if (k >= side.vertex_count && side.vertices[k] != side.vertices[side.vertex_count - 1])
            continue;
        const MovedFeatures::Place place = moved.vertex(before, side.vertices[k]);
        // An edge is no more if its ends have gone different ways.
        if (k > 0 && place.body != side.body)
            return false;
        side.body = place.body;
        side.vertices[k] = place.number;
    }
    if (side.vertex_count == 3) {
        side.feature = side.triangle;
        return triangle.has_value();
    }
    if (!triangle) {
        const auto holder = moved.holder(side.body, std::span(side.vertices).first(side.vertex_count));
        if (!holder)
            return false;
        side.triangle = *holder;
    }
    const auto edge = side.vertex_count == 2 ? moved.edge(side.body, side.vertices[0], side.vertices[1]) : std::nullopt;
    side.feature = side.vertex_count == 1 ? side.vertices[0] : edge.value_or(0);
    return side.vertex_count == 1 || edge.has_value();
}

/// What was a becomes b, and the other way round.
void turn(Contact& contact, ElementaryPair& pair)
{
    const auto swap_kinds = [](auto& kind, auto first, auto second) {
        kind = kind == first ? second : kind == second ? first : kind;
    };
    swap_kinds(contact.kind, ContactKind::vertex_face, ContactKind::face_vertex);
    swap_kinds(contact.kind, ContactKind::vertex_inside, ContactKind::inside_vertex);
    swap_kinds(contact.kind, ContactKind::sphere_surface, ContactKind::surface_sphere);
    swap_kinds(contact.kind, ContactKind::vertex_plane, ContactKind::plane_vertex);
    swap_kinds(contact.kind, ContactKind::shaft_inside, ContactKind::inside_shaft);
    swap_kinds(pair.kind, ElementaryKind::vertex_face, ElementaryKind::face_vertex);
    swap_kinds(pair.kind, ElementaryKind::vertex_inside, ElementaryKind::inside_vertex);
    swap_kinds(pair.kind, ElementaryKind::vertex_plane, ElementaryKind::plane_vertex);
    swap_kinds(pair.kind, ElementaryKind::shaft_inside, ElementaryKind::inside_shaft);
    std::swap(pair.a, pair.b);
    std::swap(contact.body_a, contact.body_b);
    std::swap(contact.triangle_a, contact.triangle_b);
    std::swap(contact.vertices_a, contact.vertices_b);
    std::swap(contact.weights_a, contact.weights_b);
    contact.normal = {-contact.normal.x, -contact.normal.y, -contact.normal.z};
}

} // namespace

bool rename_contact(const MovedFeatures& moved, Contact& contact, ElementaryPair& pair)
{
    if (!moved.is_edited(contact.body_a) && !moved.is_edited(contact.body_b))
        return true;
    const bool was_self = contact.body_a == contact.body_b;
    const auto [count_a, count_b] = vertex_counts(contact, pair.kind);
    if (!rename_side(moved, {contact.body_a, pair.a, contact.triangle_a, contact.vertices_a, count_a})
        || !rename_side(moved, {contact.body_b, pair.b, contact.triangle_b, contact.vertices_b, count_b}))
        return false;
    const bool is_self = contact.body_a == contact.body_b;
    if (is_self && !was_self)
        return false;
    if (contact.body_b < contact.body_a || (is_self && pair.kind == ElementaryKind::edge_edge && pair.b < pair.a))
        turn(contact, pair);
    return true;
}

} // namespace tactus
