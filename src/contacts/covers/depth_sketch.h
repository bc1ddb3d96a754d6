// SPDX-License-Identifier: MIT
// Which vertices of a body may be inside a closed one, and bounds on how deep they are, before that is measured.
//
// It needs no more than the triangles that intersect. Their corners are the rim; all other vertices are clean. No edge
// of a clean vertex meets the other surface, so clean vertices that edges connect are all inside or all outside, and
// one ray decides. A vertex of the rim that is inside is no deeper than its triangle is long. A clean vertex hangs
// together with a vertex of the rim, and is no deeper than the way to that one's triangle is long. It is no less deep
// than it is far from all triangles of the other body that may be part of the overlap: those that intersect, or have a
// corner that may be inside. Pieces without a rim are as deep as they are far from the other surface, and that changes
// by no more than the way from one vertex to the next: few nearest points bound them all. Vertices of an open body are
// no less deep than they are far from the other surface, and the triangles that intersect are always ways out for them:
// so they are no deeper than others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tactus/queries.h>

#include "base/buffer.h"
#include "base/number_map.h"
#include "base/work_prices.h"
#include "contacts/encounters/encounter.h"
#include "contacts/encounters/inside_query.h"
#include "contacts/features/intersecting_pair.h"
#include "search/nearest_surface.h"

namespace tactus {

/// Bounds on the depths of one body's vertices in another, in groups: up to three for each cell of a coarse grid, of
/// its rim, of its clean vertices that hang together with a rim, and of those that do not.
class DepthSketch {
public:
    /// Vertices that are in a box, or some of them.
    struct Group {
        Box box;
        float deepest = 0.0f;                      ///< metres: none is deeper
        std::uint32_t deepest_vertex = UINT32_MAX; ///< of which that is said
        /// Metres: all are inside, and at least so deep. 0 if some may be outside, or have contacts with features
        /// nearby.
        float shallowest = 0.0f;
        bool is_rim = false;   ///< they are the rim: nobody knows which of them are inside
        bool is_apart = false; ///< they are of pieces that intersect nothing
    };

    /// The pairs are all triangles of a and b that intersect, each once or several times. Both bodies are meshes, whose
    /// parts are prepared, and all of it must stay until it is done. There are no groups where the other body is open.
    void begin(
        const ContactEncounter& encounter, bool is_a_inside, std::span<const IntersectingPair> intersecting,
        std::size_t max_groups);
    void stop() { stage_ = Stage::done; }
    bool is_busy() const { return stage_ != Stage::done; }
    /// Does a little more, and says how much in nanoseconds, roughly. Only while it is busy.
    std::uint64_t step();
    std::span<const Group> groups() const { return groups_.span(); }

    /// Of the clean groups that hang together with a rim, the one whose depths are known least. None if all of them
    /// are known at least as well as the places of all groups.
    std::uint32_t least_known() const;
    /// How many stretches there are of the patch: the triangles that intersect, or have a corner that may be inside.
    std::size_t stretch_count() const { return collected_.size() / per_unit::probed_vertices + 1; }
    /// No triangle of a stretch of the patch is nearer to a point, in metres.
    float least_distance(Vec3 point, std::size_t which) const;
    /// A vertex of a group is at least so many metres away from the other side's patch, and from the other surface as a
    /// whole, and so the others are not near them.
    void bound_below(Vec3 vertex, float from_patch, float from_surface);

    std::size_t bytes() const;

private:
    enum class Stage : std::uint8_t { rim, shells, flood, rays, collect, group, choose, nearest, done };
    static constexpr std::uint32_t none = UINT32_MAX;

    struct Item {
        std::uint32_t vertex;
        std::uint32_t root;      ///< the item of the rim that it was reached from, or none
        std::uint32_t component; ///< of clean ones; none for the rim
        std::uint32_t triangle;  ///< of the rim: the smallest of its triangles that intersect
        float deepest;           ///< metres: if it is inside, it is no deeper
        float reach;             ///< metres: the same of a clean one; of the rim, the longest edge of its triangles
    };
    /// Clean vertices that hang together; a set whose members point to others.
    struct Component {
        std::uint32_t parent;
        std::uint32_t vertex; ///< one of it
        bool is_outside;
        bool is_inside;
    };

    std::uint64_t take_rim();
    std::uint64_t take_shell();
    std::uint64_t flood();
    std::uint64_t follow_ray();
    std::uint64_t collect();
    std::uint64_t group();
    std::uint32_t cell_of(Vec3 point) const;
    std::uint64_t choose();
    std::uint64_t search();
    float farthest_corner(Vec3 from, std::uint32_t triangle) const;
    void add_clean(std::uint32_t vertex, std::uint32_t root, std::uint32_t component, float deepest);
    std::uint32_t add_component(std::uint32_t vertex);
    std::uint32_t find(std::uint32_t component);
    void unite(std::uint32_t left, std::uint32_t right);
    void raise(Group& group, float least) const;
    void go_to(Stage stage);

    const ContactEncounter* encounter_ = nullptr;
    const ContactBody* own_ = nullptr;
    const ContactBody* other_ = nullptr;
    bool of_a_ = false; ///< whose vertices they are
    std::span<const IntersectingPair> pairs_;
    Stage stage_ = Stage::done;
    std::size_t cursor_ = 0;
    std::size_t star_cursor_ = 0;
    NumberMap seen_triangles_;
    NumberMap seen_shells_;
    NumberMap item_of_vertex_;
    Buffer<Item> items_;
    Buffer<Component> components_;
    InsideQuery inside_;
    bool is_asking_ = false;
    Buffer<std::uint32_t> collected_; ///< items that may be inside
    Box collected_box_;
    Box stray_triangles_;
    std::uint32_t cells_ = 1; ///< of the grid, along an axis
    NumberMap group_of_cell_;
    Buffer<Group> groups_;
    NearestSurface nearest_;
    std::uint32_t searched_ = 0; ///< how often the nearest point was looked for
    std::uint32_t opened_ = 0;   ///< parts that the last search has opened
    std::uint32_t chosen_ = 0;   ///< the group whose deepest vertex that is done for
};

} // namespace tactus
