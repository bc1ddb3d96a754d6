// SPDX-License-Identifier: MIT
#include "contacts/features/contact_geometry.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/planted_fault.h"
#include "contacts/features/region_bounds.h"
#include "geometry/features/edge_edge.h"

namespace tactus {
namespace {

/// Where the two sides are closest, and the way from a's point to b's.
struct ClosestSides {
    DoubleVector on_a;
    DoubleVector toward_b;
    double distance = 0.0;
};

std::array<float, 3> rounded(const std::array<double, 3>& weights)
{
    return {static_cast<float>(weights[0]), static_cast<float>(weights[1]), static_cast<float>(weights[2])};
}

std::array<float, 3> along_edge(double parameter)
{
    return {static_cast<float>(1.0 - parameter), static_cast<float>(parameter), 0.0f};
}

ClosestSides closest_sides(const BodySurface& a, const BodySurface& b, const ElementaryPair& pair, Contact& contact)
{
    switch (pair.kind) {
    case ElementaryKind::vertex_face: {
        const Vec3 vertex = a.vertex(pair.a);
        const VertexFaceClosest found = closest_on(b, pair.b, vertex);
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = {pair.a, 0, 0};
        contact.weights_a = {1.0f, 0.0f, 0.0f};
        contact.vertices_b = b.triangles[pair.b];
        contact.weights_b = rounded(found.weights);
        return {to_double(vertex), found.offset, found.distance};
    }
    case ElementaryKind::face_vertex: {
        const VertexFaceClosest found = closest_on(a, pair.a, b.vertex(pair.b));
        contact.kind = ContactKind::face_vertex;
        contact.vertices_a = a.triangles[pair.a];
        contact.weights_a = rounded(found.weights);
        contact.vertices_b = {pair.b, 0, 0};
        contact.weights_b = {1.0f, 0.0f, 0.0f};
        return {found.on_face, found.offset * -1.0, found.distance};
    }
    default:
        break;
    }
    const EdgeEdgeClosest found = closest(a.edge(pair.a), b.edge(pair.b));
    const auto [begin_a, end_a] = a.owners->edges()[pair.a];
    const auto [begin_b, end_b] = b.owners->edges()[pair.b];
    contact.kind = ContactKind::edge_edge;
    contact.vertices_a = {begin_a, end_a, 0};
    contact.weights_a = along_edge(found.parameter_a);
    contact.vertices_b = {begin_b, end_b, 0};
    contact.weights_b = along_edge(found.parameter_b);
    return {found.on_a, found.offset, found.distance};
}

/// The way from the middle of one face to that of another, times 3. It is exactly the opposite of the way back, and
/// does not depend on the corners with which the faces begin.
DoubleVector way_between_middles(const Triangle& from, const Triangle& to)
{
    const auto sum_of_corners = [](const Triangle& face) {
        std::array<Vec3, 3> corners = {face.a, face.b, face.c};
        std::sort(corners.begin(), corners.end(), [](Vec3 left, Vec3 right) {
            return std::tie(left.x, left.y, left.z) < std::tie(right.x, right.y, right.z);
        });
        return to_double(corners[0]) + to_double(corners[1]) + to_double(corners[2]);
    };
    return sum_of_corners(to) - sum_of_corners(from);
}

/// The way b is pushed away from a where the two sides are in one point: by the faces.
DoubleVector normal_by_faces(
    const BodySurface& a, const BodySurface& b, const ElementaryPair& pair, const Triangle& face_a,
    const Triangle& face_b)
{
    const DoubleVector normal_a = unit(normal_of(face_a)), normal_b = unit(normal_of(face_b));
    const DoubleVector outwards = normal_a - normal_b;
    DoubleVector normal;
    if (pair.kind == ElementaryKind::vertex_face) {
        normal = normal_b * -1.0;
    } else if (pair.kind == ElementaryKind::face_vertex) {
        normal = normal_a;
    } else {
        const Segment edge_a = a.edge(pair.a), edge_b = b.edge(pair.b);
        normal = unit(
            cross(to_double(edge_a.end) - to_double(edge_a.begin), to_double(edge_b.end) - to_double(edge_b.begin)));
        normal = normal * (dot(normal, outwards) < 0.0 ? -1.0 : 1.0);
    }
    if (!has_direction(normal))
        normal = unit(outwards);
    // Of faces in one plane that face the same way nothing says which is before the other but where they are.
    if (!has_direction(normal))
        normal = unit(way_between_middles(face_a, face_b));
    return has_direction(normal) ? normal : DoubleVector{0.0, 0.0, 1.0};
}

Vec3 clamped(DoubleVector point, const Box& box)
{
    const Vec3 rounded_point = to_float(point);
    return max(box.lower, min(box.upper, rounded_point));
}

} // namespace

void describe(
    const BodySurface& a, const BodySurface& b, const ElementaryContact& decided, HoldingTriangles triangles,
    float distance, Contact& contact)
{
    const Triangle face_a = a.triangle(triangles.a), face_b = b.triangle(triangles.b);
    const ClosestSides sides = closest_sides(a, b, decided.pair, contact);
    contact.triangle_a = triangles.a;
    contact.triangle_b = triangles.b;
    contact.crosses = decided.crosses;
    const auto separation = static_cast<float>(decided.crosses ? -sides.distance : sides.distance);
    contact.separation = contact.separation_lower = contact.separation_upper = separation;
    contact.point_bound = contact.error_bound = 0.0f;
    // What has crossed must go back the way it came: against the way from a's point to b's.
    const DoubleVector toward_b = unit(sides.toward_b) * (decided.crosses && !TACTUS_FAULT(51) ? -1.0 : 1.0);
    contact.normal = to_float(has_direction(toward_b) ? toward_b : normal_by_faces(a, b, decided.pair, face_a, face_b));
    const DoubleVector middle = sides.on_a + sides.toward_b * 0.5;
    const Box region = bounds_of(box_of(face_a), box_of(face_b), distance).region;
    // Half way through an overlap there may be no common part.
    contact.point = decided.crosses ? to_float(middle) : clamped(middle, region);
}

} // namespace tactus
