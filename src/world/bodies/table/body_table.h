// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tactus/body.h>
#include <tactus/result.h>

#include "geometry/half_spaces/plane_heights.h"
#include "world/bodies/table/body_places.h"

namespace tactus {

struct Body;
class BodyContacts;

/// What a world keeps under one index.
struct BodySlot {
    std::unique_ptr<Body> body;             ///< None in a free slot.
    std::unique_ptr<BodyContacts> contacts; ///< None until contacts are wanted.
    std::uint32_t generation = 0;
};

/// All bodies of a world, by their ids, and which of them are near each other.
class BodyTable {
public:
    BodyTable();
    ~BodyTable();

    /// The body, or none if the id is stale or never was one.
    Body* find(BodyId id) const;
    /// The sentence about an id that names no body.
    Error stale(BodyId id) const;
    /// A sentence about an id that names no mesh: no body at all, or a sphere or a half-space, which have nothing of
    /// what is asked for.
    std::optional<Error> check_mesh(BodyId id, const char* what_shapes_lack) const;
    BodyId id_of(std::uint32_t index) const { return {index, slots_[index].generation}; }
    /// By index, free ones too.
    std::span<BodySlot> slots() { return slots_; }
    std::span<const BodySlot> slots() const { return slots_; }
    /// The body with an index that is in use.
    Body& body(std::uint32_t index) const { return *slots_[index].body; }
    /// Whether it has been prepared for contact queries.
    bool is_prepared(std::uint32_t index) const { return slots_[index].contacts != nullptr; }
    /// What contact queries need of it, if it has been prepared for them.
    BodyContacts& contacts(std::uint32_t index) const { return *slots_[index].contacts; }
    /// The indices of bodies that are tested against themselves, ascending.
    std::span<const std::uint32_t> self_colliding() const { return self_colliding_; }
    /// Whether any body is a tool.
    bool have_tools() const { return tool_count_ > 0; }

    /// Gives a new body its place. All memory is taken first, so that there is a whole new body, or none.
    BodyId adopt(std::unique_ptr<Body> body, std::unique_ptr<BodyContacts> contacts);
    /// Takes a body out that is there and has left its place, unless places are lost.
    void remove(BodyId id) noexcept;

    /// Tells the broad phase where a body is.
    void place(const Body& body) { places_.move(body); }
    /// Takes a body that is there out of the broad phase.
    void leave_place(BodyId id);
    /// Places all bodies anew: those that have no contact distance of their own by their boxes and half this distance.
    void set_contact_distance(float metres);
    /// Calls f with the indices of every two bodies that are near each other. Two half-spaces never are.
    template <class F>
    void for_each_two_near(Workers& workers, F&& f)
    {
        places_.for_each_two_near(workers, f);
        for (const std::uint32_t half_space : half_spaces_) {
            const PlaneHeights heights = heights_above(half_space);
            const double reach = places_.reach_around(body(half_space));
            for (std::uint32_t index = 0; index < slots_.size(); ++index)
                if (may_reach(heights, reach, index))
                    f(half_space, index);
        }
    }

    /// Whether two bodies that are near each other are near as contacts see them. The half-spaces of a convex set are
    /// rounded apart from its corners, and may reach a little beyond these.
    bool have_near_surfaces(std::uint32_t a, std::uint32_t b) const;

    /// Tells trees that want to know it that another query begins, so that they may drop what none has used for a
    /// while.
    void begin_query();

    /// Memory has ended. Forgets everything that queries keep with bodies, and what the broad phase says.
    void forget_queries() noexcept;
    bool are_places_known() const { return places_.are_known(); }
    /// Fills the broad phase anew if what it says is lost.
    void recover();

private:
    PlaneHeights heights_above(std::uint32_t half_space) const;
    /// Whether there is a body, no half-space, that may be within the contact distance of a half-space, which reaches
    /// so many metres beyond its plane.
    bool may_reach(const PlaneHeights& heights, double reach, std::uint32_t index) const;

    std::vector<BodySlot> slots_;
    std::vector<std::uint32_t> free_slots_;
    std::vector<std::uint32_t> self_colliding_;   ///< bodies, ascending
    std::vector<std::uint32_t> counting_queries_; ///< bodies whose trees must be told of every query
    std::size_t tool_count_ = 0;
    std::vector<std::uint32_t> half_spaces_; ///< bodies that have no place, since they are everywhere
    BodyPlaces places_;
    std::uint64_t query_ = 0; ///< how many there were
};

} // namespace tactus
