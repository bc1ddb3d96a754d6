// SPDX-License-Identifier: MIT
#include "contacts/encounters/half_space_contacts.h"

#include <algorithm>

namespace tactus {
namespace {

/// A mesh or a sphere on a half-space, whichever of the two comes first.
class OnHalfSpace {
public:
    OnHalfSpace(const ContactEncounter& encounter, float distance, Buffer<DecidedContact>& contacts)
        : plane_is_a_(encounter.a.is_half_space()), heights_(*(plane_is_a_ ? encounter.a : encounter.b).heights),
          other_(plane_is_a_ ? encounter.b : encounter.a), distance_(distance), contacts_(&contacts)
    {
    }

    void add_triangle(std::uint32_t triangle)
    {
        if (other_.is_sphere())
            return add(0, triangle, *other_.sphere);
        for (int k = 0; k < 3; ++k)
            if (other_.surface.owners->owns_corner(triangle, k)) {
                const std::uint32_t vertex = other_.surface.triangles[triangle][k];
                add(vertex, triangle, {other_.surface.vertex(vertex), 0.0f});
            }
    }

private:
    /// A vertex counts as a sphere without a radius.
    void add(std::uint32_t vertex, std::uint32_t triangle, const Sphere& ball)
    {
        if (heights_.compare(ball.centre, ball.radius, distance_) > 0)
            return;
        DecidedContact contact = {};
        const bool crosses = heights_.compare(ball.centre, ball.radius, 0.0f) < 0;
        contact.decided = {
            {plane_is_a_ ? ElementaryKind::plane_vertex : ElementaryKind::vertex_plane, plane_is_a_ ? 0 : vertex,
             plane_is_a_ ? vertex : 0},
            true,
            crosses};
        contact.triangles = {plane_is_a_ ? 0 : triangle, plane_is_a_ ? triangle : 0};
        contact.kind = plane_is_a_ ? ContactKind::plane_vertex : ContactKind::vertex_plane;
        (plane_is_a_ ? contact.vertices_b : contact.vertices_a)[0] = vertex;
        if (!other_.is_sphere())
            (plane_is_a_ ? contact.weights_b : contact.weights_a)[0] = 1.0f;
        const PlaneHeights::Touch touch = heights_.touch(ball);
        // Rounding does not change what is decided.
        contact.separation = crosses ? std::min(0.0f, touch.separation) : std::clamp(touch.separation, 0.0f, distance_);
        contact.normal = to_float(heights_.up() * (plane_is_a_ ? 1.0 : -1.0));
        contact.point = touch.point;
        contacts_->push_back(contact);
    }

    bool plane_is_a_;
    const PlaneHeights& heights_;
    const ContactBody& other_;
    float distance_;
    Buffer<DecidedContact>* contacts_;
};

} // namespace

void append_half_space_contacts(
    const ContactEncounter& encounter, std::span<const TrianglePair> pairs, float distance,
    Buffer<DecidedContact>& contacts)
{
    OnHalfSpace on_half_space(encounter, distance, contacts);
    for (const TrianglePair& pair : pairs)
        on_half_space.add_triangle(encounter.a.is_half_space() ? pair.b : pair.a);
}

} // namespace tactus
