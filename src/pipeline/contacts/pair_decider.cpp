// SPDX-License-Identifier: MIT
#include "pipeline/contacts/pair_decider.h"

#include <algorithm>
#include <utility>

#include "geometry/triangle_triangle.h"

namespace tactus {
namespace {

bool share_vertex(const TriangleIndices& a, const TriangleIndices& b)
{
    return std::any_of(
        a.begin(), a.end(), [&](std::uint32_t vertex) { return std::find(b.begin(), b.end(), vertex) != b.end(); });
}

/// Whether two features of one surface have a vertex in common.
bool share_vertex(const ContactSurface& surface, const ElementaryPair& pair)
{
    if (pair.kind == ElementaryKind::edge_edge) {
        const auto [a, b] = surface.owners->edges()[pair.a];
        const auto [c, d] = surface.owners->edges()[pair.b];
        return a == c || a == d || b == c || b == d;
    }
    const TriangleIndices& face = surface.triangles[pair.b];
    return std::find(face.begin(), face.end(), pair.a) != face.end();
}

/// Of one body the vertex comes first, and of two edges the lower number.
void turn(DecidedContact& contact)
{
    ElementaryPair& pair = contact.decided.pair;
    if (pair.kind != ElementaryKind::face_vertex && (pair.kind != ElementaryKind::edge_edge || pair.a <= pair.b))
        return;
    if (pair.kind == ElementaryKind::face_vertex)
        pair.kind = ElementaryKind::vertex_face;
    std::swap(pair.a, pair.b);
    std::swap(contact.triangles.a, contact.triangles.b);
    std::swap(contact.weights_a, contact.weights_b);
    contact.normal = contact.normal * -1.0f;
}

} // namespace

void PairDecider::begin(std::span<const ContactEncounter> encounters, float contact_distance)
{
    encounters_ = encounters;
    contact_distance_ = contact_distance;
    lists_.resize_uninitialised(encounters.size());
    std::fill(lists_.begin(), lists_.end(), Lists{});
    contact_before_.clear();
    intersecting_.clear();
    met_.clear(met_triangles_.size());
    met_triangles_.clear();
}

bool PairDecider::is_new(std::uint32_t encounter, TrianglePair pair)
{
    const ContactEncounter& bodies = encounters_[encounter];
    if (!bodies.a.parts->repeats_triangles() && !bodies.b.parts->repeats_triangles())
        return true;
    if (bodies.is_self() && pair.a == pair.b)
        return false;
    if (bodies.is_self() && pair.b < pair.a)
        std::swap(pair.a, pair.b);
    const std::uint64_t hash = mixed(mixed(std::uint64_t(pair.a) << 32 | pair.b) + encounter);
    const std::uint32_t known = met_.find(hash, [&](std::uint32_t index) {
        return met_triangles_[index].encounter == encounter && met_triangles_[index].pair == pair;
    });
    if (known != HashedNumbers::none)
        return false;
    met_.insert(hash, static_cast<std::uint32_t>(met_triangles_.size()));
    met_triangles_.push_back({encounter, pair});
    return true;
}

/// Leaves in found_ what counts.
void PairDecider::find(const ContactEncounter& encounter, std::span<const TrianglePair> pairs)
{
    if (!encounter.attached.empty()) {
        wanted_.clear();
        for (const TrianglePair& pair : pairs)
            if (!encounter.attached.exempt(encounter.a.surface.triangles[pair.a], encounter.b.surface.triangles[pair.b]))
                wanted_.push_back(pair);
        pairs = wanted_.span();
    }
    found_.clear();
    batch_.find(encounter.a.surface, encounter.b.surface, pairs, contact_distance_, found_);
    if (!encounter.is_self())
        return;
    const auto unwanted = [&](DecidedContact& contact) { return !is_wanted(encounter, contact); };
    DecidedContact* end = std::remove_if(found_.begin(), found_.end(), unwanted);
    found_.resize_uninitialised(static_cast<std::size_t>(end - found_.begin()));
}

/// Of one body. Turns the contact as it is wanted.
bool PairDecider::is_wanted(const ContactEncounter& encounter, DecidedContact& contact) const
{
    const ContactSurface& surface = encounter.a.surface;
    turn(contact);
    return !share_vertex(surface, contact.decided.pair)
        && !(contact.decided.crosses
             && share_vertex(surface.triangles[contact.triangles.a], surface.triangles[contact.triangles.b]));
}

std::uint32_t PairDecider::confirm_found(std::uint32_t encounter)
{
    std::uint32_t without_room = 0;
    for (const DecidedContact& contact : found_.span()) {
        const std::size_t known = confirmed_->list().confirmed_count();
        if (!confirmed_->confirm(encounters_[encounter], contact))
            ++without_room;
        else if (confirmed_->list().confirmed_count() > known)
            note_contact(encounter);
    }
    return without_room;
}

std::uint32_t PairDecider::decide(std::uint32_t index, std::span<const TrianglePair> pairs)
{
    const ContactEncounter& encounter = encounters_[index];
    if (encounter.measures_depths)
        for (const TrianglePair& pair : pairs)
            if (triangles_intersect(encounter.a.surface.triangle(pair.a), encounter.b.surface.triangle(pair.b)))
                note_intersecting(index, pair);
    find(encounter, pairs);
    return confirm_found(index);
}

void PairDecider::verify(std::uint32_t encounter, std::span<const TrianglePair> pairs)
{
    find(encounters_[encounter], pairs);
    confirm_found(encounter);
}

bool PairDecider::decide_all(
    std::uint32_t encounter, std::span<const TrianglePair> pairs, std::span<const TrianglePair> intersecting)
{
    find(encounters_[encounter], pairs);
    if (found_.size() > confirmed_->list().room())
        return false;
    for (const TrianglePair& pair : intersecting)
        note_intersecting(encounter, pair);
    confirm_found(encounter);
    return true;
}

void PairDecider::note_contact(std::uint32_t encounter)
{
    const auto last = static_cast<std::uint32_t>(confirmed_->list().confirmed_count()) - 1;
    // Vertices inside, of encounters that are finished, are in no chain.
    while (contact_before_.size() < last)
        contact_before_.push_back(none);
    contact_before_.push_back(lists_[encounter].last_contact);
    lists_[encounter].last_contact = last;
}

void PairDecider::note_intersecting(std::uint32_t encounter, TrianglePair pair)
{
    intersecting_.push_back({pair, lists_[encounter].last_pair});
    lists_[encounter].last_pair = static_cast<std::uint32_t>(intersecting_.size()) - 1;
}

bool PairDecider::take_intersecting(std::uint32_t encounter, std::size_t most, Buffer<TrianglePair>& pairs)
{
    std::uint32_t& last = lists_[encounter].last_pair;
    for (std::size_t k = 0; k < most && last != none; ++k) {
        pairs.push_back(intersecting_[last].pair);
        last = intersecting_[last].before;
    }
    return last == none;
}

std::size_t PairDecider::bytes() const
{
    return batch_.bytes() + wanted_.bytes() + found_.bytes() + lists_.bytes() + contact_before_.bytes()
        + intersecting_.bytes() + met_.bytes() + met_triangles_.bytes();
}

} // namespace tactus
