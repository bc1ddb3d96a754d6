// SPDX-License-Identifier: MIT
// Which vertices of a surface lie inside another one, decided exactly, at a cost that goes with the overlap.
//
// An edge that has no point in common with the other surface has both of its ends inside or both outside. One that does
// is blocked, and known from the intersecting triangles. Where all that it meets is pierced properly, the windings of
// its ends differ by the signs of what it pierces. So the ends of blocked edges fall into few sets whose windings are
// known but for one number each. Where a few edges that are not blocked lead from a set to the outside of the other
// surface's box, that number is known; for all other sets rays or one pass over the other surface's triangles find it.
// From the ends that are inside the rest is flooded along the other edges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/number_map.h"
#include "base/stages/room_stages.h"
#include "contacts/depths/containment_pass.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/depths/numbered_list.h"
#include "contacts/depths/offset_sets.h"
#include "geometry/features/crossing.h"
#include "tree/surface.h"

namespace tactus {

/// One surface's share of an overlap: its vertices inside the other, and its patch, the triangles that intersect the
/// other or have a corner inside it. Triangles that share a corner inside, or that intersect, are of one region. The
/// surface may be open; the other is closed.
class OverlapSide {
public:
    static constexpr std::uint32_t none = UINT32_MAX;
    /// Walks to the outside take no more steps.
    static constexpr std::size_t max_walk = 64;

    struct Inside {
        std::uint32_t vertex;
        std::uint32_t region; ///< a member of the regions' sets
        std::int32_t winding; ///< of the other surface, not 0
        std::uint32_t from;   ///< place of a neighbour that comes before it, or `none`
        std::uint32_t near;   ///< a triangle of the other surface that an edge of it meets, or `none`
    };
    struct PatchTriangle {
        std::uint32_t triangle;
        std::uint32_t region;
        bool is_flooded = false; ///< all of its corners are inside, and noted
    };

    /// Takes the memory for a patch of so many triangles in stages.
    void make_room(std::size_t triangles, RoomStages& stages);
    /// Regions are sets that both sides share. Shells that lie inside and intersect nothing belong to `apart`.
    void begin(const BodySurface& surface, const DepthTables& tables, OffsetSets& regions, std::uint32_t apart);

    /// Region of a triangle that intersects the other surface.
    std::uint32_t region_of(std::uint32_t triangle)
    {
        std::uint32_t place = patch_.find(triangle);
        if (place == none)
            place = patch_.find_or_add({triangle, regions_->add()});
        return patch_[place].region;
    }
    /// Tells of a triangle that intersects one of the other surface, and of its edges that meet it and that pierce it.
    void block(
        std::uint32_t triangle, std::uint8_t meeting, std::uint8_t piercing, std::uint32_t other_triangle,
        const Triangle& other);

    /// Starts to look for what is inside, when all intersecting triangles have been told of. The other's parts are
    /// those that a containment pass may take.
    void begin_search(const BodySurface& other, std::size_t other_vertex_count, Tree* other_tree);
    bool done() const { return stage_ == Stage::done; }
    /// Where nobody will stop it: goes on until only regions are left to be joined. The other side of the overlap may
    /// do so at the same time.
    void search_at_once()
    {
        while (stage_ < Stage::join)
            (void)step_in_stage(no_limit);
    }
    /// Goes on for so many nanoseconds, roughly, or to the end of a stage, and says how many it took. Only while it is
    /// not done.
    std::uint64_t step(std::uint64_t nanoseconds);

    /// Each vertex once, in no particular order.
    std::span<const Inside> inside() const { return inside_.span(); }
    /// Where a vertex stands among those inside, or `none`.
    std::uint32_t place_inside(std::uint32_t vertex) const { return inside_.find(vertex); }
    std::span<const PatchTriangle> patch() const { return patch_.span(); }
    /// Region of a triangle, or `none` if it is not in the patch.
    std::uint32_t patch_region(std::uint32_t triangle) const
    {
        const std::uint32_t place = patch_.find(triangle);
        return place != none ? patch_[place].region : none;
    }
    const BodySurface& surface() const { return surface_; }
    const DepthTables& tables() const { return *tables_; }

