// SPDX-License-Identifier: MIT
#include "world/edit/change_body.h"

#include <utility>
#include <vector>

#include "world/bodies/body_contacts.h"
#include "world/bodies/table/body_table.h"
#include "world/contacts/contact_queries.h"
#include "world/edit/made_edit.h"

namespace tactus {

StructureEdit change_body(MadeEdit& made, BodyTable& bodies, ContactQueries& contacts)
{
    const BodyId id = made.report.body;
    BodySlot& slot = bodies.slots()[id.index];
    StructureEdit rebuilt;
    contacts.begin_edit(*slot.body);
    if (made.body) {
        slot.contacts.reset();
        BodyMotion motion = std::move(slot.body->motion);
        made.body->proxy = slot.body->proxy;
        *slot.body = std::move(*made.body);
        slot.body->motion = std::move(motion);
        rebuilt = {slot.body->remaining_count(), slot.body->tree->counts().nodes};
    }
    for (const MeshChange& change : made.changes) {
        if (change.removed.empty() && change.vertices.empty() && change.added.empty())
            continue;
        std::vector<TriangleIndices> removed;
        for (const std::uint32_t triangle : change.removed)
            removed.push_back(slot.body->given_triangles[triangle]);
        const std::uint32_t first_added = slot.body->triangle_count;
        const StructureEdit changed = slot.body->edit(change.removed, change.vertices, change.added);
        rebuilt = {rebuilt.triangles + changed.triangles, rebuilt.nodes + changed.nodes};
        contacts.change_mesh(slot, change.removed, removed, first_added);
    }
    contacts.end_edit(id, slot, made.was_prepared);
    bodies.place(*slot.body);
    for (const MadePiece& piece : made.pieces) {
        rebuilt.triangles += piece.triangle_of.size();
        rebuilt.nodes += piece.body->tree->counts().nodes;
    }
    return rebuilt;
}

} // namespace tactus
