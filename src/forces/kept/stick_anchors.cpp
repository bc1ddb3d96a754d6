// SPDX-License-Identifier: MIT
#include "forces/kept/stick_anchors.h"

#include <algorithm>

#include "base/hashed_numbers.h"
#include "base/planted_fault.h"
#include "forces/pushes/side_points.h"
#include "forces/surfaces/follow_surface.h"

namespace tactus {
namespace {

/// Of the vertex of one body that is on the other.
std::uint64_t number_of_vertex(const Contact& contact)
{
    if (!is_of_vertex(contact))
        return 0;
    const bool is_of_a = is_vertex_of_a(contact);
    const BodyId owner = is_of_a ? contact.body_a : contact.body_b, other = is_of_a ? contact.body_b : contact.body_a;
    const std::uint32_t vertex = (is_of_a ? contact.vertices_a : contact.vertices_b)[0];
    return mixed(mixed(std::uint64_t(owner.index) << 32 | other.index) + vertex) | 1;
}

/// A vector across some normal, turned to be across another one; zero where it is along that.
DoubleVector turned_across(DoubleVector a, DoubleVector normal)
{
    // Normals are floats: what their rounding leaves of a vector along one of them is no direction.
    constexpr double least_sine = 0x1p-20;
    const DoubleVector there = across(a, normal);
    const double size = length(there), before = length(a);
    return size > least_sine * before ? across(there * (before / size), normal) : DoubleVector{};
}

/// From the point of a to that of b; an anchor has such points too.
template <class Sides>
DoubleVector between_points(const Sides& sides, const ForceBodies& bodies)
{
    return point_of_side(sides.body_b, sides.vertices_b, sides.weights_b, bodies)
           - point_of_side(sides.body_a, sides.vertices_a, sides.weights_a, bodies);
}

} // namespace

void StickAnchors::begin(std::span<const Contact> contacts)
{
    places_of_ids_.clear();
    places_of_vertices_.clear();
    for (std::uint32_t place = 0; place < anchors_.size(); ++place) {
        Anchor& anchor = anchors_[place];
        if (anchor.id != 0)
            places_of_ids_.put(anchor.id, place);
        // A vertex that has been away has left its place.
        if (anchor.vertex != 0 && anchor.unseen == 0)
            places_of_vertices_.put(anchor.vertex, place);
        ++anchor.unseen;
        anchor.is_awaited = false;
    }
    if (anchors_.empty())
        return;
    for (const Contact& contact : contacts)
        if (const std::uint32_t place = contact.depth() > 0.0f ? places_of_ids_.find(contact.id) : NumberMap::none;
            place != NumberMap::none)
            anchors_[place].is_awaited = true;
}

bool StickAnchors::can_take(std::uint32_t place, const Contact& contact) const
{
    return place != NumberMap::none && anchors_[place].unseen > 0 && anchors_[place].body_a == contact.body_a
           && anchors_[place].body_b == contact.body_b;
}

std::uint32_t StickAnchors::find(const Contact& contact, const ForceBodies& bodies)
{
    const std::uint64_t vertex = number_of_vertex(contact);
    std::uint32_t place = contact.id != 0 ? places_of_ids_.find(contact.id) : NumberMap::none;
    if (!can_take(place, contact) && vertex != 0) {
        place = places_of_vertices_.find(vertex);
        if (place != NumberMap::none && anchors_[place].is_awaited)
            place = NumberMap::none;
    }
    if (!can_take(place, contact) || TACTUS_FAULT(59)) {
        place = static_cast<std::uint32_t>(anchors_.size());
        anchors_.push_back({});
        slide(place, contact, {}, bodies);
    }
    Anchor& anchor = anchors_[place];
    anchor.id = contact.id != 0 ? contact.id : anchor.id;
    anchor.vertex = vertex;
    anchor.unseen = 0;
    return place;
}

DoubleVector StickAnchors::stretch(std::uint32_t place, const Contact& contact, const ForceBodies& bodies) const
{
    const Anchor& anchor = anchors_[place];
    const DoubleVector normal = unit(to_double(contact.normal));
    return across(between_points(anchor, bodies), normal) - turned_across(anchor.rest, normal);
}

void StickAnchors::slide(std::uint32_t place, const Contact& contact, DoubleVector left, const ForceBodies& bodies)
{
    Anchor& anchor = anchors_[place];
    anchor.body_a = contact.body_a;
    anchor.body_b = contact.body_b;
    anchor.vertices_a = contact.vertices_a;
    anchor.vertices_b = contact.vertices_b;
    anchor.weights_a = contact.weights_a;
    anchor.weights_b = contact.weights_b;
    anchor.rest = across(between_points(contact, bodies), unit(to_double(contact.normal))) - left;
}

void StickAnchors::end(const OpenPairs& open)
{
    drop_if([&](const Anchor& anchor) {
        return anchor.unseen > max_unseen
               || (anchor.unseen > 0 && !open.hold(BodyPair::of(anchor.body_a, anchor.body_b)));
    });
}

void StickAnchors::forget(BodyId body)
{
    drop_if([&](const Anchor& anchor) { return anchor.body_a == body || anchor.body_b == body; });
}

template <class Condition>
void StickAnchors::drop_if(Condition condition)
{
    const Anchor* end = std::remove_if(anchors_.begin(), anchors_.end(), condition);
    anchors_.resize_uninitialised(static_cast<std::size_t>(end - anchors_.begin()));
}

} // namespace tactus
