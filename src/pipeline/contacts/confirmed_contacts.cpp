// SPDX-License-Identifier: MIT
#include "pipeline/contacts/confirmed_contacts.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "pipeline/contacts/part_bounds.h"

namespace tactus {
namespace {

constexpr std::uint32_t any_feature = UINT32_MAX;

ContactKey by_feature_of_a(ContactKey key)
{
    key.pair.b = any_feature;
    return key;
}

ContactKey by_feature_of_b(ContactKey key)
{
    key.pair.a = any_feature;
    return key;
}

/// Whether two features of one kind, with so many vertices, have one in common.
bool share_vertex(const std::array<std::uint32_t, 3>& a, const std::array<std::uint32_t, 3>& b, std::size_t count)
{
    return std::any_of(a.begin(), a.begin() + count, [&](std::uint32_t vertex) {
        return std::find(b.begin(), b.begin() + count, vertex) != b.begin() + count;
    });
}

bool is_before(HoldingTriangles left, const Contact& right)
{
    return std::tie(left.a, left.b) < std::tie(right.triangle_a, right.triangle_b);
}

} // namespace

void ConfirmedContacts::begin(std::size_t max_contacts, float contact_distance)
{
    contact_distance_ = contact_distance;
    ++query_;
    std::swap(list_, old_list_);
    std::swap(records_, old_records_);
    std::swap(table_, old_table_);
    std::swap(sides_, old_sides_);
    list_.make_room(max_contacts);
    table_.make_room(max_contacts);
    sides_.make_room(2 * max_contacts);
    records_.clear();
}

ConfirmedContacts::Old ConfirmedContacts::old(std::size_t index) const
{
    const Contact& contact = old_list_.confirmed(index);
    return {
        old_records_[index].key, contact.body_a, contact.body_b, {contact.triangle_a, contact.triangle_b},
        contact.crosses};
}

/// Whether there is such an old contact, of the same bodies, whose id nobody has carried on.
bool ConfirmedContacts::is_free(std::uint32_t old, const Contact& contact) const
{
    return old != ContactTable::none && !old_records_[old].is_claimed
        && old_list_.confirmed(old).body_a == contact.body_a && old_list_.confirmed(old).body_b == contact.body_b;
}

/// The old contact that has become this new one: of a vertex or edge that has left the feature it was on, to one beside
/// it.
std::uint32_t ConfirmedContacts::predecessor(const ContactKey& key, const Contact& contact) const
{
    if (contact.kind == ContactKind::vertex_face || contact.kind == ContactKind::edge_edge) {
        const std::uint32_t old = old_sides_.find(by_feature_of_a(key));
        const std::size_t vertices = contact.kind == ContactKind::edge_edge ? 2 : 3;
        if (is_free(old, contact) && share_vertex(old_list_.confirmed(old).vertices_b, contact.vertices_b, vertices))
            return old;
    }
    if (contact.kind == ContactKind::face_vertex || contact.kind == ContactKind::edge_edge) {
        const std::uint32_t old = old_sides_.find(by_feature_of_b(key));
        const std::size_t vertices = contact.kind == ContactKind::edge_edge ? 2 : 3;
        if (is_free(old, contact) && share_vertex(old_list_.confirmed(old).vertices_a, contact.vertices_a, vertices))
            return old;
    }
    return ContactTable::none;
}

/// There is room.
Contact& ConfirmedContacts::add(const ContactKey& key, Contact contact)
{
    std::uint32_t old = old_table_.find(key);
    if (!is_free(old, contact))
        old = predecessor(key, contact);
    if (old != ContactTable::none) {
        const Contact& before = old_list_.confirmed(old);
        old_records_[old].is_claimed = true;
        contact.id = before.id;
        contact.age = before.age + 1;
        contact.previous_point = before.point;
    } else {
        // The lowest bit keeps it from being 0.
        contact.id = mixed(key.hash() ^ mixed(query_)) | 1;
        contact.age = 0;
        contact.previous_point = contact.point;
    }
    const auto index = static_cast<std::uint32_t>(list_.confirmed_count());
    table_.insert(key, index);
    for (const ContactKey& side : {by_feature_of_a(key), by_feature_of_b(key)})
        if (sides_.find(side) == ContactTable::none)
            sides_.insert(side, index);
    records_.push_back({key});
    return list_.add_confirmed(contact);
}

bool ConfirmedContacts::confirm(
    const ContactEncounter& encounter, const ElementaryContact& decided, HoldingTriangles triangles)
{
    const ContactKey key = {encounter.a.id.index, encounter.b.id.index, decided.pair};
    const auto describe_in = [&](Contact& contact) {
        describe(encounter.a.surface, encounter.b.surface, decided, triangles, contact_distance_, contact);
        // Only where both have an inside can more be said about how deep it is.
        contact.depth_state
            = decided.crosses && !encounter.may_overlap() ? DepthState::local : DepthState::open;
    };
    const std::uint32_t known = table_.find(key);
    if (known == ContactTable::none) {
        if (list_.room() == 0)
            return false;
        Contact contact;
        contact.body_a = encounter.a.id;
        contact.body_b = encounter.b.id;
        describe_in(contact);
        add(key, contact);
        return true;
    }
    // Crossing says more than being near; of several triangles the first count.
    Contact& contact = list_.confirmed(known);
    const bool same_kind = decided.crosses == contact.crosses;
    if (same_kind ? is_before(triangles, contact) : decided.crosses)
        describe_in(contact);
    return true;
}

bool ConfirmedContacts::confirm_inside(const ContactEncounter& encounter, bool is_a_inside, std::uint32_t vertex)
{
    if (list_.room() == 0)
        return false;
    const ContactSurface& surface = is_a_inside ? encounter.a.surface : encounter.b.surface;
    Contact contact;
    contact.body_a = encounter.a.id;
    contact.body_b = encounter.b.id;
    contact.kind = is_a_inside ? ContactKind::vertex_inside : ContactKind::inside_vertex;
    contact.crosses = true;
    contact.point = surface.vertex(vertex);
    contact.normal = way_apart(encounter.a.parts->root_box(), encounter.b.parts->root_box());
    (is_a_inside ? contact.vertices_a : contact.vertices_b)[0] = vertex;
    (is_a_inside ? contact.weights_a : contact.weights_b)[0] = 1.0f;
    const auto kind = is_a_inside ? ElementaryKind::vertex_inside : ElementaryKind::inside_vertex;
    add({encounter.a.id.index, encounter.b.id.index, {kind, is_a_inside ? vertex : 0, is_a_inside ? 0 : vertex}}, contact);
    return true;
}

std::size_t ConfirmedContacts::bytes() const
{
    return list_.bytes() + old_list_.bytes() + records_.bytes() + old_records_.bytes() + table_.bytes()
        + old_table_.bytes() + sides_.bytes() + old_sides_.bytes();
}

} // namespace tactus
