// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include <tactus/body.h>
#include <tactus/contact.h>
#include <tactus/queries.h>

#include "base/planted_fault.h"
#include "broad_phase/collision_filter.h"
#include "contacts/depths/depth_tables.h"
#include "contacts/features/elementary_contacts.h"
#include "contacts/features/region_bounds.h"
#include "geometry/double_vector.h"
#include "geometry/sphere.h"
#include "search/nodes/pair_opener.h"
#include "search/pairs/pair_search.h"
#include "tree/tree.h"

namespace tactus {

/// One of the two bodies between which contacts are looked for.
struct ContactBody {
    BodyId id;
    Tree* tree = nullptr;
    TreeNodes* nodes = nullptr; ///< of the tree; they have begun their query
    TriangleList list;          ///< of the tree
    Box box = {};               ///< of its root
    BodySurface surface;
    const DepthTables* depth_tables = nullptr;
    const SelfTables* self_tables = nullptr; ///< where a default tree is searched against itself
    bool faces_inwards = false;              ///< where it is closed: its triangles' normals do
    std::optional<Sphere> sphere = {}; ///< where it is one: its surface is a triangle that has shrunk to the centre
    std::optional<PlaneHeights> heights = {}; ///< above its plane, where it is a half-space
    bool is_tool = false;                     ///< its surface is the axis, around which it is thick
    double axis_radius = 0.0;                 ///< metres that a tool is thick around its axis
    /// The tables are made, and where it is closed it is known whether triangles face inwards. Until then the tables
    /// are those of a body of which nothing is known, and the surface is not there.
    bool is_prepared = true;

    SearchedBody searched() const
    {
        return {
            tree, self_tables, surface.owners != nullptr ? surface.owners->owned() : std::span<const std::uint8_t>()};
    }
    bool is_sphere() const { return sphere.has_value(); }
    bool is_half_space() const { return heights.has_value(); }
    bool is_closed() const { return depth_tables->is_closed && !is_half_space(); }
    /// Whether a piece of this body, or its centre, can be inside the other without being near its surface. What is
    /// inside a sphere or a half-space is near it.
    bool can_be_inside(const ContactBody& other) const
    {
        if (other.is_sphere() || !other.is_closed() || is_half_space())
            return false;
        if (is_sphere())
            return overlap(other.box, Box{sphere->centre, sphere->centre});
        // Of several pieces each may be where it likes.
        return depth_tables->shells.size() > 1 ? overlap(other.box, box) : include(other.box, box) == other.box;
    }
    /// Whether a vertex is the pivot of a tool whose tip is in the same place, and speaks for both.
    bool has_tip_at(std::uint32_t vertex) const
    {
        return is_tool && vertex == 0 && surface.vertex(0) == surface.vertex(1) && !TACTUS_FAULT(98);
    }
    /// Pieces that no edge connects; a sphere is one.
    std::size_t piece_count() const { return is_sphere() ? 1 : depth_tables->shells.size(); }
    /// The centre of a sphere, or else the lowest numbered vertex of a piece.
    Vec3 point_of_piece(std::uint32_t piece) const
    {
        return is_sphere() ? sphere->centre : surface.vertex(depth_tables->shells[piece]);
    }
};

/// Whether depths are measured between two bodies, of which vertices of one can be inside the other. How deep two
/// spheres are in each other, or anything in a half-space, is plain from the start, and nothing of an open mesh is
/// inside a sphere without being near it.
inline bool can_measure_depths(const ContactBody& a, const ContactBody& b)
{
    if (a.id == b.id || (a.is_sphere() && b.is_sphere()) || a.is_half_space() || b.is_half_space())
        return false;
    return a.is_sphere() || b.is_sphere() ? a.is_closed() && b.is_closed() : a.is_closed() || b.is_closed();
}

/// No vertex of one body is more metres inside the other. A sphere is deeper than its centre by its radius.
inline float deepest_in_each_other(const ContactBody& a, const ContactBody& b)
{
    const auto radius = [](const ContactBody& body) { return body.is_sphere() ? body.sphere->radius : 0.0f; };
    return (deepest_inside(a.box, b.box) + radius(a) + radius(b)) * (1.0f + 0x1p-20f);
}

/// Two bodies whose boxes come within the contact distance of each other, or one and itself.
struct ContactEncounter {
    const ContactBody& a; ///< others meet the same body too: it is described once
    const ContactBody& b;
    AttachedVertices attached;
    float weight = 1.0f;
    float error_goal = 0.0f;
    bool measures_depths = true;              ///< if one has an inside that the other can be in
    std::span<const TrianglePair> fresh = {}; ///< on the two sides of a fresh cut, ascending: they may touch
    float deepest = 0.0f;                     ///< metres: no vertex of one is deeper inside the other
    float contact_distance = 0.0f;            ///< metres: features that are no farther apart are in contact
    float rest_offset = 0.0f;                 ///< metres: features that are nearer may push
    bool a_is_one_sided = false;              ///< nothing belongs behind a, which is open
    bool b_is_one_sided = false;
    const ContactFilter* filter = nullptr; ///< the caller's

