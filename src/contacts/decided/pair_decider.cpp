// SPDX-License-Identifier: MIT
#include "contacts/decided/pair_decider.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "contacts/encounters/half_space_contacts.h"
#include "contacts/encounters/sphere_contacts.h"
#include "geometry/triangle_triangle.h"

namespace tactus {
namespace {

/// The lower numbered of two triangles of one body comes first, whichever way round a search finds them: where parallel
/// edges are nearest in many points, which of these is named depends on the order.
TrianglePair in_order(TrianglePair pair) { return {std::min(pair.a, pair.b), std::max(pair.a, pair.b)}; }

/// Of one body the vertex comes first, and of two edges the lower number.
void turn(DecidedContact& contact)
{
    ElementaryPair& pair = contact.decided.pair;
    if (pair.kind != ElementaryKind::face_vertex && (pair.kind != ElementaryKind::edge_edge || pair.a <= pair.b))
        return;
    if (pair.kind == ElementaryKind::face_vertex) {
        pair.kind = ElementaryKind::vertex_face;
        contact.kind = ContactKind::vertex_face;
    }
    std::swap(pair.a, pair.b);
    std::swap(contact.triangles.a, contact.triangles.b);
    std::swap(contact.vertices_a, contact.vertices_b);
    std::swap(contact.weights_a, contact.weights_b);
    contact.normal = contact.normal * -1.0f;
}

/// The triangles that hold a feature of one, two or three vertices.
template <class Visit>
void for_each_holder(
    const ContactBody& body, std::uint32_t triangle, std::span<const std::uint32_t> feature, Visit visit)
{
    if (feature.size() == 3)
        return visit(triangle);
    for (const std::uint32_t holder : body.depth_tables->stars[feature[0]]) {
        const TriangleIndices& corners = body.surface.triangles[holder];
        if (std::find(corners.begin(), corners.end(), feature.back()) != corners.end())
            visit(holder);
    }
}

/// Whether the features that are in contact are also on two triangles that no attached vertices excuse.
bool has_other_triangles(const ContactEncounter& encounter, const DecidedContact& contact)
{
    const auto vertex_count = [&](ContactKind vertex) -> std::size_t {
        return contact.kind == ContactKind::edge_edge ? 2 : contact.kind == vertex ? 1 : 3;
    };
    const auto of_a = std::span(contact.vertices_a).first(vertex_count(ContactKind::vertex_face));
    const auto of_b = std::span(contact.vertices_b).first(vertex_count(ContactKind::face_vertex));
    const ContactBody& a = encounter.a;
    const ContactBody& b = encounter.b;
    bool has_other = false;
    for_each_holder(a, contact.triangles.a, of_a, [&](std::uint32_t in_a) {
        for_each_holder(b, contact.triangles.b, of_b, [&](std::uint32_t in_b) {
            has_other = has_other
                        || (!(encounter.is_self() && in_a == in_b)
                            && !encounter.attached.exempt(a.surface.triangles[in_a], b.surface.triangles[in_b]));
        });
    });
    return has_other;
}

} // namespace

void PairDecider::begin(std::span<const ContactEncounter> encounters, float contact_distance)
{
    encounters_ = encounters;
    contact_distance_ = contact_distance;
    lists_.resize_uninitialised(encounters.size());
    std::fill(lists_.begin(), lists_.end(), Lists{});
    contact_before_.clear();
    chained_.clear();
    verified_table_.clear(verified_.size());
    verified_.clear();
}

void PairDecider::make_room(std::size_t expected)
{
    contact_before_.reserve_touched(expected);
    chained_.reserve_touched(expected);
    verified_.reserve_touched(expected);
    verified_table_.make_room(expected);
}

/// Sorts out pairs that are exempt: those of a fresh cut are silent, and say only where the surfaces meet; of attached
/// ones some features are on other triangles too.
std::span<const TrianglePair>
PairDecider::without_exempt(const ContactEncounter& encounter, std::span<const TrianglePair> pairs)
{
    const BodySurface& a = encounter.a.surface;
    const BodySurface& b = encounter.b.surface;
    wanted_.clear();
    for (const TrianglePair& pair : pairs) {
        if (encounter.is_fresh(pair)) {
            if (encounter.measures_depths && triangles_intersect(a.triangle(pair.a), b.triangle(pair.b)))
                intersecting_.push_back(pair);
        } else {
            const bool is_attached = encounter.attached.exempt(a.triangles[pair.a], b.triangles[pair.b]);
            (is_attached ? attached_ : wanted_).push_back(pair);
        }
    }
    return wanted_.span();
}

/// Leaves in found_ what counts, and in intersecting_ which triangles intersect: attached ones too, and
/// those of a fresh cut, for what is inside is told by where surfaces meet.
void PairDecider::find(const ContactEncounter& encounter, std::span<const TrianglePair> pairs)
{
    found_.clear();
    intersecting_.clear();
    attached_.clear();
    if (encounter.has_exempt())
        pairs = without_exempt(encounter, pairs);
    if (encounter.is_self()) {
        wanted_.resize_uninitialised(pairs.size());
        std::transform(pairs.begin(), pairs.end(), wanted_.begin(), in_order);
        std::transform(attached_.begin(), attached_.end(), attached_.begin(), in_order);
        pairs = wanted_.span();
    }
    if (encounter.has_half_space())
        return append_half_space_contacts(encounter, pairs, contact_distance_, found_);
    if (encounter.has_sphere())
        return append_sphere_contacts(encounter, pairs, contact_distance_, found_);
    const BodySurface& a = encounter.a.surface;
    const BodySurface& b = encounter.b.surface;
    batch_.find(a, b, attached_.span(), contact_distance_, found_, intersecting_);
    const auto kept = std::remove_if(found_.begin(), found_.end(), [&](const DecidedContact& contact) {
        return !has_other_triangles(encounter, contact);
    });
    found_.resize_uninitialised(static_cast<std::size_t>(kept - found_.begin()));
    batch_.find(a, b, pairs, contact_distance_, found_, intersecting_);
    if (encounter.is_self())
        for (DecidedContact& contact : found_.span())
            turn(contact);
}

std::uint32_t PairDecider::confirm_found(std::uint32_t encounter)
{
    const std::size_t known = confirmed_->list().confirmed_count();
    const std::uint32_t without_room = confirmed_->confirm(encounters_[encounter], found_.span());
    // Nobody asks for the others.
    if (encounters_[encounter].has_inside())
        for (std::size_t added = known; added < confirmed_->list().confirmed_count(); ++added)
            note_contact(encounter, static_cast<std::uint32_t>(added));
    return without_room;
}

std::uint32_t PairDecider::decide(std::uint32_t index, std::span<const TrianglePair> pairs)
{
    find(encounters_[index], pairs);
    note_intersecting(index, intersecting_.span());
    return confirm_found(index);
}

void PairDecider::verify(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    find(encounters_[encounter], pairs);
    if (confirm_found(encounter) > 0)
        return;
    note_intersecting(encounter, intersecting_.span());
    for (const TrianglePair& pair : pairs) {
        const VerifiedPair verified = named(encounter, pair);
        verified_table_.insert(verified.hash(), static_cast<std::uint32_t>(verified_.size()), [&](std::uint32_t index) {
            return verified_[index].hash();
        });
        verified_.push_back(verified);
    }
}

PairDecider::VerifiedPair PairDecider::named(std::uint32_t encounter, TrianglePair pair) const
{
    return {encounter, encounters_[encounter].is_self() ? in_order(pair) : pair};
}

bool PairDecider::is_verified(std::uint32_t encounter, TrianglePair pair) const
{
    if (verified_.empty())
        return false;
    const VerifiedPair wanted = named(encounter, pair);
    const auto is_it = [&](std::uint32_t index) { return verified_[index] == wanted; };
    return verified_table_.find(wanted.hash(), is_it) != HashedNumbers::none;
}

bool PairDecider::decide_all(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    if (!verified_.empty()) {
        unverified_.clear();
        for (const TrianglePair& pair : pairs)
            if (!is_verified(encounter, pair))
                unverified_.push_back(pair);
        pairs = unverified_.span();
    }
    find(encounters_[encounter], pairs);
    if (found_.size() > confirmed_->list().room())
        return false;
    note_intersecting(encounter, intersecting_.span());
    confirm_found(encounter);
    return true;
}

void PairDecider::note_contact(std::uint32_t encounter, std::uint32_t contact)
{
    // Vertices inside, of encounters that are finished, are in no chain.
    while (contact_before_.size() < contact)
        contact_before_.push_back(none);
    TACTUS_CHECK(contact_before_.size() == contact);
    contact_before_.push_back(lists_[encounter].last_contact);
    lists_[encounter].last_contact = contact;
}

void PairDecider::note_intersecting(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    if (!encounters_[encounter].measures_depths)
        return;
    for (const TrianglePair& pair : pairs) {
        chained_.push_back({pair, lists_[encounter].last_pair});
        lists_[encounter].last_pair = static_cast<std::uint32_t>(chained_.size()) - 1;
    }
}

bool PairDecider::list_intersecting(std::uint32_t encounter, std::size_t most, Buffer<TrianglePair>& pairs)
{
    if (pairs.empty())
        next_listed_ = lists_[encounter].last_pair;
    for (std::size_t k = 0; k < most && next_listed_ != none; ++k) {
        pairs.push_back(chained_[next_listed_].pair);
        next_listed_ = chained_[next_listed_].before;
    }
    return next_listed_ == none;
}

std::size_t PairDecider::bytes() const
{
    return batch_.bytes() + wanted_.bytes() + attached_.bytes() + found_.bytes() + lists_.bytes()
           + contact_before_.bytes() + intersecting_.bytes() + chained_.bytes() + verified_.bytes()
           + verified_table_.bytes() + unverified_.bytes();
}

} // namespace tactus
