// SPDX-License-Identifier: MIT
// How deep the vertices of two bodies lie inside each other, of which one or both are closed.
//
// The patch of a body in an overlap is made of its triangles that intersect the other body, or have a corner inside it.
// The depth of a vertex inside the other body is its distance from the other's patch, and its way out leads to the
// closest point of that. So a needle is pushed back the way it came in, and a thin plate throws nothing out of its
// other side. (B. Heidelberger and others, "Consistent Penetration Depth Estimation for Deformable Collision Response",
// 2004, find the same vertices by propagation from crossing edges, but add up weighted distances from where the edges
// cross. At the pole of a sphere their sums are up to half too large; the distance from the patch is right.)
//
// An overlap may consist of several regions. They are told apart by the intersecting triangles and the vertices inside
// that hang together, and each vertex is measured against the patch of its own region. Regions that share a large
// triangle count as one. A piece that lies inside the other body without touching it is measured against all of that
// body's surface.
//
// An open body has no inside, so that the closed one has no patch in it. Its vertices are measured against all of the
// closed body's surface that does not face away from where their region came in (ways_in.h), and so is the shaft of a
// tool between its ends (shaft_depths.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/hashed_numbers.h"
#include "base/stages/room_stages.h"
#include "base/work_meter.h"
#include "contacts/depths/depth_search.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/depths/offset_sets.h"
#include "contacts/depths/overlap_side.h"
#include "contacts/depths/shaft_depths.h"
#include "contacts/features/intersecting_pair.h"
#include "tree/surface.h"

namespace tactus {

/// Depths of two bodies in each other. Keeps its memory: it takes none for an overlap that is no larger than one
/// before.
class PenetrationDepths {
public:
    /// Takes the memory for an overlap of so many triangles of each in stages.
    void make_room(std::size_t triangles, RoomStages& stages);
    /// Both surfaces, their tables and the pairs must stay as they are until advance gives true. The pairs are all
    /// triangles of a and b that intersect, in any order; a pair that comes up again says nothing more. Nothing is
    /// inside a surface that is not closed. Where a surface has a tree, with each triangle in one leaf, rays are
    /// followed through it, unless it is a plain list; its nodes have begun their query. A closed surface must have one
    /// where the other is open.
    void begin(
        const BodySurface& a, const DepthTables& tables_a, const BodySurface& b, const DepthTables& tables_b,
        std::span<const IntersectingPair> intersecting, Tree* tree_a = nullptr, Tree* tree_b = nullptr);

    /// After begin: the body a, or else b, is the axis of a tool, whose shaft is to be measured between its ends.
    void measure_shaft(bool of_a)
    {
        has_shaft_ = true;
        is_shaft_of_a_ = of_a;
    }
    /// Until this is called again: where nobody will stop it, these workers measure vertices in one go.
    void share(Workers* workers)
    {
        workers_ = workers;
        depths_a_.share(workers);
        depths_b_.share(workers);
    }
    /// Goes on for as long as the meter grants units; true when there is nothing left to do.
    bool advance(WorkMeter& meter);
    bool done() const { return stage_ == Stage::done; }

    /// Vertices of a that lie inside b, in ascending order; when it is done.
    std::span<const VertexDepth> inside_b() const { return depths_a_.depths(); }
    /// Vertices of b that lie inside a.
    std::span<const VertexDepth> inside_a() const { return depths_b_.depths(); }
    /// Where a vertex of a stands in inside_b, or of b in inside_a; UINT32_MAX if it is outside. When it is done.
    std::uint32_t place(bool of_a, std::uint32_t vertex) const
    {
        const std::uint32_t place_inside = (of_a ? side_a_ : side_b_).place_inside(vertex);
        return place_inside != OverlapSide::none ? (of_a ? depths_a_ : depths_b_).rank(place_inside)
                                                 : OverlapSide::none;
    }

    /// The passages of the shaft that is measured, when it is done; none where there is none.
    const ShaftDepths& shaft() const { return shaft_; }

    std::size_t bytes() const;

private:
    enum class Stage : std::uint8_t { meet, side_a, side_b, ways_in, depths_a, depths_b, shaft, done };

    std::uint64_t step(std::uint64_t nanoseconds);
    std::uint64_t meet();
    bool is_half_open() const { return tables_a_->is_closed != tables_b_->is_closed; }
    void begin_search(bool of_a);
    void search_sides();
    void begin_depths(bool of_a);
    void prepare_depths();
    void begin_shaft();

    std::span<const IntersectingPair> pairs_;
    std::size_t next_pair_ = 0;
    HashedNumbers met_; ///< of the pairs before that, each once
    const DepthTables* tables_a_ = nullptr;
    const DepthTables* tables_b_ = nullptr;
    Tree* tree_a_ = nullptr;
    Tree* tree_b_ = nullptr;
    Stage stage_ = Stage::done;
    OffsetSets regions_;
    OverlapSide side_a_;
    OverlapSide side_b_;
    WaysIn ways_in_; ///< of the open side, if the other is closed
    DepthSearch depths_a_;
    DepthSearch depths_b_;
    Workers* workers_ = nullptr;
    ShaftDepths shaft_;
    bool has_shaft_ = false;
    bool is_shaft_of_a_ = false;
};

} // namespace tactus
