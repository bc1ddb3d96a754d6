// SPDX-License-Identifier: MIT
#include "pipeline/contacts/confirmed_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "pipeline/contacts/part_bounds.h"

namespace tactus {
namespace {

/// A vertex inside a body as a whole is on no feature that it could leave, and neither is a sphere on another.
bool can_move_on(const ContactKey& key)
{
    return key.pair.kind != ElementaryKind::vertex_inside && key.pair.kind != ElementaryKind::inside_vertex
        && key.pair.kind != ElementaryKind::sphere_sphere;
}

/// What a contact is lost and found again by: the vertex on a face, the edge of a on an edge, or the sphere.
std::uint64_t hash_of_mover(ContactKey key)
{
    constexpr std::uint32_t any = UINT32_MAX;
    if (is_of_sphere_on_mesh(key.pair.kind))
        key.pair = {ElementaryKind::sphere_face, any, any};
    (key.pair.kind == ElementaryKind::face_vertex ? key.pair.a : key.pair.b) = any;
    return key.hash();
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

/// Kind and vertices. Where the feature of the mesh has fewer than three, its last one fills their places.
void write_sphere(const ContactEncounter& encounter, const ElementaryPair& pair, Contact& contact)
{
    const bool sphere_is_a = encounter.a.is_sphere();
    contact.kind = pair.kind == ElementaryKind::sphere_sphere ? ContactKind::sphere_sphere
        : sphere_is_a                                         ? ContactKind::sphere_surface
                                                              : ContactKind::surface_sphere;
    contact.vertices_a = contact.vertices_b = {};
    if (pair.kind == ElementaryKind::sphere_sphere)
        return;
    const ContactSurface& mesh = (sphere_is_a ? encounter.b : encounter.a).surface;
    const std::uint32_t feature = sphere_is_a ? pair.b : pair.a;
    std::array<std::uint32_t, 3>& vertices = sphere_is_a ? contact.vertices_b : contact.vertices_a;
    if (pair.kind == ElementaryKind::sphere_vertex) {
        vertices.fill(feature);
    } else if (pair.kind == ElementaryKind::sphere_edge) {
        const auto [begin, end] = mesh.owners->edges()[feature];
        vertices = {begin, end, end};
    } else {
        vertices = mesh.triangles[feature];
    }
}

/// How much of a crossed contact's way back is a way out, from 0 to 1; 0 if it leads further in. Closed bodies know: a
/// vertex that is outside of the face that it is on is the end of an edge that goes in there, and not inside itself; and
/// edges that pass each other where the surfaces are steep are pushed apart by little.
float share_outwards(const ContactEncounter& encounter, const Contact& contact)
{
    const auto outward = [](const ContactBody& body, std::uint32_t triangle) {
        const Triangle face = body.surface.triangle(triangle);
        const Vec3 normal = cross(face.b - face.a, face.c - face.a);
        const float length = std::sqrt(dot(normal, normal));
        return length > 0.0f ? normal * ((body.faces_inwards ? -1.0f : 1.0f) / length) : Vec3{};
    };
    if (contact.kind == ContactKind::vertex_face)
        return dot(outward(encounter.b, contact.triangle_b), contact.normal) <= 0.0f ? 1.0f : 0.0f;
    if (contact.kind == ContactKind::face_vertex)
        return dot(outward(encounter.a, contact.triangle_a), contact.normal) >= 0.0f ? 1.0f : 0.0f;
    const Vec3 apart = outward(encounter.a, contact.triangle_a) - outward(encounter.b, contact.triangle_b);
    const float length = std::sqrt(dot(apart, apart));
    return length > 0.0f ? std::clamp(dot(apart, contact.normal) / length, 0.0f, 1.0f) : 1.0f;
}

/// Writes what is decided into the contact.
void write(const ContactEncounter& encounter, const DecidedContact& decided, Contact& contact)
{
    const auto [kind, a, b] = decided.decided.pair;
    const ContactSurface& surface_a = encounter.a.surface;
    const ContactSurface& surface_b = encounter.b.surface;
    if (kind == ElementaryKind::edge_edge) {
        const auto [begin_a, end_a] = surface_a.owners->edges()[a];
        const auto [begin_b, end_b] = surface_b.owners->edges()[b];
        contact.kind = ContactKind::edge_edge;
        contact.vertices_a = {begin_a, end_a, 0};
        contact.vertices_b = {begin_b, end_b, 0};
    } else if (encounter.has_sphere()) {
        write_sphere(encounter, decided.decided.pair, contact);
    } else if (kind == ElementaryKind::vertex_face) {
        contact.kind = ContactKind::vertex_face;
        contact.vertices_a = {a, 0, 0};
        contact.vertices_b = surface_b.triangles[b];
    } else {
        contact.kind = ContactKind::face_vertex;
        contact.vertices_a = surface_a.triangles[a];
        contact.vertices_b = {b, 0, 0};
    }
    contact.crosses = decided.decided.crosses;
    contact.triangle_a = decided.triangles.a;
    contact.triangle_b = decided.triangles.b;
    contact.weights_a = decided.weights_a;
    contact.weights_b = decided.weights_b;
    contact.point = decided.point;
    contact.normal = decided.normal;
    contact.separation = contact.separation_lower = contact.separation_upper = decided.separation;
    // Only where both have an inside can more be said about how deep it is.
    contact.depth_state = encounter.measures_depths ? DepthState::open : DepthState::local;
    if (!encounter.measures_depths || encounter.has_sphere() || !contact.crosses)
        return;
    const float share = share_outwards(encounter, contact);
    contact.normal = contact.normal * (share > 0.0f ? 1.0f : -1.0f);
    contact.separation = contact.separation_lower = contact.separation_upper = contact.separation * share;
}

} // namespace

void ConfirmedContacts::make_room(std::size_t max_contacts, std::size_t expected)
{
    // Lists never move, and to use some memory for the first time takes no longer than a work unit: some is enough.
    for (ContactList* list : {&list_, &old_list_})
        list->touch(max_contacts, expected / 4);
    for (Buffer<Record>* records : {&records_, &old_records_})
        records->reserve_touched(expected);
    for (HashedNumbers* table : {&table_, &old_table_, &lost_})
        table->reserve(expected);
}

void ConfirmedContacts::begin(std::size_t max_contacts)
{
    ++query_;
    std::swap(list_, old_list_);
    std::swap(records_, old_records_);
    std::swap(table_, old_table_);
    list_.make_room(max_contacts);
    records_.clear();
    table_.clear(old_count());
    lost_.clear(old_count());
}

ConfirmedContacts::Old ConfirmedContacts::old(std::size_t index) const
{
    const Contact& contact = old_list_.confirmed(index);
    return {contact.body_a, contact.body_b, {contact.triangle_a, contact.triangle_b}};
}

void ConfirmedContacts::lose_unclaimed(std::size_t begin, std::size_t end)
{
    for (std::size_t index = begin; index < end; ++index)
        if (!old_records_[index].is_claimed && can_move_on(old_records_[index].key))
            lost_.insert(
                hash_of_mover(old_records_[index].key), static_cast<std::uint32_t>(index),
                [&](std::uint32_t number) { return hash_of_mover(old_records_[number].key); });
}

/// Whether an old contact of the same bodies has an id that nobody has carried on.
bool ConfirmedContacts::is_free(std::uint32_t old, const ContactKey& key) const
{
    const Record& record = old_records_.data()[old];
    return !record.is_claimed && record.key.body_a == key.body_a && record.key.body_b == key.body_b;
}

/// The old contact that has become this new one: of a vertex or edge that has left the feature it was on, to one beside
/// it.
std::uint32_t ConfirmedContacts::predecessor(const ContactKey& key, const Contact& contact) const
{
    if (!can_move_on(key))
        return none;
    if (is_of_sphere_on_mesh(key.pair.kind))
        return lost_.find(hash_of_mover(key), [&](std::uint32_t old) {
            const Contact& before = old_list_.confirmed(old);
            return is_free(old, key) && before.kind == contact.kind
                && (contact.kind == ContactKind::surface_sphere
                        ? share_vertex(before.vertices_a, contact.vertices_a, 3)
                        : share_vertex(before.vertices_b, contact.vertices_b, 3));
        });
    const bool mover_is_b = key.pair.kind == ElementaryKind::face_vertex;
    const std::size_t vertices = key.pair.kind == ElementaryKind::edge_edge ? 2 : 3;
    return lost_.find(hash_of_mover(key), [&](std::uint32_t old) {
        const ElementaryPair& pair = old_records_.data()[old].key.pair;
        const Contact& before = old_list_.confirmed(old);
        return is_free(old, key) && pair.kind == key.pair.kind
            && (mover_is_b ? pair.b == key.pair.b : pair.a == key.pair.a)
            && (mover_is_b ? share_vertex(before.vertices_a, contact.vertices_a, vertices)
                           : share_vertex(before.vertices_b, contact.vertices_b, vertices));
    });
}

std::uint32_t ConfirmedContacts::find(const ContactKey& key, std::uint64_t hash) const
{
    return table_.find(hash, [&](std::uint32_t index) { return records_.data()[index].key == key; });
}

std::uint32_t ConfirmedContacts::find_old(const ContactKey& key, std::uint64_t hash) const
{
    return old_table_.find(hash, [&](std::uint32_t index) { return old_records_.data()[index].key == key; });
}

void ConfirmedContacts::carry_on(std::uint32_t old, Contact& contact)
{
    const Contact& before = old_list_.confirmed(old);
    old_records_[old].is_claimed = true;
    contact.id = before.id;
    contact.age = before.age + 1;
    contact.previous_point = before.point;
}

void ConfirmedContacts::hold_births()
{
    holds_births_ = true;
    births_.clear();
}

void ConfirmedContacts::release_births()
{
    holds_births_ = false;
    if (births_.empty())
        return;
    lose_unclaimed(0, old_count());
    for (const std::uint32_t birth : births_.span()) {
        Contact& contact = list_.confirmed(birth);
        if (const std::uint32_t old = predecessor(records_[birth].key, contact); old != none)
            carry_on(old, contact);
    }
}

/// There is room. It has no name yet.
Contact& ConfirmedContacts::add(const ContactEncounter& encounter)
{
    Contact& contact = list_.add_confirmed();
    contact.body_a = encounter.a.id;
    contact.body_b = encounter.b.id;
    return contact;
}

/// Of the last one added: carries the old contact's id on, if there is one.
void ConfirmedContacts::name(const ContactKey& key, std::uint64_t hash, std::uint32_t old, Contact& contact)
{
    const auto index = static_cast<std::uint32_t>(list_.confirmed_count()) - 1;
    table_.insert(hash, index, [&](std::uint32_t number) { return records_[number].key.hash(); });
    records_.push_back({key});
    if (old != none && old_records_[old].is_claimed)
        old = none;
    if (old == none && holds_births_)
        births_.push_back(index);
    else if (old == none)
        old = predecessor(key, contact);
    if (old != none) {
        carry_on(old, contact);
    } else {
        // The lowest bit keeps it from being 0.
        contact.id = mixed(hash ^ mixed(query_)) | 1;
        contact.previous_point = contact.point;
    }
}

std::uint32_t ConfirmedContacts::confirm(const ContactEncounter& encounter, std::span<const DecidedContact> decided)
{
    // What several of them need of the tables is asked for at once, so that one does not wait for another's.
    constexpr std::size_t group = 16;
    const std::uint64_t hash_of_bodies = ContactKey::hash_of_bodies(encounter.a.id, encounter.b.id);
    std::uint32_t without_room = 0;
    std::array<std::uint64_t, group> hashes;
    std::array<std::uint32_t, group> olds;
    for (std::size_t begin = 0; begin < decided.size(); begin += group) {
        const std::size_t count = std::min(group, decided.size() - begin);
        const auto key = [&](std::size_t k) {
            return ContactKey{encounter.a.id, encounter.b.id, decided[begin + k].decided.pair};
        };
        for (std::size_t k = 0; k < count; ++k) {
            hashes[k] = ContactKey::hash(hash_of_bodies, decided[begin + k].decided.pair);
            table_.prefetch(hashes[k]);
            old_table_.prefetch(hashes[k]);
        }
        for (std::size_t k = 0; k < count; ++k) {
            olds[k] = find_old(key(k), hashes[k]);
            if (olds[k] != none)
                old_list_.prefetch_confirmed(olds[k]);
        }
        for (std::size_t k = 0; k < count; ++k) {
            const DecidedContact& one = decided[begin + k];
            const std::uint32_t known = find(key(k), hashes[k]);
            if (known != none) {
                // Crossing says more than being near; of several triangles the first count.
                Contact& contact = list_.confirmed(known);
                const bool same_kind = one.decided.crosses == contact.crosses;
                if (same_kind ? is_before(one.triangles, contact) : one.decided.crosses)
                    write(encounter, one, contact);
            } else if (list_.room() == 0) {
                ++without_room;
            } else {
                Contact& contact = add(encounter);
                write(encounter, one, contact);
                name(key(k), hashes[k], olds[k], contact);
            }
        }
    }
    return without_room;
}

bool ConfirmedContacts::confirm_inside(const ContactEncounter& encounter, bool is_a_inside, std::uint32_t vertex)
{
    if (list_.room() == 0)
        return false;
    const ContactSurface& surface = is_a_inside ? encounter.a.surface : encounter.b.surface;
    Contact& contact = add(encounter);
    contact.kind = is_a_inside ? ContactKind::vertex_inside : ContactKind::inside_vertex;
    contact.crosses = true;
    contact.point = surface.vertex(vertex);
    contact.normal = way_apart(encounter.a.parts->root_box(), encounter.b.parts->root_box());
    (is_a_inside ? contact.vertices_a : contact.vertices_b)[0] = vertex;
    (is_a_inside ? contact.weights_a : contact.weights_b)[0] = encounter.has_sphere() ? 0.0f : 1.0f;
    const auto kind = is_a_inside ? ElementaryKind::vertex_inside : ElementaryKind::inside_vertex;
    const ContactKey key = {
        encounter.a.id, encounter.b.id, {kind, is_a_inside ? vertex : 0, is_a_inside ? 0 : vertex}};
    const std::uint64_t hash = key.hash();
    name(key, hash, find_old(key, hash), contact);
    return true;
}

std::size_t ConfirmedContacts::bytes() const
{
    return list_.bytes() + old_list_.bytes() + records_.bytes() + old_records_.bytes() + table_.bytes()
        + old_table_.bytes() + lost_.bytes();
}

} // namespace tactus
