// SPDX-License-Identifier: MIT
#include "contacts/depths/overlap_side.h"

#include <algorithm>

#include "base/inline.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"

namespace tactus {

void OverlapSide::make_room(std::size_t triangles, RoomStages& stages)
{
    // A surface has half as many vertices as triangles, and what crosses is the rim of the patch.
    const std::size_t vertices = triangles / 2, rim = triangles / 4;
    // And what is in an overlap is about an eighth of all that there is.
    const std::size_t all = 8 * triangles;
    patch_.make_room(triangles, all, stages);
    inside_.make_room(vertices, all / 2, stages);
    edges_.make_room(rim, all + all / 2, stages);
    ends_.make_room(rim, all / 2, stages);
    windings_.make_room(rim, stages);
    stages.add_room(joins_, rim);
}

void OverlapSide::begin(const BodySurface& surface, const DepthTables& tables, OffsetSets& regions, std::uint32_t apart)
{
    surface_ = surface;
    tables_ = &tables;
    regions_ = &regions;
    apart_ = apart;
    stage_ = Stage::done;
    const std::size_t vertex_count = tables.stars.vertex_count();
    edges_.clear(surface.owners->edges().size());
    ends_.clear(vertex_count);
    windings_.clear();
    touched_shells_.clear();
    untouched_.clear();
    inside_.clear(vertex_count);
    patch_.clear(surface.triangles.size());
    joins_.clear();
}

void OverlapSide::begin_search(const BodySurface& other, std::size_t other_vertex_count, Tree* other_tree)
{
    containment_.begin(other, other_vertex_count, other_tree);
    go_to(Stage::link_edges);
}

void OverlapSide::go_to(Stage stage)
{
    stage_ = stage;
    cursor_ = 0;
    star_cursor_ = 0;
    walked_ = 0;
}

std::uint64_t OverlapSide::step(std::uint64_t nanoseconds)
{
    const Stage stage = stage_;
    std::uint64_t spent = 0;
    while (stage_ == stage && spent < nanoseconds)
        spent += step_in_stage(nanoseconds - spent);
    return spent;
}

/// Stages of many small steps take as many as fit into so many nanoseconds, and the others one.
std::uint64_t OverlapSide::step_in_stage(std::uint64_t nanoseconds)
{
    switch (stage_) {
    case Stage::link_edges:
        return link_edge();
    case Stage::link_ends:
        return link_end();
    case Stage::find_starts:
        return find_start();
    case Stage::walk:
        return walk();
    case Stage::ask:
        return ask();
    case Stage::ask_shells:
        return ask_shell();
    case Stage::note_pierced:
        return note_pierced();
    case Stage::count:
        if (!containment_.done())
            return containment_.step();
        go_to(Stage::start);
        return price::glance;
    case Stage::start:
        return start();
    case Stage::start_shells:
        return start_shell();
    case Stage::flood:
        return flood(nanoseconds);
    case Stage::join:
        return join();
    case Stage::done:
        break;
    }
    return price::glance;
}

std::uint64_t OverlapSide::link_edge()
{
    if (cursor_ == edges_.size()) {
        // Of one set there is nothing more to know.
        go_to(windings_.set_count() > 1 ? Stage::link_ends : Stage::find_starts);
        return price::glance;
    }
    const BlockedEdge& blocked = edges_[cursor_++];
    if (blocked.is_proper) {
        const auto [lower, upper] = surface_.owners->edges()[blocked.edge];
        windings_.join(ends_.find(lower), ends_.find(upper), blocked.jump);
    }
    return price::joined_winding;
}

template <class Visit>
void OverlapSide::for_each_free_neighbour(std::uint32_t vertex, std::uint32_t triangle, bool is_end, Visit visit) const
{
    const TriangleIndices& corners = surface_.triangles[triangle];
    const auto visit_along = [&](int edge, std::uint32_t to) {
        if (to != vertex && (!is_end || edges_.find(surface_.owners->edge(triangle, edge)) == none))
            visit(to);
    };
    for (int k = 0; k < 3; ++k) {
        if (corners[k] != vertex)
            continue;
        visit_along(k, corners[k == 2 ? 0 : k + 1]);
        if (!tables_->is_closed)
            visit_along(k == 0 ? 2 : k - 1, corners[k == 0 ? 2 : k - 1]);
    }
}

std::uint64_t OverlapSide::link_end()
{
    if (cursor_ == ends_.size()) {
        go_to(Stage::find_starts);
        return price::glance;
    }
    const auto here = static_cast<std::uint32_t>(cursor_);
    const std::uint32_t vertex = ends_[here].vertex;
    const std::span<const std::uint32_t> star = tables_->stars[vertex];
    const std::size_t end = std::min(star_cursor_ + per_call::star_triangles, star.size());
    const std::uint64_t spent = price::entry + price::linked_triangle * (end - star_cursor_);
    for (; star_cursor_ < end; ++star_cursor_)
        for_each_free_neighbour(vertex, star[star_cursor_], true, [&](std::uint32_t neighbour) {
            const std::uint32_t there = ends_.find(neighbour);
            if (there != none && there > here)
                windings_.join(here, there);
        });
    if (star_cursor_ == star.size()) {
        star_cursor_ = 0;
        ++cursor_;
    }
    return spent;
}

/// Looks how far the end of a blocked edge is from the outside of the other's box, and whether that is the least in its
/// set.
std::uint64_t OverlapSide::find_start()
{
    if (cursor_ == ends_.size() || !containment_.has_box()) {
        go_to(containment_.has_box() ? Stage::walk : Stage::ask);
        return price::glance;
    }
    const auto here = static_cast<std::uint32_t>(cursor_++);
    if (ends_[here].is_on_surface)
        return price::glance;
    const float depth = containment_.depth_in_box(surface_.vertex(ends_[here].vertex)).depth;
    End& root = ends_[windings_.find(here).root];
    if (root.start == none || depth < root.start_depth) {
        root.start = here;
        root.start_depth = depth;
    }
    return price::joined_winding;
}

/// Walks from one end of each set to the outside of the other's box, by edges that do not meet the other surface, which
/// winds around none of them then. A walk that gets no farther says nothing.
std::uint64_t OverlapSide::walk()
{
    if (cursor_ == ends_.size()) {
        go_to(Stage::ask);
        return price::glance;
    }
    End& root = ends_[cursor_];
    if (root.start == none) {
        ++cursor_;
        return price::glance;
    }
    if (walked_ == 0) {
        walker_ = next_walker_ = ends_[root.start].vertex;
        way_ = containment_.depth_in_box(surface_.vertex(walker_));
        star_cursor_ = 0;
    }
    // The start itself may be outside.
    if (!containment_.may_hold(surface_.vertex(walker_))) {
        root.is_known = true;
        root.winding = windings_.find(root.start).offset * (TACTUS_FAULT(77) ? 1 : -1);
    } else if (walked_ < max_walk) {
        const std::span<const std::uint32_t> star = tables_->stars[walker_];
        const std::size_t end = std::min(star_cursor_ + per_call::star_triangles, star.size());
        const std::uint64_t spent = price::entry + price::linked_triangle * (end - star_cursor_);
        const bool is_end = ends_.find(walker_) != none;
        for (; star_cursor_ < end; ++star_cursor_)
            for_each_free_neighbour(walker_, star[star_cursor_], is_end, [&](std::uint32_t neighbour) {
                if (way_.along(surface_.vertex(neighbour)) > way_.along(surface_.vertex(next_walker_)))
                    next_walker_ = neighbour;
            });
        ++walked_;
        if (star_cursor_ < star.size())
            return spent;
        star_cursor_ = 0;
        if (next_walker_ != walker_) {
            walker_ = next_walker_;
            return spent;
        }
    }
    walked_ = 0;
    ++cursor_;
    return price::entry;
}

std::uint64_t OverlapSide::ask()
{
    if (cursor_ == ends_.size()) {
        asked_ends_ = containment_.point_count();
        // Most surfaces are of one piece.
        go_to(touched_shells_.size() == tables_->shells.size() ? Stage::count : Stage::ask_shells);
        return price::glance;
    }
    End& end = ends_[cursor_];
    if (!end.is_on_surface && !end.is_known && windings_.find(static_cast<std::uint32_t>(cursor_)).root == cursor_) {
        end.question = static_cast<std::uint32_t>(containment_.point_count());
        containment_.add(surface_.vertex(end.vertex));
    }
    ++cursor_;
    return price::noted;
}

std::uint64_t OverlapSide::ask_shell()
{
    if (cursor_ == tables_->shells.size()) {
        go_to(untouched_.empty() ? Stage::count : Stage::note_pierced);
        return price::glance;
    }
    if (touched_shells_.find(static_cast<std::uint32_t>(cursor_)) == none
        && containment_.may_hold(surface_.vertex(tables_->shells[cursor_]))) {
        untouched_.push_back(tables_->shells[cursor_]);
        containment_.add(surface_.vertex(tables_->shells[cursor_]));
    }
    ++cursor_;
    return price::lookup;
}

/// The other surface may go through triangles of a shell none of whose edges meet it.
std::uint64_t OverlapSide::note_pierced()
{
    if (cursor_ == patch_.size()) {
        go_to(Stage::count);
        return price::glance;
    }
    const PatchTriangle& pierced = patch_[cursor_++];
    const std::uint32_t corner = surface_.triangles[pierced.triangle][0];
    touched_shells_.find_or_put(tables_->shell_of_vertex[corner], pierced.region);
    return price::lookup;
}

std::uint64_t OverlapSide::start()
{
    if (cursor_ == ends_.size()) {
        go_to(Stage::start_shells);
        return price::glance;
    }
    const End& end = ends_[cursor_];
    if (!end.is_on_surface) {
        const OffsetSets::Place place = windings_.find(static_cast<std::uint32_t>(cursor_));
        const End& root = ends_[place.root];
        const std::int32_t of_root = root.is_known ? root.winding : containment_.result(root.question).winding;
        const std::int32_t winding = of_root + (TACTUS_FAULT(44) ? 0 : place.offset);
        if (winding != 0)
            inside_.find_or_add({end.vertex, region_of(end.triangle), winding, none, end.other});
    }
    ++cursor_;
    return price::joined_winding;
}

std::uint64_t OverlapSide::start_shell()
{
    if (cursor_ == untouched_.size()) {
        go_to(Stage::flood);
        return price::glance;
    }
    const Containment containment = containment_.result(asked_ends_ + cursor_);
    const std::uint32_t vertex = untouched_[cursor_++];
    if (containment.inside()) {
        const std::uint32_t pierced = touched_shells_.find(tables_->shell_of_vertex[vertex]);
        inside_.find_or_add({vertex, pierced != none ? pierced : apart_, containment.winding, none, none});
    }
    return price::placed;
}

inline OverlapSide::PatchTriangle& OverlapSide::take_into_patch(std::uint32_t triangle, std::uint32_t region)
{
    PatchTriangle& taken = patch_[patch_.find_or_make(triangle, [&] { return PatchTriangle{triangle, region}; })];
    if (taken.region != region) {
        joins_.push_back({taken.region, region});
        taken.region = region;
    }
    return taken;
}

std::uint64_t OverlapSide::flood(std::uint64_t nanoseconds)
{
    std::uint64_t spent = 0;
    for (; cursor_ < inside_.size() && spent < nanoseconds;) {
        const Inside here = inside_[cursor_];
        const std::span<const std::uint32_t> star = tables_->stars[here.vertex].subspan(star_cursor_);
        const std::size_t count = std::min(per_call::star_triangles, star.size());
        flood_star(here, static_cast<std::uint32_t>(cursor_), star.first(count));
        spent += price::entry + price::flooded_triangle * count;
        const bool is_done = count == star.size();
        star_cursor_ = is_done ? 0 : star_cursor_ + count;
        cursor_ += is_done ? 1 : 0;
    }
    if (spent >= nanoseconds)
        return spent;
    go_to(Stage::join);
    return spent + price::glance;
}

/// Looks at some of the triangles around a vertex inside, whose place is this.
TACTUS_FORCE_INLINE void
OverlapSide::flood_star(const Inside& here, std::uint32_t from, std::span<const std::uint32_t> star)
{
    const bool is_end = ends_.find(here.vertex) != none && !TACTUS_FAULT(26);
    const std::uint32_t region = regions_->find(here.region).root;
    const auto add_inside = [&](std::uint32_t neighbour) {
        inside_.find_or_make(neighbour, [&] { return Inside{neighbour, region, here.winding, from, none}; });
    };
    if (here.region == apart_ || is_end) {
        for (const std::uint32_t triangle : star) {
            if (here.region != apart_)
                take_into_patch(triangle, region);
            for_each_free_neighbour(here.vertex, triangle, is_end, add_inside);
        }
        return;
    }
    // No edge of this vertex is blocked.
    for (const std::uint32_t triangle : star) {
        PatchTriangle& taken = take_into_patch(triangle, region);
        if (taken.is_flooded)
            continue;
        taken.is_flooded = true;
        for (const std::uint32_t corner : surface_.triangles[triangle])
            add_inside(corner);
    }
}

std::uint64_t OverlapSide::join()
{
    if (cursor_ == joins_.size()) {
        go_to(Stage::done);
        return price::glance;
    }
    const auto [a, b] = joins_[cursor_++];
    regions_->join(a, b);
    return price::joined_winding;
}

} // namespace tactus