    bool is_prepared() const { return a.is_prepared && b.is_prepared; }
    bool has_exempt() const { return !attached.empty() || !fresh.empty() || filter != nullptr; }
    /// Whether attached vertices excuse two triangles, or the caller's filter refuses them.
    bool is_exempt(TrianglePair pair) const
    {
        if (!attached.empty() && attached.exempt(a.surface.triangles[pair.a], b.surface.triangles[pair.b]))
            return true;
        if (is_self() && pair.b < pair.a)
            pair = {pair.b, pair.a};
        return filter != nullptr && !TACTUS_FAULT(71) && !filter->keeps_triangles(a.id, pair.a, b.id, pair.b);
    }
    bool refuses(const Contact& contact) const
    {
        return filter != nullptr && !TACTUS_FAULT(72) && !filter->keeps_contact(contact);
    }
    bool is_self() const { return a.id == b.id; }
    SteppedTrees trees() const { return {*a.nodes, *b.nodes, a.id.index, b.id.index, contact_distance}; }
    bool is_fresh(TrianglePair pair) const
    {
        // Of one body, searches give a pair in either order.
        if (is_self() && pair.b < pair.a)
            pair = {pair.b, pair.a};
        return std::binary_search(fresh.begin(), fresh.end(), pair);
    }
    bool has_sphere() const { return a.is_sphere() || b.is_sphere(); }
    /// Whether features are in contact only if they are on triangles of two meshes that intersect. Of one mesh,
    /// neighbours count as intersecting only where they cross, and their features may touch.
    bool needs_intersection() const
    {
        return !(contact_distance > 0.0f) && !has_sphere() && !has_half_space() && !is_self();
    }
    /// Whether it counts that one of the two bodies has an inner and an outer side.
    bool has_sides(const ContactBody& body) const { return measures_depths && body.is_closed(); }
    bool has_half_space() const { return a.is_half_space() || b.is_half_space(); }
    bool has_tool() const { return a.is_tool || b.is_tool; }
    bool has_one_sided() const { return a_is_one_sided || b_is_one_sided; }
    /// Whether it counts on which side of each other two open surfaces are. Axes of tools have none that faces around
    /// them would tell.
    bool takes_sides() const
    {
        return (rest_offset > 0.0f || has_one_sided()) && !has_sphere() && !has_half_space() && !a.is_closed()
               && !b.is_closed() && !(a.is_tool && b.is_tool);
    }
    /// Whether one can lie inside the other without touching it. What has just been cut off lies on what it was cut
    /// from: nobody can say whether that is inside.
    bool can_hold_inside() const { return !is_self() && fresh.empty() && (a.can_be_inside(b) || b.can_be_inside(a)); }
    /// Whether there is more to say of it than which features touch: what lies inside, and how deep.
    bool has_inside() const { return measures_depths || can_hold_inside(); }
};

/// Whether parts of two bodies may touch. The box of a half-space becomes that of its points which are near the other
/// part.
inline bool may_touch(const ContactEncounter& encounter, NodePair& nodes)
{
    const float distance = encounter.contact_distance;
    if (!encounter.has_half_space())
        return may_touch(nodes.box_a, nodes.box_b, distance);
    const bool is_a = encounter.a.is_half_space();
    const PlaneHeights& heights = *(is_a ? encounter.a : encounter.b).heights;
    const Box& other = is_a ? nodes.box_b : nodes.box_a;
    if (!heights.may_reach(other, distance))
        return false;
    (is_a ? nodes.box_a : nodes.box_b) = near_part_of(heights, other, distance);
    return true;
}

/// What the boxes of parts that may touch say about contacts between them. Spheres say nothing here: a child's may
/// reach out of its parent's, and no bound may become worse when a part is opened.
inline RegionBounds bounds_of(const ContactEncounter& encounter, const NodePair& parts)
{
    const float distance = encounter.contact_distance;
    if (encounter.a.is_half_space())
        return bounds_of(parts.box_b, *encounter.a.heights, distance);
    if (encounter.b.is_half_space())
        return bounds_of(parts.box_a, *encounter.b.heights, distance);
    return bounds_of(parts.box_a, parts.box_b, distance);
}

/// How parts that may touch are likely to push each other.
inline LikelyPush likely_push(const ContactEncounter& encounter, const NodePair& parts, bool are_nodes)
{
    if (encounter.a.is_half_space())
        return {to_float(encounter.a.heights->up()), static_cast<float>(encounter.a.heights->of(parts.box_b).lowest)};
    if (encounter.b.is_half_space())
        return {
            to_float(encounter.b.heights->up() * -1.0),
            static_cast<float>(encounter.b.heights->of(parts.box_a).lowest)};
    if (are_nodes && encounter.a.nodes->has_spheres() && encounter.b.nodes->has_spheres())
        return likely_push(
            encounter.a.nodes->sphere(parts.a), encounter.b.nodes->sphere(parts.b), parts.box_a, parts.box_b);
    return likely_push(parts.box_a, parts.box_b);
}

} // namespace tactus
