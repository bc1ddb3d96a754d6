// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/stages/stages.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/tables/facing_search.h"
#include "contacts/tables/place_search.h"
#include "mesh/edge_sides.h"
#include "mesh/feature_owners.h"
#include "world/bodies/body_contacts.h"

namespace tactus {

struct Body;

/// Makes the tables that contact queries need of a body, a piece at a time. Keeps its memory for the next body.
class ContactTableMaker {
public:
    ContactTableMaker() = default;
    ContactTableMaker(const ContactTableMaker&) = delete;
    ContactTableMaker& operator=(const ContactTableMaker&) = delete;

    /// Begins with a body, which must stay where it is until its tables are made. Its vertices may move meanwhile, but
    /// not its triangles change.
    void begin(Body& body);
    /// The same of a body whose tables are made, but for which way its triangles face.
    void begin_facing(Body& body, const BodyContacts& contacts);
    /// The body whose tables are being made; none if there is none.
    const Body* body() const { return body_; }
    /// Does about as much as so many nanoseconds allow. True when all is done.
    bool advance(std::uint64_t nanoseconds);
    /// Call before a body moves: what has to see all its vertices at one moment is done to its end, if it has begun.
    void begin_move(const Body& body);
    /// The tables, when all is done, and whether only the last entry of them was to be made.
    ContactTables take();
    bool is_facing_alone() const { return is_facing_alone_; }
    /// Leaves a body whose tables are not made.
    void stop();
    std::size_t bytes() const;

private:
    enum class Phase : std::uint8_t { triangles, tables, places, facing, done };

    void begin_phase(Phase phase);
    void end_phase();
    void copy_triangles();
    void find_vertices();
    BodySurface surface() const;

    Body* body_ = nullptr;
    Phase phase_ = Phase::done;
    Stages stages_;
    std::vector<TriangleIndices> triangles_; ///< By their numbers, until all of them are known.
    std::uint64_t rebuilt_ = 0;              ///< Parts of the tree that had been made anew when they were begun.
    EdgeSides sides_;
    FeatureOwnerSearch owners_;
    DepthTableSearch depth_tables_;
    PlaceSearch places_;
    bool are_vertices_in_order_ = false; ///< They stand by their numbers.
    FacingSearch facing_;
    bool is_facing_alone_ = false;
    const BodyContacts* contacts_ = nullptr; ///< The body's, if they are made.
    ContactTables made_;
};

/// Makes them in one go.
ContactTables make_contact_tables(Body& body);

} // namespace tactus
