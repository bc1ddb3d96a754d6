// SPDX-License-Identifier: MIT
#include "contacts/encounters/sphere_contacts.h"

#include <algorithm>
#include <cmath>

#include "contacts/encounters/nearest_features.h"
#include "contacts/features/region_bounds.h"
#include "geometry/features/sphere_features.h"
#include "geometry/features/vertex_edge.h"
#include "geometry/features/vertex_face.h"

namespace tactus {
namespace {

/// The point of a feature nearest to the centre of a sphere.
struct Nearest {
    DoubleVector on_feature;
    DoubleVector offset; ///< from the centre
    double distance = 0.0;
    std::array<float, 3> weights = {};
};

/// A sphere against triangles of a mesh, whichever of the two comes first.
class SphereOnMesh {
public:
    SphereOnMesh(const ContactEncounter& encounter, float distance, Buffer<DecidedContact>& contacts)
        : sphere_is_a_(encounter.a.is_sphere()), sphere_(*(sphere_is_a_ ? encounter.a : encounter.b).sphere),
          mesh_((sphere_is_a_ ? encounter.b : encounter.a).surface),
          stars_((sphere_is_a_ ? encounter.b : encounter.a).depth_tables->stars), distance_(distance),
          has_sides_(encounter.measures_depths),
          outwards_((sphere_is_a_ ? encounter.b : encounter.a).faces_inwards ? -1.0 : 1.0), contacts_(&contacts)
    {
    }

    void add_triangle(std::uint32_t triangle)
    {
        const Triangle face = mesh_.triangle(triangle);
        if (compare_distance(sphere_.centre, face, {sphere_.radius, distance_, 0.0f}) > 0)
            return;
        for (int k = 0; k < 3; ++k) {
            if (mesh_.owners->owns_corner(triangle, k))
                add_vertex(triangle, mesh_.triangles[triangle][k]);
            if (mesh_.owners->owns_edge(triangle, k))
                add_edge(triangle, mesh_.owners->edge(triangle, k));
        }
        if (is_above(sphere_.centre, face)) {
            const VertexFaceClosest found = closest(sphere_.centre, face);
            const auto [a, b, c] = found.weights;
            add(ElementaryKind::sphere_face, triangle, triangle,
                {found.on_face, found.offset, found.distance, {float(a), float(b), float(c)}},
                compare_distance(sphere_.centre, face, {sphere_.radius, 0.0f, 0.0f}) < 0);
        }
    }

private:
    void add_vertex(std::uint32_t triangle, std::uint32_t vertex)
    {
        const Vec3 at = mesh_.vertex(vertex);
        if (compare_distance(sphere_.centre, at, {sphere_.radius, distance_, 0.0f}) > 0
            || !is_nearest_around(mesh_, stars_, vertex, sphere_.centre))
            return;
        const DoubleVector offset = to_double(at) - to_double(sphere_.centre);
        add(ElementaryKind::sphere_vertex, vertex, triangle,
            {to_double(at), offset, std::sqrt(dot(offset, offset)), {1.0f, 0.0f, 0.0f}},
            compare_distance(sphere_.centre, at, {sphere_.radius, 0.0f, 0.0f}) < 0);
    }

    void add_edge(std::uint32_t triangle, std::uint32_t edge)
    {
        const Segment segment = mesh_.edge(edge);
        if (!is_nearest_around(mesh_, stars_, mesh_.owners->edges()[edge], sphere_.centre)
            || compare_distance(sphere_.centre, segment, {sphere_.radius, distance_, 0.0f}) > 0)
            return;
        const VertexEdgeClosest found = closest(sphere_.centre, segment);
        const auto along = static_cast<float>(found.parameter);
        add(ElementaryKind::sphere_edge, edge, triangle,
            {found.on_edge, found.offset, found.distance, {1.0f - along, along, 0.0f}},
            compare_distance(sphere_.centre, segment, {sphere_.radius, 0.0f, 0.0f}) < 0);
    }

    /// Along the normal of the surface at a feature: of its faces, each by the sine of its angle at a vertex (nearly as
    /// J. A. Baerentzen and H. Aanaes, "Signed distance computation using the angle weighted pseudonormal", 2005).
    DoubleVector outward_normal(ElementaryKind kind, std::uint32_t feature) const
    {
        const bool is_edge = kind == ElementaryKind::sphere_edge;
        if (kind == ElementaryKind::sphere_face)
            return face_normal(feature, 0) * outwards_;
        const std::uint32_t vertex = is_edge ? mesh_.owners->edges()[feature][0] : feature;
        DoubleVector sum;
        for (const std::uint32_t triangle : stars_[vertex]) {
            const TriangleIndices& corners = mesh_.triangles[triangle];
            if (is_edge && !has_corner(corners, mesh_.owners->edges()[feature][1]))
                continue;
            const auto corner = std::find(corners.begin(), corners.end(), vertex) - corners.begin();
            const DoubleVector normal = face_normal(triangle, static_cast<int>(corner));
            sum = sum + (is_edge ? unit(normal) : normal);
        }
        return sum * outwards_;
    }

