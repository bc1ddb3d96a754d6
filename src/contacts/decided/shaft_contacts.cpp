// SPDX-License-Identifier: MIT
// What contacts say of the shaft of a tool that passes through a closed body.
#include "contacts/decided/confirmed_contacts.h"
#include "contacts/decided/final_depths.h"

namespace tactus {
namespace {

/// Where on the axis of a tool the point with these weights is: 0 at vertex 0, 1 at vertex 1.
double part_of_axis(const std::array<std::uint32_t, 3>& vertices, const std::array<float, 3>& weights)
{
    double part = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        part += vertices[k] == 1 ? double(weights[k]) : 0.0;
    return part;
}

} // namespace

/// Whether a contact is of the shaft of a tool, and not of an end, with what it is near from within a closed body.
bool FinalDepths::is_shaft_inside(const Contact& contact) const
{
    if (!encounter_->has_tool())
        return false;
    const bool is_tool_a = encounter_->a.is_tool;
    if (contact.kind == (is_tool_a ? ContactKind::vertex_face : ContactKind::face_vertex))
        return false;
    return depths_.shaft().is_inside(
        is_tool_a ? part_of_axis(contact.vertices_a, contact.weights_a)
                  : part_of_axis(contact.vertices_b, contact.weights_b));
}

/// The contact of a passage of the shaft, with all but its name.
Contact FinalDepths::contact_of(const ShaftDepth& depth) const
{
    const bool is_tool_a = encounter_->a.is_tool;
    const ContactBody &tool = is_tool_a ? encounter_->a : encounter_->b,
                      &body = is_tool_a ? encounter_->b : encounter_->a;
    const auto part = static_cast<float>(depth.part);
    Contact contact;
    contact.body_a = encounter_->a.id;
    contact.body_b = encounter_->b.id;
    contact.kind = is_tool_a ? ContactKind::shaft_inside : ContactKind::inside_shaft;
    contact.depth_state = DepthState::propagated;
    contact.crosses = true;
    contact.point = contact.previous_point = depth.point;
    contact.normal = depth.way_out * (is_tool_a ? -1.0f : 1.0f);
    (is_tool_a ? contact.vertices_a : contact.vertices_b) = {0, 1, 0};
    (is_tool_a ? contact.weights_a : contact.weights_b) = {1.0f - part, part, 0.0f};
    (is_tool_a ? contact.triangle_b : contact.triangle_a) = depth.triangle;
    (is_tool_a ? contact.vertices_b : contact.vertices_a) = body.surface.triangles[depth.triangle];
    (is_tool_a ? contact.weights_b : contact.weights_a) = depth.weights;
    // Around the axis it is deeper by the radius, which is added where contacts of axes are told as those of tools.
    const double deep = double(depth.share) * (double(depth.depth) + tool.axis_radius);
    contact.separation = contact.separation_lower = contact.separation_upper =
        static_cast<float>(tool.axis_radius - deep);
    return contact;
}

/// Gives the next passage its contact. Gives 1 if there was no room for it.
std::uint32_t FinalDepths::give_shaft_depth()
{
    const auto number = static_cast<std::uint32_t>(next_);
    const Contact passage = contact_of(depths_.shaft().depths()[next_++]);
    return confirmed_->confirm_inside(
        *encounter_, passage.kind, {&number, 1}, nullptr, [&](std::size_t, Contact& contact) { contact = passage; });
}

/// The old contact of a shaft from outside, with a feature of the triangle that it comes out of, which is no more; or
/// none.
std::uint32_t ConfirmedContacts::find_old_outside(const ContactEncounter& encounter, const Contact& contact) const
{
    const bool is_tool_a = contact.kind == ContactKind::shaft_inside;
    const ContactBody &tool = is_tool_a ? encounter.a : encounter.b, &body = is_tool_a ? encounter.b : encounter.a;
    const std::uint32_t triangle = is_tool_a ? contact.triangle_b : contact.triangle_a;
    const auto find = [&](ElementaryKind kind, std::uint32_t of_tool, std::uint32_t of_body) {
        const ElementaryPair pair = {kind, is_tool_a ? of_tool : of_body, is_tool_a ? of_body : of_tool};
        const ContactHash hash(ContactHash::of_bodies(encounter.a.id, encounter.b.id), pair);
        const std::uint32_t old = find_old(pair, old_encounters_[index_of(encounter)], hash.place());
        return old < old_count_ && old_records_[old].fate == Fate::unknown ? old : none;
    };
    for (int k = 0; k < 3; ++k) {
        const std::uint32_t by_edge =
            find(ElementaryKind::edge_edge, tool.surface.owners->edge(0, 0), body.surface.owners->edge(triangle, k));
        const std::uint32_t by_vertex = find(
            is_tool_a ? ElementaryKind::face_vertex : ElementaryKind::vertex_face, 0,
            body.surface.triangles[triangle][k]);
        if (by_edge != none || by_vertex != none)
            return by_edge != none ? by_edge : by_vertex;
    }
    return none;
}

} // namespace tactus
