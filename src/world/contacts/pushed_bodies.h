// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "forces/pushes/force_bodies.h"
#include "forces/surfaces/contact_area.h"
#include "forces/surfaces/facing_areas.h"
#include "forces/surfaces/follow_surface.h"
#include "geometry/half_spaces/plane_heights.h"
#include "world/bodies/body_contacts.h"
#include "world/bodies/pair_thickness.h"
#include "world/bodies/table/body_table.h"
#include "world/contacts/pair_settings.h"
#include "world/contacts/thick_axes.h"

namespace tactus {

/// How far bodies have moved, as forces want to know it.
struct PushedMotion {
    bool have_changed = true;      ///< Bodies have moved, or contacts have been looked for, since forces were computed.
    std::uint64_t since_query = 0; ///< The last contact query before the positions that there are now.
    float step_seconds = 0.0f;     ///< The time since then.
    bool have_rest_offsets = false; ///< Some bodies rest at a distance from each other.
};

/// What forces ask about the bodies of a world. Those that are not prepared for contact queries have no contacts.
class PushedBodies final : public ForceBodies {
public:
    /// The areas are made anew.
    PushedBodies(
        const BodyTable& bodies, const AllPairSettings& settings, const PushedMotion& motion, FacingAreas& areas)
        : bodies_(bodies), settings_(settings), motion_(motion), areas_(areas)
    {
        areas_.clear();
    }

    bool have_changed() const override { return motion_.have_changed; }
    bool have_rest_offsets() const override { return motion_.have_rest_offsets; }
    float rest_offset(BodyId a, BodyId b) const override
    {
        const Body *of_a = bodies_.find(a), *of_b = bodies_.find(b);
        if (!motion_.have_rest_offsets || of_a == nullptr || of_b == nullptr)
            return 0.0f;
        const Thickness of_both = settings_.find(a.index, b.index).thickness;
        const PairThickness counts = combined(of_a->options.thickness, of_b->options.thickness, of_both, 0.0f);
        return around_axes(counts, *of_a, *of_b).rest_offset;
    }
    Material material(BodyId a, BodyId b) const override { return settings_.find(a.index, b.index).material; }
    Vec3 velocity(BodyId body, std::uint32_t vertex) const override
    {
        const Known* known = find(body);
        return known != nullptr ? known->velocities.of(vertex) : Vec3{};
    }
    Vec3 whole_velocity(BodyId body) const override { return is_whole(body) ? velocity(body, 0) : Vec3{}; }
    Vec3 position(BodyId body, std::uint32_t vertex) const override
    {
        const Known* known = find(body);
        return known != nullptr ? known->surface.surface.vertex(vertex) : Vec3{};
    }
    bool follow(Contact& contact) const override
    {
        const bool is_of_a = is_vertex_of_a(contact);
        const BodyId id = is_of_a ? contact.body_a : contact.body_b, other = is_of_a ? contact.body_b : contact.body_a;
        if (!is_of_vertex(contact) || id == other || bodies_.find(id) == nullptr || bodies_.find(other) == nullptr)
            return false;
        const float rest = rest_offset(id, other);
        if (is_on_plane(contact))
            return follow_plane(*bodies_.find(id), *bodies_.find(other), is_of_a, rest, contact);
        if (is_whole(id))
            return false;
        if (find(other) == nullptr || !find(other)->is_closed)
            return false;
        const Vec3 vertex = position(id, (is_of_a ? contact.vertices_a : contact.vertices_b)[0]);
        follow_surface(vertex, is_of_a, find(other)->surface, contact, rest);
        return true;
    }
    double facing_area(BodyId body, std::span<const std::uint32_t> feature, DoubleVector direction) const override
    {
        const Known* known = find(body);
        if (known == nullptr || known->is_whole)
            return 0.0;
        if (feature.size() == 1)
            return areas_.facing(body.index, known->surface, known->is_closed, feature[0], direction);
        return tactus::facing_area(known->surface, known->is_closed, feature, direction);
    }
    double radius(BodyId body) const override
    {
        const Known* known = find(body);
        return known != nullptr ? known->radius : 0.0;
    }
    void append_around(BodyId body, std::uint32_t vertex, Buffer<std::uint32_t>& vertices) const override
    {
        // The other end of a tool is not beside this one: the shaft between them may be nearer.
        if (!is_known(body) || bodies_.find(body)->tool() != nullptr)
            return;
        const BodyContacts& contacts = bodies_.contacts(body.index);
        const BodySurface surface = contacts.surface();
        for (const std::uint32_t triangle : contacts.depth_tables().stars[vertex])
            for (const std::uint32_t corner : surface.triangles[triangle])
                vertices.push_back(corner);
    }
    Vec3 whole_position(BodyId body) const override { return is_whole(body) ? position(body, 0) : Vec3{}; }
    Vec3 centroid(BodyId body) const override
    {
        return is_known(body) ? bodies_.contacts(body.index).centroid() : Vec3{};
    }

private:
    /// A body that is there, and what is asked about it again and again.
    struct Known {
        BodyId id;
        const BodyContacts* contacts = nullptr; ///< none where no body is known yet
        FollowedSurface surface;
        VertexVelocities velocities;
        bool is_closed = false;
        bool is_whole =
            false; ///< it is pushed as a whole: its centre counts as a vertex, and no other point of it does
        double radius = 0.0;
    };

    /// None if there is no such body. It stays until another body is asked for that is not one of the last two.
    const Known* find(BodyId id) const
    {
        for (const Known& known : known_)
            if (known.contacts != nullptr && known.id == id)
                return &known;
        return make_known(id);
    }
    const Known* make_known(BodyId id) const
    {
        if (!is_known(id))
            return nullptr;
        const Body* body = bodies_.find(id);
        const BodyContacts& contacts = bodies_.contacts(id.index);
        const Sphere* ball = body->sphere();
        next_known_ = 1 - next_known_;
        known_[next_known_] = {
            id,
            &contacts,
            {contacts.surface(), &contacts.depth_tables().stars, contacts.faces_inwards()},
            contacts.velocities(motion_.since_query, motion_.step_seconds),
            contacts.depth_tables().is_closed,
            body->is_shape(),
            ball != nullptr ? double(ball->radius) : axis_radius(*body)};
        return &known_[next_known_];
    }
    bool is_known(BodyId body) const { return bodies_.find(body) != nullptr && bodies_.is_prepared(body.index); }
    bool is_whole(BodyId body) const
    {
        const Known* known = find(body);
        return known != nullptr && known->is_whole;
    }
    /// Moves the contact of a vertex or a sphere with a half-space.
    bool follow_plane(const Body& body, const Body& half_space, bool is_of_a, float rest, Contact& contact) const
    {
        if (half_space.half_space() == nullptr)
            return false;
        const PlaneHeights heights(*half_space.half_space());
        const Vec3 vertex =
            position(is_of_a ? contact.body_a : contact.body_b, (is_of_a ? contact.vertices_a : contact.vertices_b)[0]);
        const PlaneHeights::Touch touch =
            heights.touch(body.sphere() != nullptr ? *body.sphere() : Sphere{vertex, 0.0f});
        contact.separation = touch.separation - rest;
        contact.point = touch.point;
        contact.normal = to_float(heights.up() * (is_of_a ? -1.0 : 1.0));
        return true;
    }

    const BodyTable& bodies_;
    const AllPairSettings& settings_;
    PushedMotion motion_;
    FacingAreas& areas_;
    mutable std::array<Known, 2> known_; ///< most contacts are of the same two bodies as the one before
    mutable std::size_t next_known_ = 0;
};

} // namespace tactus
