// SPDX-License-Identifier: MIT
#include "contacts/encounters/contact_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "contacts/encounters/nearest_features.h"
#include "geometry/features/edge_edge.h"
#include "geometry/features/vertex_face.h"
#include "geometry/orientation.h"

namespace tactus {
namespace {

constexpr double least_squared_sine = 0.01; // between two edges
constexpr double least_cosine = 0.5;        // between a way and a normal

/// One of the two sides of a contact: the feature of a body's surface that its point is an inner point of.
struct TouchedFeature {
    const ContactBody& body;
    std::array<std::uint32_t, 3> corners = {}; ///< the first `count` of them
    std::size_t count = 0;
};

TouchedFeature touched(const ContactEncounter& encounter, const Contact& contact, bool of_a)
{
    const ContactBody& body = of_a ? encounter.a : encounter.b;
    const auto& vertices = of_a ? contact.vertices_a : contact.vertices_b;
    const auto& weights = of_a ? contact.weights_a : contact.weights_b;
    TouchedFeature feature = {body, {}, 0};
    for (std::size_t k = 0; k < 3; ++k)
        if (weights[k] > 0.0f)
            feature.corners[feature.count++] = vertices[k];
    return feature;
}

/// The way from the contact's point on a to that on b, and zero where its features touch, which is decided exactly. The
/// points that rounded weights name are a little off, and between features that touch they would make up a direction.
DoubleVector way_between(const ContactEncounter& encounter, const Contact& contact)
{
    const BodySurface &a = encounter.a.surface, &b = encounter.b.surface;
    if (contact.kind == ContactKind::edge_edge) {
        const Segment edge_a = {a.vertex(contact.vertices_a[0]), a.vertex(contact.vertices_a[1])};
        const Segment edge_b = {b.vertex(contact.vertices_b[0]), b.vertex(contact.vertices_b[1])};
        return within(edge_a, edge_b, 0.0f) ? DoubleVector{} : closest(edge_a, edge_b).offset;
    }
    const bool is_of_a = contact.kind == ContactKind::vertex_face;
    const Vec3 vertex = is_of_a ? a.vertex(contact.vertices_a[0]) : b.vertex(contact.vertices_b[0]);
    const BodySurface& other = is_of_a ? b : a;
    const std::uint32_t face = is_of_a ? contact.triangle_b : contact.triangle_a;
    if (within(vertex, other.triangle(face), 0.0f))
        return {};
    return closest_on(other, face, vertex).offset * (is_of_a ? 1.0 : -1.0);
}

/// The sum of the unit normals of the triangles that have all of a feature's vertices.
DoubleVector normal_around(const TouchedFeature& feature, std::uint32_t face)
{
    if (feature.count == 3)
        return unit(normal_of(feature.body.surface.triangle(face)));
    DoubleVector sum;
    for (const std::uint32_t triangle : feature.body.depth_tables->stars[feature.corners[0]]) {
        const TriangleIndices& corners = feature.body.surface.triangles[triangle];
        if (feature.count == 1 || has_corner(corners, feature.corners[1]))
            sum = sum + unit(normal_of(feature.body.surface.triangle(triangle)));
    }
    return sum;
}

/// How many triangles have both vertices.
std::size_t triangles_around(const ContactBody& body, std::uint32_t vertex, std::uint32_t other)
{
    const auto around = body.depth_tables->stars[vertex];
    return static_cast<std::size_t>(std::count_if(around.begin(), around.end(), [&](std::uint32_t triangle) {
        return has_corner(body.surface.triangles[triangle], other);
    }));
}

/// Whether the surface ends at a feature, or more than two of its triangles meet there.
bool is_on_rim(const TouchedFeature& feature)
{
    const ContactBody& body = feature.body;
    if (feature.count == 2)
        return triangles_around(body, feature.corners[0], feature.corners[1]) != 2;
    if (feature.count == 3)
        return false;
    const std::uint32_t vertex = feature.corners[0];
    const auto around = body.depth_tables->stars[vertex];
    return std::any_of(around.begin(), around.end(), [&](std::uint32_t triangle) {
        const TriangleIndices& corners = body.surface.triangles[triangle];
        return std::any_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            return corner != vertex && triangles_around(body, vertex, corner) != 2;
        });
    });
}