    /// Where the feature has fewer than three, its last one fills their places.
    std::array<std::uint32_t, 3> vertices_of(ElementaryKind kind, std::uint32_t feature) const
    {
        if (kind == ElementaryKind::sphere_face)
            return mesh_.triangles[feature];
        if (kind == ElementaryKind::sphere_vertex)
            return {feature, feature, feature};
        const auto [begin, end] = mesh_.owners->edges()[feature];
        return {begin, end, end};
    }

    /// As long as the sine of the angle at a corner.
    DoubleVector face_normal(std::uint32_t triangle, int corner) const
    {
        const TriangleIndices& corners = mesh_.triangles[triangle];
        const DoubleVector at = to_double(mesh_.vertex(corners[corner]));
        return cross(
            unit(to_double(mesh_.vertex(corners[(corner + 1) % 3])) - at),
            unit(to_double(mesh_.vertex(corners[(corner + 2) % 3])) - at));
    }

    void add(ElementaryKind kind, std::uint32_t feature, std::uint32_t triangle, const Nearest& nearest, bool crosses)
    {
        DecidedContact contact = {};
        contact.decided = {{kind, sphere_is_a_ ? 0 : feature, sphere_is_a_ ? feature : 0}, true, crosses};
        contact.triangles = {sphere_is_a_ ? 0 : triangle, sphere_is_a_ ? triangle : 0};
        contact.kind = sphere_is_a_ ? ContactKind::sphere_surface : ContactKind::surface_sphere;
        (sphere_is_a_ ? contact.vertices_b : contact.vertices_a) = vertices_of(kind, feature);
        (sphere_is_a_ ? contact.weights_b : contact.weights_a) = nearest.weights;
        contact.separation = static_cast<float>(nearest.distance - double(sphere_.radius));
        DoubleVector away = unit(nearest.offset);
        const DoubleVector outward = outward_normal(kind, feature);
        if (!has_direction(away))
            away = unit(outward) * -1.0;
        if (has_sides_ && contact.separation < 0.0f && dot(away, outward) > 0.0)
            contact.separation = 0.0f;
        if (!has_direction(away))
            away = {0.0, 0.0, sphere_is_a_ ? 1.0 : -1.0};
        contact.normal = to_float(away * (sphere_is_a_ ? 1.0 : -1.0));
        // Within the sphere only the mesh's own point is certain to be near both.
        const double gap = std::max(0.0, nearest.distance - double(sphere_.radius));
        const Box region = bounds_of(box_of(mesh_.triangle(triangle)), box_of(sphere_), distance_).region;
        contact.point = max(region.lower, min(region.upper, to_float(nearest.on_feature - away * (0.5 * gap))));
        contacts_->push_back(contact);
    }

    bool sphere_is_a_;
    Sphere sphere_;
    const BodySurface& mesh_;
    const VertexStars& stars_;
    float distance_;
    bool has_sides_;
    double outwards_; ///< what the triangles' normals are turned by
    Buffer<DecidedContact>* contacts_;
};

void append_two_spheres(const Sphere& a, const Sphere& b, float distance, Buffer<DecidedContact>& contacts)
{
    if (compare_distance(a.centre, b.centre, {a.radius, b.radius, distance}) > 0)
        return;
    DecidedContact contact = {};
    contact.decided = {{ElementaryKind::sphere_sphere, 0, 0}, true, false};
    contact.kind = ContactKind::sphere_sphere;
    contact.decided.crosses = compare_distance(a.centre, b.centre, {a.radius, b.radius, 0.0f}) < 0;
    const DoubleVector offset = to_double(b.centre) - to_double(a.centre);
    const DoubleVector away = has_direction(offset) ? unit(offset) : DoubleVector{0.0, 0.0, 1.0};
    const double apart = std::sqrt(dot(offset, offset)) - double(a.radius) - double(b.radius);
    contact.normal = to_float(away);
    contact.separation = static_cast<float>(apart);
    const DoubleVector middle = to_double(a.centre) + away * (double(a.radius) + 0.5 * apart);
    const Box region = bounds_of(box_of(a), box_of(b), distance).region;
    contact.point = max(region.lower, min(region.upper, to_float(middle)));
    contacts.push_back(contact);
}

} // namespace

void append_sphere_contacts(
    const ContactEncounter& encounter, std::span<const TrianglePair> pairs, float distance,
    Buffer<DecidedContact>& contacts)
{
    if (encounter.a.is_sphere() && encounter.b.is_sphere()) {
        for (std::size_t k = 0; k < pairs.size(); ++k)
            append_two_spheres(*encounter.a.sphere, *encounter.b.sphere, distance, contacts);
        return;
    }
    SphereOnMesh on_mesh(encounter, distance, contacts);
    for (const TrianglePair& pair : pairs)
        on_mesh.add_triangle(encounter.a.is_sphere() ? pair.b : pair.a);
}

} // namespace tactus
