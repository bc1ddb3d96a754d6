// SPDX-License-Identifier: MIT
#include "contacts/covers/depth_sketch.h"

#include <algorithm>

#include "base/work_prices.h"
#include "contacts/features/region_bounds.h"
#include "geometry/double_vector.h"

namespace tactus {
namespace {

constexpr std::uint32_t max_searches = 4;
// Seen from deep inside, nearly all of a round body is equally near: the first parts say nearly as much as the nearest
// point.
constexpr std::uint32_t max_opened = 24;

// Sums of a few rounded floats are off by less.
constexpr float sketch_slack = 1.0f + 0x1p-20f;

bool box_holds(const Box& box, Vec3 point) { return overlap(box, Box{point, point}); }

} // namespace

void DepthSketch::begin(
    const ContactEncounter& encounter, bool is_a_inside, std::span<const IntersectingPair> intersecting,
    std::size_t max_groups)
{
    encounter_ = &encounter;
    of_a_ = is_a_inside;
    own_ = of_a_ ? &encounter.a : &encounter.b;
    other_ = of_a_ ? &encounter.b : &encounter.a;
    pairs_ = intersecting;
    cells_ = max_groups >= 3 * 8 * 8 * 8 ? 8 : max_groups >= 3 * 4 * 4 * 4 ? 4 : max_groups >= 3 * 2 * 2 * 2 ? 2 : 1;
    seen_triangles_.clear();
    seen_shells_.clear();
    item_of_vertex_.clear();
    items_.clear();
    components_.clear();
    collected_.clear();
    collected_box_ = stray_triangles_ = {};
    group_of_cell_.clear();
    groups_.clear();
    is_asking_ = false;
    searched_ = 0;
    go_to(other_->is_closed() ? Stage::rim : Stage::done);
}

void DepthSketch::go_to(Stage stage)
{
    stage_ = stage;
    cursor_ = star_cursor_ = 0;
}

std::uint64_t DepthSketch::step()
{
    switch (stage_) {
    case Stage::rim:
        return take_rim();
    case Stage::shells:
        return take_shell();
    case Stage::flood:
        return flood();
    case Stage::rays:
        return follow_ray();
    case Stage::collect:
        return collect();
    case Stage::group:
        return group();
    case Stage::choose:
        return choose();
    case Stage::nearest:
        return search();
    case Stage::done:
        break;
    }
    return price::glance;
}

std::uint64_t DepthSketch::take_rim()
{
    if (cursor_ == pairs_.size()) {
        go_to(Stage::shells);
        return price::glance;
    }
    const TrianglePair& pair = pairs_[cursor_++].triangles;
    const std::uint32_t triangle = of_a_ ? pair.a : pair.b;
    const std::size_t known = seen_triangles_.size();
    seen_triangles_.find_or_put(triangle, 0);
    if (seen_triangles_.size() == known)
        return price::lookup;
    const TriangleIndices& corners = own_->surface.triangles[triangle];
    seen_shells_.find_or_put(own_->depth_tables->shell_of_vertex[corners[0]], 0);
    bool is_stray = true;
    for (int k = 0; k < 3; ++k) {
        const Vec3 at = own_->surface.vertex(corners[k]);
        if (!box_holds(other_->box, at))
            continue;
        is_stray = false;
        const float deepest = std::min(farthest_corner(at, triangle), encounter_->deepest);
        const std::uint32_t item = item_of_vertex_.find_or_put(corners[k], static_cast<std::uint32_t>(items_.size()));
        if (item == items_.size())
            items_.push_back({corners[k], item, none, triangle, deepest, deepest});
        if (deepest < items_[item].deepest) {
            items_[item].deepest = deepest;
            items_[item].triangle = triangle;
        }
        items_[item].reach = std::max(items_[item].reach, deepest);
    }
    if (is_stray)
        stray_triangles_ = include(stray_triangles_, box_of(own_->surface.triangle(triangle)));
    return price::rim_triangle;
}

/// Metres to the farthest point of a triangle, rounded up.
float DepthSketch::farthest_corner(Vec3 from, std::uint32_t triangle) const
{
    const auto [a, b, c] = own_->surface.triangle(triangle);
    return std::max({way_between(from, a), way_between(from, b), way_between(from, c)});
}

/// A piece that intersects nothing may be inside as a whole.
std::uint64_t DepthSketch::take_shell()
{
    const auto& shells = own_->depth_tables->shells;
    if (cursor_ == shells.size() || seen_shells_.size() == shells.size()) {
        go_to(Stage::flood);
        return price::glance;
    }
    const auto shell = static_cast<std::uint32_t>(cursor_++);
    const std::uint32_t vertex = shells[shell];
    if (seen_shells_.find(shell) == NumberMap::none && box_holds(other_->box, own_->surface.vertex(vertex)))
        add_clean(vertex, none, add_component(vertex), encounter_->deepest);
    return price::entry;
}

std::uint32_t DepthSketch::add_component(std::uint32_t vertex)
{
    const auto index = static_cast<std::uint32_t>(components_.size());
    components_.push_back({index, vertex, false, false});
    return index;
}

std::uint32_t DepthSketch::find(std::uint32_t component)
{
    while (components_[component].parent != component) {
        components_[component].parent = components_[components_[component].parent].parent;
        component = components_[component].parent;
    }
    return component;
}

void DepthSketch::unite(std::uint32_t left, std::uint32_t right)
{
    left = find(left);
    right = find(right);
    if (left == right)
        return;
    components_[right].parent = left;
    components_[left].is_outside = components_[left].is_outside || components_[right].is_outside;
}

void DepthSketch::add_clean(std::uint32_t vertex, std::uint32_t root, std::uint32_t component, float deepest)
{
    const auto item = static_cast<std::uint32_t>(items_.size());
    item_of_vertex_.put(vertex, item);
    deepest = std::min(deepest, encounter_->deepest);
    items_.push_back({vertex, root, component, 0, deepest, deepest});
}

/// From the rim, and from pieces that have none, along edges that meet nothing. What is outside the other's box is
/// outside, and so is all that hangs together with it: that is not walked through.
std::uint64_t DepthSketch::flood()
{
    if (cursor_ == items_.size()) {
        go_to(Stage::rays);
        return price::glance;
    }
    const Item here = items_[cursor_];
    const bool is_rim = here.component == none;
    const std::span<const std::uint32_t> star = own_->depth_tables->stars[here.vertex];
    if (!is_rim) {
        Component& component = components_[find(here.component)];
        component.is_outside = component.is_outside || !box_holds(other_->box, own_->surface.vertex(here.vertex));
        if (component.is_outside) {
            ++cursor_;
            star_cursor_ = 0;
            return price::entry;
        }
    }
    const std::size_t end = std::min(star_cursor_ + per_call::star_triangles, star.size());
    const std::uint64_t spent = price::entry + price::sketched_triangle * (end - star_cursor_);
    for (; star_cursor_ < end; ++star_cursor_) {
        const TriangleIndices& corners = own_->surface.triangles[star[star_cursor_]];
        // On a closed surface every edge leads both ways, in one triangle or another.
        for (int k = 0; k < (own_->is_closed() ? 3 : 6); ++k) {
            const int edge = k < 3 ? k : k - 3, next = edge == 2 ? 0 : edge + 1;
            const std::uint32_t from = corners[k < 3 ? edge : next], to = corners[k < 3 ? next : edge];
            if (from != here.vertex || to == here.vertex)
                continue;
            if (const std::uint32_t known = item_of_vertex_.find(to); known != NumberMap::none) {
                if (items_[known].component == none)
                    continue;
                if (!is_rim)
                    unite(here.component, items_[known].component);
                // Another way to the rim may be shorter.
                if (here.root != none && here.root != items_[known].root) {
                    const float other = farthest_corner(own_->surface.vertex(to), items_[here.root].triangle);
                    if (other < items_[known].deepest) {
                        items_[known].deepest = items_[known].reach = other;
                        items_[known].root = here.root;
                    }
                }
                continue;
            }
            const float deepest = here.root == none
                                      ? encounter_->deepest
                                      : farthest_corner(own_->surface.vertex(to), items_[here.root].triangle);
            add_clean(to, here.root, is_rim ? add_component(to) : here.component, deepest);
        }
    }
    if (star_cursor_ == star.size()) {
        star_cursor_ = 0;
        ++cursor_;
    }
    return spent;
}

/// One for each set of clean vertices that may be inside.
std::uint64_t DepthSketch::follow_ray()
{
    if (cursor_ == components_.size()) {
        go_to(Stage::collect);
        return price::glance;
    }
    Component& component = components_[cursor_];
    if (component.parent != cursor_ || component.is_outside) {
        ++cursor_;
        return price::glance;
    }
    if (!is_asking_) {
        inside_.begin(own_->surface.vertex(component.vertex), *other_);
        is_asking_ = true;
    }
    if (inside_.is_busy()) {
        inside_.step();
        return price::walk_step;
    }
    component.is_inside = inside_.is_inside();
    is_asking_ = false;
    ++cursor_;
    return price::entry;
}

std::uint64_t DepthSketch::collect()
{
    if (cursor_ == items_.size()) {
        go_to(collected_.empty() ? Stage::done : Stage::group);
        return price::glance;
    }
    const Item& item = items_[cursor_];
    if (item.component == none || components_[find(item.component)].is_inside) {
        collected_.push_back(static_cast<std::uint32_t>(cursor_));
        collected_box_ = include(collected_box_, own_->surface.vertex(item.vertex));
    }
    ++cursor_;
    return price::entry;
}

std::uint32_t DepthSketch::cell_of(Vec3 point) const
{
    const auto along = [&](float at, float lower, float upper) {
        const double place = (double(at) - double(lower)) / std::max(double(upper) - double(lower), 1e-300) * cells_;
        return std::min(static_cast<std::uint32_t>(place), cells_ - 1);
    };
    const auto& [lower, upper] = collected_box_;
    return (along(point.x, lower.x, upper.x) * cells_ + along(point.y, lower.y, upper.y)) * cells_
           + along(point.z, lower.z, upper.z);
}

std::uint64_t DepthSketch::group()
{
    if (cursor_ == collected_.size()) {
        go_to(Stage::choose);
        return price::glance;
    }
    const Item& item = items_[collected_[cursor_++]];
    const Vec3 at = own_->surface.vertex(item.vertex);
    const bool is_rim = item.component == none;
    const bool is_apart = item.root == none;
    // Pieces that intersect nothing come out of all of the other surface, and others out of a part of it that may be
    // farther away: what is known of the one says nothing of the other.
    const std::uint32_t kind = is_rim ? 2 : is_apart ? 1 : 0;
    const std::uint32_t index =
        group_of_cell_.find_or_put(3 * cell_of(at) + kind, static_cast<std::uint32_t>(groups_.size()));
    if (index == groups_.size())
        groups_.push_back({});
    Group& group = groups_[index];
    group.box = include(group.box, at);
    group.is_rim = is_rim;
    group.is_apart = is_apart;
    if (group.deepest_vertex == none || item.reach > group.deepest) {
        group.deepest = item.reach;
        group.deepest_vertex = item.vertex;
    }
    return price::placed;
}

/// Chooses the group that least is known about, among those of pieces that intersect nothing.
std::uint64_t DepthSketch::choose()
{
    float widest = 0.0f;
    for (std::uint32_t index = 0; index < groups_.size(); ++index) {
        const Group& group = groups_[index];
        if (group.is_apart && group.deepest - group.shallowest > widest) {
            widest = group.deepest - group.shallowest;
            chosen_ = index;
        }
    }
    if (searched_ == max_searches || widest == 0.0f) {
        go_to(Stage::done);
    } else {
        ++searched_;
        opened_ = 0;
        nearest_.begin(own_->surface.vertex(groups_[chosen_].deepest_vertex), *other_->tree, other_->surface);
        stage_ = Stage::nearest;
    }
    return price::entry + price::compared_group * groups_.size();
}

std::uint64_t DepthSketch::search()
{
    if (nearest_.is_busy() && opened_ < max_opened) {
        nearest_.step();
        ++opened_;
        return price::walk_step;
    }
    const Vec3 from = own_->surface.vertex(groups_[chosen_].deepest_vertex);
    const auto least = static_cast<float>(nearest_.least_distance() * (1.0 - 0x1p-20));
    const auto most = static_cast<float>(std::min(nearest_.nearest().distance, 1e38)) * sketch_slack;
    for (Group& group : groups_) {
        if (!group.is_apart)
            continue;
        const float way = way_to_farthest_corner(from, group.box);
        group.deepest = std::min(group.deepest, (most + way) * sketch_slack);
        raise(group, least - way);
    }
    stage_ = Stage::choose;
    return price::entry + price::narrowed_group * groups_.size();
}

/// All of a group are inside, and at least so many metres deep.
void DepthSketch::raise(Group& group, float least) const
{
    // Vertices that are nearer to the surface may have contacts with its features, and these may not be deep.
    if (least > encounter_->contact_distance)
        group.shallowest = std::max(group.shallowest, std::min(least, group.deepest));
}

std::uint32_t DepthSketch::least_known() const
{
    std::uint32_t chosen = none;
    float widest = 0.0f;
    for (const Group& group : groups_)
        widest = std::max(widest, 0.5f * way_between(group.box.lower, group.box.upper));
    for (std::uint32_t index = 0; index < groups_.size(); ++index) {
        const Group& group = groups_[index];
        if (!group.is_rim && !group.is_apart && group.deepest - group.shallowest > widest) {
            widest = group.deepest - group.shallowest;
            chosen = index;
        }
    }
    return chosen;
}

std::size_t DepthSketch::bytes() const
{
    return seen_triangles_.bytes() + seen_shells_.bytes() + item_of_vertex_.bytes() + items_.bytes()
           + components_.bytes() + inside_.bytes() + collected_.bytes() + group_of_cell_.bytes() + groups_.bytes()
           + nearest_.bytes();
}

} // namespace tactus