    std::size_t bytes() const
    {
        return edges_.bytes() + ends_.bytes() + windings_.bytes() + touched_shells_.bytes() + untouched_.bytes()
               + containment_.bytes() + inside_.bytes() + patch_.bytes() + joins_.bytes();
    }

private:
    static constexpr std::uint64_t no_limit = UINT64_MAX;

    enum class Stage : std::uint8_t {
        link_edges,
        link_ends,
        find_starts,
        walk,
        ask,
        ask_shells,
        note_pierced,
        count,
        start,
        start_shells,
        flood,
        join,
        done
    };

    struct BlockedEdge {
        std::uint32_t edge;
        std::int32_t jump; ///< winding of the lower numbered end, less that of the other
        bool is_proper;    ///< it touches nothing, and the jump is right
    };
    /// An end of a blocked edge; a member of the windings' sets.
    struct End {
        std::uint32_t vertex = 0;
        std::uint32_t triangle = 0; ///< one that has it, and intersects the other surface
        std::uint32_t other = 0;    ///< of that surface, one that intersects it
        bool is_on_surface = false;
        // Of the root of a set:
        bool is_known = false;      ///< its winding is
        std::int32_t winding = 0;   ///< of the root
        std::uint32_t question = 0; ///< the one that tells it, where it is not known
        std::uint32_t start = none; ///< the end of the set that is nearest to the outside of the other's box
        float start_depth = 0.0f;   ///< how near that is
    };

    std::uint32_t end_at(std::uint32_t vertex, std::uint32_t triangle, std::uint32_t other);
    std::uint64_t step_in_stage(std::uint64_t nanoseconds);
    std::uint64_t link_edge();
    std::uint64_t link_end();
    std::uint64_t find_start();
    std::uint64_t walk();
    std::uint64_t ask();
    std::uint64_t ask_shell();
    std::uint64_t note_pierced();
    std::uint64_t start();
    std::uint64_t start_shell();
    std::uint64_t flood(std::uint64_t nanoseconds);
    void flood_star(const Inside& here, std::uint32_t from, std::span<const std::uint32_t> star);
    std::uint64_t join();
    PatchTriangle& take_into_patch(std::uint32_t triangle, std::uint32_t region);
    /// Calls visit(neighbour) for the edges of a triangle that lead away from a vertex and are not blocked. On a closed
    /// surface every edge leads both ways, in one triangle or another; on an open one those that lead to it count too.
    template <class Visit>
    void for_each_free_neighbour(std::uint32_t vertex, std::uint32_t triangle, bool is_end, Visit visit) const;
    void go_to(Stage stage);

    BodySurface surface_;
    const DepthTables* tables_ = nullptr;
    OffsetSets* regions_ = nullptr;
    std::uint32_t apart_ = 0;
    Stage stage_ = Stage::done;
    std::size_t cursor_ = 0;
    std::size_t star_cursor_ = 0;

    NumberedList<BlockedEdge, &BlockedEdge::edge> edges_;
    NumberedList<End, &End::vertex> ends_;
    OffsetSets windings_;
    NumberMap touched_shells_;        ///< those with blocked edges; then those that intersect, to a region of theirs
    Buffer<std::uint32_t> untouched_; ///< a vertex of each shell without blocked edges
    std::uint32_t walker_ = 0;        ///< the vertex that a walk has come to
    std::uint32_t next_walker_ = 0;   ///< its neighbour that is farthest on the way, as far as they are known
    std::size_t walked_ = 0;          ///< steps
    BoxExit way_;                     ///< the way of the walk
    std::size_t asked_ends_ = 0;
    ContainmentPass containment_;
    NumberedList<Inside, &Inside::vertex> inside_;
    NumberedList<PatchTriangle, &PatchTriangle::triangle> patch_;
    Buffer<std::array<std::uint32_t, 2>> joins_; ///< of regions, which stay as they are for the other side's flood
};

} // namespace tactus
