// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <tactus/contact.h>

#include "base/buffer.h"
#include "geometry/double_vector.h"

namespace tactus {

/// What forces ask about the bodies of a report, and about those that were pushed in the call before.
class ForceBodies {
public:
    /// Whether bodies have moved, or contacts have been looked for, since forces were last computed.
    virtual bool have_changed() const { return true; }
    /// Whether any two bodies rest at a distance from each other.
    virtual bool have_rest_offsets() const { return false; }
    /// How far apart two bodies rest, in metres; the same whichever is named first.
    virtual float rest_offset(BodyId, BodyId) const { return 0.0f; }
    /// How two bodies push each other; the same whichever is named first.
    virtual Material material(BodyId a, BodyId b) const = 0;
    /// Of a vertex by the caller's number, in metres a second; zero where there is none.
    virtual Vec3 velocity(BodyId body, std::uint32_t vertex) const = 0;
    /// Of a body that is pushed as a whole, as a sphere and a half-space are; zero for others.
    virtual Vec3 whole_velocity(BodyId) const { return {}; }
    /// Where a vertex is, by the caller's number.
    virtual Vec3 position(BodyId body, std::uint32_t vertex) const = 0;
    /// Moves the contact of a vertex with a closed body or a half-space to where they are now (follow_surface.h), with
    /// the separation from where they rest; false, and nothing moves, if it is none.
    virtual bool follow(Contact&) const { return false; }
    /// Appends the vertices of the triangles that use one, also that one.
    virtual void append_around(BodyId, std::uint32_t, Buffer<std::uint32_t>&) const {}
    /// What of a body around a vertex, or around the edge of two of them, faces a unit direction (contact_area.h), in
    /// square metres.
    virtual double facing_area(BodyId, std::span<const std::uint32_t>, DoubleVector) const { return 0.0; }
    /// A sphere's, in metres; zero for others.
    virtual double radius(BodyId) const { return 0.0; }
    /// Where a body is that is pushed as a whole.
    virtual Vec3 whole_position(BodyId) const { return {}; }
    /// The mean of the body's vertices, a sphere's centre, or a point of a half-space's plane. Asked once per body and
    /// call.
    virtual Vec3 centroid(BodyId body) const = 0;

protected:
    ForceBodies() = default;
    ForceBodies(const ForceBodies&) = default;
    ForceBodies& operator=(const ForceBodies&) = default;
    ~ForceBodies() = default;
};

} // namespace tactus
