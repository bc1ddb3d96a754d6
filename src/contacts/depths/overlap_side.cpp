// SPDX-License-Identifier: MIT
#include "contacts/depths/overlap_side.h"

#include <algorithm>

#include "base/check.h"
#include "base/planted_fault.h"
#include "base/work_prices.h"
#include "geometry/orientation.h"
#include "geometry/triangle_triangle.h"

namespace tactus {

void OverlapSide::make_room(std::size_t triangles)
{
    // A surface has half as many vertices as triangles, and what crosses is the rim of the patch.
    const std::size_t vertices = triangles / 2, rim = triangles / 4;
    patch_.reserve_touched(triangles);
    place_in_patch_.reserve(triangles);
    inside_.reserve_touched(vertices);
    place_of_inside_.reserve(vertices);
    edges_.reserve_touched(rim);
    place_of_edge_.reserve(rim);
    ends_.reserve_touched(rim);
    place_of_end_.reserve(rim);
    windings_.make_room(rim);
}

void OverlapSide::begin(const BodySurface& surface, const DepthTables& tables, OffsetSets& regions, std::uint32_t apart)
{
    surface_ = surface;
    tables_ = &tables;
    regions_ = &regions;
    apart_ = apart;
    stage_ = Stage::done;
    edges_.clear();
    place_of_edge_.clear();
    ends_.clear();
    place_of_end_.clear();
    windings_.clear();
    touched_shells_.clear();
    untouched_.clear();
    inside_.clear();
    place_of_inside_.clear();
    patch_.clear();
    place_in_patch_.clear();
}

std::uint32_t OverlapSide::region_of(std::uint32_t triangle)
{
    const std::uint32_t place = place_in_patch_.find_or_put(triangle, static_cast<std::uint32_t>(patch_.size()));
    if (place == patch_.size())
        patch_.push_back({triangle, regions_->add()});
    return patch_[place].region;
}

std::uint32_t OverlapSide::end_at(std::uint32_t vertex)
{
    const std::uint32_t place = place_of_end_.find_or_put(vertex, static_cast<std::uint32_t>(ends_.size()));
    if (place == ends_.size()) {
        ends_.push_back({vertex, false, 0});
        windings_.add();
        touched_shells_.find_or_put(tables_->shell_of_vertex[vertex], 0);
    }
    return place;
}

void OverlapSide::block(std::uint32_t triangle, std::uint8_t meeting, std::uint8_t piercing, const Triangle& other)
{
    TACTUS_CHECK((piercing & ~meeting) == 0);
    const FeatureOwners& owners = *surface_.owners;
    const TriangleIndices& corners = surface_.triangles[triangle];
    for (int k = 0; k < 3; ++k) {
        // The edge's owner intersects whatever the edge meets, so it says it, and once.
        if ((meeting >> k & 1) == 0 || !owners.owns_edge(triangle, k))
            continue;
        const std::uint32_t number = owners.edge(triangle, k);
        const std::uint32_t place = place_of_edge_.find_or_put(number, static_cast<std::uint32_t>(edges_.size()));
        if (place == edges_.size()) {
            edges_.push_back({number, 0, true});
            end_at(corners[k]);
            end_at(corners[(k + 1) % 3]);
        }
        if ((piercing >> k & 1) != 0)
            edges_[place].jump -= orient3d(other.a, other.b, other.c, surface_.vertex(owners.edges()[number][0]));
        else
            edges_[place].is_proper = false;
    }
    if ((meeting & ~piercing) == 0)
        return;
    for (int k = 0; k < 3; ++k) {
        const int both = 1 << k | 1 << (k + 2) % 3;
        if ((meeting & both) != both || !owners.owns_corner(triangle, k))
            continue;
        const Vec3 p = surface_.vertex(corners[k]);
        if (triangles_intersect(Triangle{p, p, p}, other))
            ends_[end_at(corners[k])].is_on_surface = true;
    }
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
}

std::uint64_t OverlapSide::step()
{
    switch (stage_) {
    case Stage::link_edges:
        return link_edge();
    case Stage::link_ends:
        return link_end();
    case Stage::ask:
        return ask();
    case Stage::ask_shells:
        return ask_shell();
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
        return flood();
    case Stage::done:
        break;
    }
    return price::glance;
}

std::uint64_t OverlapSide::link_edge()
{
    if (cursor_ == edges_.size()) {
        go_to(Stage::link_ends);
        return price::glance;
    }
    const BlockedEdge& blocked = edges_[cursor_++];
    if (blocked.is_proper) {
        const auto [lower, upper] = surface_.owners->edges()[blocked.edge];
        windings_.join(place_of_end_.find(lower), place_of_end_.find(upper), blocked.jump);
    }
    return price::joined_winding;
}

template <class Visit>
void OverlapSide::for_each_free_neighbour(std::uint32_t vertex, std::uint32_t triangle, bool is_end, Visit visit) const
{
    const TriangleIndices& corners = surface_.triangles[triangle];
    const auto visit_along = [&](int edge, std::uint32_t to) {
        if (to != vertex && (!is_end || place_of_edge_.find(surface_.owners->edge(triangle, edge)) == none))
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
        go_to(Stage::ask);
        return price::glance;
    }
    const auto here = static_cast<std::uint32_t>(cursor_);
    const std::uint32_t vertex = ends_[here].vertex;
    const std::span<const std::uint32_t> star = tables_->stars[vertex];
    const std::size_t end = std::min(star_cursor_ + per_call::star_triangles, star.size());
    const std::uint64_t spent = price::entry + price::linked_triangle * (end - star_cursor_);
    for (; star_cursor_ < end; ++star_cursor_)
        for_each_free_neighbour(vertex, star[star_cursor_], true, [&](std::uint32_t neighbour) {
            const std::uint32_t there = place_of_end_.find(neighbour);
            if (there != none && there > here)
                windings_.join(here, there);
        });
    if (star_cursor_ == star.size()) {
        star_cursor_ = 0;
        ++cursor_;
    }
    return spent;
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
    if (!end.is_on_surface && windings_.find(static_cast<std::uint32_t>(cursor_)).root == cursor_) {
        end.question = static_cast<std::uint32_t>(containment_.point_count());
        containment_.add(surface_.vertex(end.vertex));
    }
    ++cursor_;
    return price::noted;
}

std::uint64_t OverlapSide::ask_shell()
{
    if (cursor_ == tables_->shells.size()) {
        go_to(Stage::count);
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

void OverlapSide::add_inside(const Inside& inside)
{
    if (place_of_inside_.find_or_put(inside.vertex, static_cast<std::uint32_t>(inside_.size())) == inside_.size())
        inside_.push_back(inside);
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
        const std::int32_t winding =
            containment_.result(ends_[place.root].question).winding + (TACTUS_FAULT(44) ? 0 : place.offset);
        if (winding != 0)
            add_inside({end.vertex, regions_->add(), winding, none});
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
    // The other surface may go through triangles of a piece none of whose edges meet it.
    const std::uint32_t region = tables_->is_closed || !containment.inside() ? apart_ : regions_->add();
    if (containment.inside())
        add_inside({untouched_[cursor_], region, containment.winding, none});
    ++cursor_;
    return price::placed;
}

void OverlapSide::take_into_patch(std::uint32_t triangle, std::uint32_t region)
{
    const std::uint32_t place = place_in_patch_.find_or_put(triangle, static_cast<std::uint32_t>(patch_.size()));
    if (place == patch_.size())
        patch_.push_back({triangle, region});
    else if (patch_[place].region != region)
        regions_->join(patch_[place].region, region);
}

std::uint64_t OverlapSide::flood()
{
    if (cursor_ == inside_.size()) {
        go_to(Stage::done);
        return price::glance;
    }
    const Inside here = inside_[cursor_];
    const std::span<const std::uint32_t> star = tables_->stars[here.vertex];
    const std::size_t end = std::min(star_cursor_ + per_call::star_triangles, star.size());
    const std::uint64_t spent = price::entry + price::flooded_triangle * (end - star_cursor_);
    const bool is_end = place_of_end_.find(here.vertex) != none && !TACTUS_FAULT(26);
    for (; star_cursor_ < end; ++star_cursor_) {
        if (here.region != apart_)
            take_into_patch(star[star_cursor_], here.region);
        for_each_free_neighbour(here.vertex, star[star_cursor_], is_end, [&](std::uint32_t neighbour) {
            add_inside({neighbour, here.region, here.winding, static_cast<std::uint32_t>(cursor_)});
        });
    }
    if (star_cursor_ == star.size()) {
        star_cursor_ = 0;
        ++cursor_;
    }
    return spent;
}

std::size_t OverlapSide::bytes() const
{
    return edges_.bytes() + place_of_edge_.bytes() + ends_.bytes() + place_of_end_.bytes() + windings_.bytes()
           + touched_shells_.bytes() + untouched_.bytes() + containment_.bytes() + inside_.bytes()
           + place_of_inside_.bytes() + patch_.bytes() + place_in_patch_.bytes();
}

} // namespace tactus