int sign_of(double number) { return number > 0.0 ? 1 : number < 0.0 ? -1 : 0; }

std::optional<int> side_of_vertex(const ContactEncounter& encounter, const Contact& contact)
{
    const bool is_of_a = contact.kind == ContactKind::vertex_face;
    const TouchedFeature feature = touched(encounter, contact, !is_of_a);
    if (feature.count == 0 || is_on_rim(feature))
        return std::nullopt;
    const Vec3 vertex =
        is_of_a ? encounter.a.surface.vertex(contact.vertices_a[0]) : encounter.b.surface.vertex(contact.vertices_b[0]);
    const std::uint32_t face = is_of_a ? contact.triangle_b : contact.triangle_a;
    if (feature.count == 3) {
        const Triangle corners = feature.body.surface.triangle(face);
        return orient3d(corners.a, corners.b, corners.c, vertex);
    }
    return sign_of(dot(normal_around(feature, face), way_between(encounter, contact) * (is_of_a ? -1.0 : 1.0)));
}

std::optional<int> side_of_edges(const ContactEncounter& encounter, const Contact& contact)
{
    const auto is_inner = [](const std::array<float, 3>& weights) { return weights[0] > 0.0f && weights[1] > 0.0f; };
    if (!is_inner(contact.weights_a) || !is_inner(contact.weights_b))
        return std::nullopt;
    const auto end = [](const ContactBody& body, std::uint32_t vertex) { return body.surface.vertex(vertex); };
    const Vec3 a = end(encounter.a, contact.vertices_a[0]), b = end(encounter.a, contact.vertices_a[1]);
    const Vec3 c = end(encounter.b, contact.vertices_b[0]), d = end(encounter.b, contact.vertices_b[1]);
    const DoubleVector along_a = unit(to_double(b) - to_double(a)), along_b = unit(to_double(d) - to_double(c));
    const DoubleVector across = cross(along_a, along_b);
    if (!(dot(across, across) > least_squared_sine))
        return std::nullopt;
    return orient3d(a, b, c, d);
}

/// In front of one of the two bodies, or behind it.
std::optional<int> side_of_body(const ContactEncounter& encounter, const Contact& contact, bool of_a)
{
    const TouchedFeature own = touched(encounter, contact, of_a);
    if (own.count == 0)
        return std::nullopt;
    // A vertex may go around the rim of what it is on; a rim that is on something else knows its own front.
    const bool is_of_vertex = contact.kind != ContactKind::edge_edge;
    if (is_of_vertex && of_a != (contact.kind == ContactKind::vertex_face) && is_on_rim(own))
        return std::nullopt;
    const DoubleVector normal = unit(normal_around(own, of_a ? contact.triangle_a : contact.triangle_b));
    const double cosine = dot(normal, unit(way_between(encounter, contact))) * (of_a ? 1.0 : -1.0);
    return std::abs(cosine) < least_cosine ? std::nullopt : std::optional(sign_of(cosine));
}

} // namespace

std::optional<int> side_of_contact(const ContactEncounter& encounter, const Contact& contact)
{
    return contact.kind == ContactKind::edge_edge ? side_of_edges(encounter, contact)
                                                  : side_of_vertex(encounter, contact);
}

std::optional<int> side_by_orientation(const ContactEncounter& encounter, const Contact& contact)
{
    if (!encounter.a_is_one_sided || !encounter.b_is_one_sided)
        return side_of_body(encounter, contact, encounter.a_is_one_sided);
    const std::optional<int> of_a = side_of_body(encounter, contact, true);
    const std::optional<int> of_b = side_of_body(encounter, contact, false);
    return of_a && of_b ? std::optional(std::max(*of_a, *of_b)) : std::nullopt;
}

void set_passed(const ContactEncounter& encounter, Contact& contact)
{
    if (contact.kind == ContactKind::edge_edge)
        return set_quiet(contact);
    const DoubleVector way = way_between(encounter, contact);
    if (!has_direction(way))
        return;
    contact.normal = to_float(unit(way) * -1.0);
    contact.separation = contact.separation_lower = contact.separation_upper = -static_cast<float>(length(way));
    contact.silent = false;
}

void set_quiet(Contact& contact)
{
    contact.separation = contact.separation_lower = contact.separation_upper = 0.0f;
    contact.silent = true;
}

} // namespace tactus
