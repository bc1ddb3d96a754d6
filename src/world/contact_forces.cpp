// SPDX-License-Identifier: MIT
#include "base/check.h"
#include "forces/follow_surface.h"
#include "world/bodies/body_contacts.h"
#include "world/contacts/contact_queries.h"
#include "world/parts.h"

namespace tactus {

/// What forces ask about the bodies of a world.
struct World::Parts::PushedBodies final : ForceBodies {
    PushedBodies(const Parts& all, float seconds)
        : parts(all), step_seconds(seconds),
          since_query(all.moved_after == all.contact_query ? all.contact_query : all.contact_query - 1)
    {
    }

    bool have_changed() const override { return parts.forces_outdated; }
    Material material(BodyId a, BodyId b) const override { return parts.pair_settings.find(a.index, b.index).material; }
    Vec3 velocity(BodyId body, std::uint32_t vertex) const override
    {
        return parts.bodies.find(body) != nullptr
                   ? parts.bodies.contacts(body.index).velocity(vertex, since_query, step_seconds)
                   : Vec3{};
    }
    Vec3 whole_velocity(BodyId body) const override
    {
        const Body* known = parts.bodies.find(body);
        return known != nullptr && known->sphere() != nullptr ? velocity(body, 0) : Vec3{};
    }
    Vec3 position(BodyId body, std::uint32_t vertex) const override
    {
        return parts.bodies.find(body) != nullptr ? parts.bodies.contacts(body.index).surface().vertex(vertex) : Vec3{};
    }
    bool follow(Contact& contact) const override
    {
        const bool is_of_a = is_vertex_of_a(contact);
        const BodyId id = is_of_a ? contact.body_a : contact.body_b, other = is_of_a ? contact.body_b : contact.body_a;
        const Body* own = parts.bodies.find(id);
        if (!is_of_vertex(contact) || id == other || own == nullptr || own->sphere() != nullptr
            || parts.bodies.find(other) == nullptr)
            return false;
        const BodyContacts& followed = parts.bodies.contacts(other.index);
        if (!followed.depth_tables().is_closed)
            return false;
        const Vec3 vertex = position(id, (is_of_a ? contact.vertices_a : contact.vertices_b)[0]);
        follow_surface(
            vertex, is_of_a, {followed.surface(), &followed.depth_tables().stars, followed.faces_inwards()}, contact);
        return true;
    }
    void append_around(BodyId body, std::uint32_t vertex, Buffer<std::uint32_t>& vertices) const override
    {
        if (parts.bodies.find(body) == nullptr)
            return;
        const BodyContacts& contacts = parts.bodies.contacts(body.index);
        const BodySurface surface = contacts.surface();
        for (const std::uint32_t triangle : contacts.depth_tables().stars[vertex])
            for (const std::uint32_t corner : surface.triangles[triangle])
                vertices.push_back(corner);
    }
    Vec3 whole_position(BodyId body) const override
    {
        const Body* known = parts.bodies.find(body);
        return known != nullptr && known->sphere() != nullptr ? position(body, 0) : Vec3{};
    }
    Vec3 centroid(BodyId body) const override
    {
        return parts.bodies.find(body) != nullptr ? parts.bodies.contacts(body.index).centroid() : Vec3{};
    }

    const Parts& parts;
    float step_seconds;
    std::uint64_t since_query; ///< the last contact query before the positions that there are now
};

const ForceReport& World::contact_forces(const ForceOptions& options)
{
    TACTUS_CHECK(parts_ != nullptr);
    if (parts_ == nullptr) {
        static constexpr ForceReport no_forces;
        return no_forces;
    }
    Parts& parts = *parts_;
    return parts.reported(parts.force_report, [&] {
        if (!parts.contacts_wanted)
            parts.prepare_contacts();
        parts.force_report = parts.contact_queries->forces.compute(
            parts.contact_report, Parts::PushedBodies(parts, options.step_seconds), options);
        parts.forces_outdated = false;
        // Nobody knows what the contacts of that query push with.
        parts.force_report.out_of_memory = parts.contact_report.out_of_memory;
    });
}

} // namespace tactus
