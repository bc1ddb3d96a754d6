// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/number_map.h"
#include "base/stages/room_stages.h"
#include "contacts/decided/confirmed_contacts.h"
#include "contacts/depths/penetration_depths.h"
#include "contacts/encounters/encounter.h"
#include "contacts/encounters/point_depth.h"

namespace tactus {

/// Finds what of two bodies lies inside the other, and gives their contacts their final depths, a step at a time, once
/// all features that touch are confirmed.
///
/// Where two closed bodies overlap, vertices inside the other body are measured against the whole overlap, and where an
/// open body is in a closed one, its vertices against the closed body's surface. Each of them pushes once: by its
/// contact with the face it comes out of, else by one with a face beside it that has the same nearest point, else by a
/// contact of its own, of kind vertex_inside. Everything else keeps what its two features say.
/// A passage of a tool's shaft inside a closed body has a contact of its own too, and what the shaft is near from
/// within is not deep. A sphere counts as a vertex at its centre that is deeper by its radius, and comes out where the
/// surface is nearest. Where depths are not measured, a piece of a body whose lowest numbered vertex is inside a closed
/// body has a contact there, which comes out where the surface is nearest, and pushes if nothing else of the piece is
/// in contact with that body.
class FinalDepths {
public:
    /// Some of the confirmed contacts: from the last of them back to the one that has none before it.
    struct Chain {
        std::uint32_t last = UINT32_MAX;
        /// The one before each, UINT32_MAX for none. More may come while the chain is in use.
        const Buffer<std::uint32_t>* before = nullptr;
    };

    /// Takes the memory for an overlap of so many triangles of each body in stages.
    void make_room(std::size_t triangles, RoomStages& stages) { depths_.make_room(triangles, stages); }
    /// The contacts are the encounter's. Pairs are all its triangles that intersect. All of it must stay until it is
    /// done.
    void begin(
        const ContactEncounter& encounter, std::span<const IntersectingPair> intersecting, Chain contacts,
        ConfirmedContacts& confirmed);
    /// Until this is called again: where nobody will stop it, these workers share what they can of it.
    void share(Workers* workers)
    {
        workers_ = workers;
        depths_.share(workers);
    }
    void stop() { stage_ = Stage::done; }
    bool is_busy() const { return stage_ != Stage::done; }
    /// Whether all vertices inside have their contacts, and only the depths of those that were there before are left.
    bool is_settling() const { return stage_ == Stage::contacts; }
    /// At most a work unit, where nobody shares it. Gives the number of vertices for which there was no room.
    std::uint32_t step();

    std::size_t bytes() const
    {
        return depths_.bytes() + point_.bytes() + pushing_a_.bytes() + pushing_b_.bytes() + touched_a_.bytes()
               + touched_b_.bytes() + places_.bytes() + numbers_.bytes();
    }

private:
    enum class Stage : std::uint8_t { points, depths, choose, vertices_a, vertices_b, shaft, contacts, done };
    static constexpr std::uint32_t nobody = UINT32_MAX;

    void begin_measured();
    std::uint32_t ask();
    void mark_touched();
    std::uint32_t take_point();
    std::span<const VertexDepth> inside(bool is_a_inside) const;
    /// Where the depth of a contact's vertex stands; `nobody` for edges, and for what is outside.
    std::uint32_t place_of(const Contact& contact, bool& of_a) const;
    bool leads_out(const Contact& contact, const VertexDepth& depth, bool of_a) const;
    void choose(std::uint32_t index);
    void settle(std::uint32_t index);
    void write(const VertexDepth& depth, bool is_a_inside, Contact& contact) const;
    Contact blank_inside(bool is_a_inside) const;
    void write_inside(const VertexDepth& depth, bool is_a_inside, Contact& contact) const;
    std::uint32_t give_depths(bool is_a_inside);
    bool has_passages() const { return encounter_->has_tool() && !depths_.shaft().depths().empty(); }
    bool is_shaft_inside(const Contact& contact) const;
    Contact contact_of(const ShaftDepth& depth) const;
    std::uint32_t give_shaft_depth();

    const ContactEncounter* encounter_ = nullptr;
    ConfirmedContacts* confirmed_ = nullptr;
    Chain contacts_;
    std::uint32_t next_contact_ = nobody;
    Stage stage_ = Stage::done;
    std::size_t next_ = 0;
    bool measures_ = false;
    PenetrationDepths depths_;
    PointDepth point_; ///< of a sphere's centre, or of a single vertex
    std::uint32_t asked_piece_ = 0;
    bool asks_a_ = false; ///< whether that is a piece of a
    NumberMap touched_a_; ///< pieces of a that have contacts
    NumberMap touched_b_;
    VertexDepth sphere_depth_;
    Buffer<std::uint32_t> pushing_a_; ///< per vertex of a inside b, the contact by which it pushes
    Buffer<std::uint32_t> pushing_b_;
    Workers* workers_ = nullptr;
    Buffer<std::uint32_t> places_;  ///< among the depths, of vertices that are to have contacts of their own
    Buffer<std::uint32_t> numbers_; ///< of these vertices
};

} // namespace tactus
