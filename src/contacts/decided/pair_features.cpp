// SPDX-License-Identifier: MIT
#include "contacts/decided/pair_features.h"

#include <utility>

#include "contacts/encounters/half_space_contacts.h"
#include "contacts/encounters/local_contacts.h"
#include "contacts/encounters/sphere_contacts.h"
#include "contacts/encounters/tool_minima.h"
#include "geometry/triangle_pairs/triangle_triangle.h"

namespace tactus {
namespace {

/// Turns a contact of a body with itself so that the vertex comes first, and of two edges the lower number.
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
    if (feature.size() == 3 || body.is_sphere() || body.is_half_space())
        return visit(triangle);
    for (const std::uint32_t holder : body.depth_tables->stars[feature[0]]) {
        const TriangleIndices& corners = body.surface.triangles[holder];
        if (std::find(corners.begin(), corners.end(), feature.back()) != corners.end())
            visit(holder);
    }
}

/// How many vertices the feature of one side has, where that is a mesh.
std::size_t vertex_count(ElementaryKind kind, bool of_a)
{
    switch (kind) {
    case ElementaryKind::edge_edge:
    case ElementaryKind::sphere_edge:
        return 2;
    case ElementaryKind::vertex_face:
        return of_a ? 1 : 3;
    case ElementaryKind::face_vertex:
        return of_a ? 3 : 1;
    case ElementaryKind::sphere_face:
        return 3;
    default:
        return 1;
    }
}

/// Whether the features that are in contact are also on two triangles that are not exempt.
bool has_other_triangles(const ContactEncounter& encounter, const DecidedContact& contact)
{
    const ElementaryKind kind = contact.decided.pair.kind;
    const auto of_a = std::span(contact.vertices_a).first(vertex_count(kind, true));
    const auto of_b = std::span(contact.vertices_b).first(vertex_count(kind, false));
    const ContactBody& a = encounter.a;
    const ContactBody& b = encounter.b;
    bool has_other = false;
    for_each_holder(a, contact.triangles.a, of_a, [&](std::uint32_t in_a) {
        for_each_holder(b, contact.triangles.b, of_b, [&](std::uint32_t in_b) {
            has_other = has_other || (!(encounter.is_self() && in_a == in_b) && !encounter.is_exempt({in_a, in_b}));
        });
    });
    return has_other;
}

/// Whether a contact is that of a tool's pivot, and the tip, which is in the same place, has the same one.
bool is_told_by_tip(const ContactEncounter& encounter, const DecidedContact& contact)
{
    switch (contact.decided.pair.kind) {
    case ElementaryKind::vertex_face:
    case ElementaryKind::vertex_plane:
        return encounter.a.has_tip_at(contact.vertices_a[0]);
    case ElementaryKind::face_vertex:
    case ElementaryKind::plane_vertex:
        return encounter.b.has_tip_at(contact.vertices_b[0]);
    case ElementaryKind::sphere_vertex:
        return encounter.a.is_sphere() ? encounter.b.has_tip_at(contact.vertices_b[0])
                                       : encounter.a.has_tip_at(contact.vertices_a[0]);
    default:
        return false;
    }
}

} // namespace

/// Sorts out pairs that are exempt: those of a fresh cut are silent, and say only where the surfaces meet; of attached
/// and refused ones some features are on other triangles too.
std::span<const TrianglePair>
PairFeatures::without_exempt(const ContactEncounter& encounter, std::span<const TrianglePair> pairs)
{
    const BodySurface& a = encounter.a.surface;
    const BodySurface& b = encounter.b.surface;
    wanted_.clear();
    for (const TrianglePair& pair : pairs) {
        if (encounter.is_fresh(pair)) {
            if (encounter.measures_depths && triangles_intersect(a.triangle(pair.a), b.triangle(pair.b)))
                intersecting_.push_back({pair});
        } else {
            (encounter.is_exempt(pair) ? exempt_ : wanted_).push_back(pair);
        }
    }
    return wanted_.span();
}

template <class IsKept>
void PairFeatures::keep_found(std::size_t begin, IsKept is_kept)
{
    const auto kept = std::remove_if(
        found_.begin() + begin, found_.end(), [&](const DecidedContact& contact) { return !is_kept(contact); });
    found_.resize_uninitialised(static_cast<std::size_t>(kept - found_.begin()));
}

void PairFeatures::find(const ContactEncounter& encounter, std::span<const TrianglePair> pairs, ContactSelection which)
{
    const float distance = encounter.contact_distance;
    const ContactSelection selection = encounter.has_tool() ? ContactSelection::local : which;
    const std::size_t begin = found_.size();
    exempt_.clear();
    if (encounter.has_exempt())
        pairs = without_exempt(encounter, pairs);
    if (encounter.is_self()) {
        wanted_.resize_uninitialised(pairs.size());
        std::transform(pairs.begin(), pairs.end(), wanted_.begin(), in_order);
        std::transform(exempt_.begin(), exempt_.end(), exempt_.begin(), in_order);
        pairs = wanted_.span();
    }
    const auto append = [&](std::span<const TrianglePair> some) {
        if (encounter.has_half_space())
            append_half_space_contacts(encounter, some, distance, found_);
        else if (encounter.has_sphere())
            append_sphere_contacts(encounter, some, distance, found_);
        else
            batch_.find(encounter.a.surface, encounter.b.surface, some, distance, selection, found_, intersecting_);
    };
    append(exempt_.span());
    keep_found(begin, [&](const DecidedContact& contact) { return has_other_triangles(encounter, contact); });
    append(pairs);
    if (encounter.has_tool())
        keep_found(begin, [&](const DecidedContact& contact) { return !is_told_by_tip(encounter, contact); });
    if (encounter.has_half_space() || encounter.has_sphere())
        return;
    if (encounter.is_self())
        std::for_each(found_.begin() + begin, found_.end(), turn);
    if (encounter.has_tool())
        keep_found(begin, [&](const DecidedContact& contact) { return ToolMinima(encounter).has(contact, distance); });
    else if (which == ContactSelection::local)
        keep_found(begin, [local = LocalContacts(encounter, distance)](const DecidedContact& contact) {
            return local.has(contact);
        });
    else if (encounter.rest_offset > 0.0f)
        for (DecidedContact& contact : found_.span().subspan(begin))
            contact.is_silent = !LocalContacts(encounter, distance).has(contact);
}

} // namespace tactus
