// SPDX-License-Identifier: MIT
// Everything is checked and made first; then it takes the place of what was there.
#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "world/checked_input.h"
#include "world/edit/edited_features.h"
#include "world/edit/made_edit.h"
#include "world/parts.h"

namespace tactus {
namespace {

std::string name_of(BodyId id) { return "body " + std::to_string(id.index); }

} // namespace

Result<EditReport> World::edit(std::span<const BodyEdit> batch)
{
    if (parts_ == nullptr)
        return moved_from_world();
    const auto begin = std::chrono::steady_clock::now();
    Parts& parts = *parts_;
    std::set<BodyId> named;
    std::vector<MadeEdit> made;
    for (const BodyEdit& edit : batch) {
        const bool joins = edit.join != BodyId{};
        for (const BodyId id : {edit.body, edit.join}) {
            if (id == edit.join && !joins)
                continue;
            const Body* body = parts.find(id);
            if (body == nullptr)
                return parts.stale(id);
            if (body->sphere() != nullptr)
                return invalid_input(name_of(id) + " is a sphere and has no triangles to edit");
            if (!named.insert(id).second)
                return invalid_input(name_of(id) + " is named twice in one batch of edits");
        }
        auto next = make_edit(edit, *parts.find(edit.body), joins ? parts.find(edit.join) : nullptr, parts.workers);
        if (!next)
            return Error{next.error().code, name_of(edit.body) + ": " + next.error().message};
        made.push_back(std::move(next.value()));
    }

    EditReport report;
    FreshCuts cuts = parts.fresh_cuts;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        MadeEdit& edit = made[k];
        if (batch[k].join != BodyId{}) {
            parts.exemptions.move_attachments(batch[k].join.index, batch[k].body.index, edit.report.first_joined_vertex);
            (void)remove_body(batch[k].join);
        }
        const StructureEdit rebuilt = parts.carry_out(batch[k], edit);
        report.triangles_rebuilt += rebuilt.triangles;
        report.nodes_changed += rebuilt.nodes;
        for (MadePiece& piece : edit.pieces) {
            piece.body->motion = parts.find(batch[k].body)->motion.of_piece(piece.vertex_of);
            const BodyId id = parts.adopt(std::move(*piece.body));
            parts.pair_settings.inherit(id.index, batch[k].body.index);
            parts.exemptions.inherit(id.index, batch[k].body.index, piece.vertex_of);
            edit.report.pieces.push_back({id, std::move(piece.triangle_of), std::move(piece.vertex_of)});
        }
        report.triangles_removed += batch[k].remove_triangles.size();
        report.triangles_added += edit.added.size();
        report.bodies.push_back(std::move(edit.report));
    }
    const Parts::EditedFeatures moved(parts, batch, report);
    if (parts.contacts_wanted)
        parts.contact_search.rename(moved);
    cuts.rename(moved);
    parts.fresh_cuts = std::move(cuts);
    parts.are_cuts_current = false;
    parts.note_fresh_cuts(report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
}

/// What was known of the body by its old numbers of nodes and places is forgotten.
StructureEdit World::Parts::carry_out(const BodyEdit& edit, MadeEdit& made)
{
    Slot& slot = slots[edit.body.index];
    const bool had_contacts = slot.contacts != nullptr;
    slot.sphere_tree_parts.reset();
    StructureEdit rebuilt;
    slot.body->begin_edit(contact_query);
    if (made.body) {
        slot.contacts.reset();
        BodyMotion motion = std::move(slot.body->motion);
        *slot.body = std::move(*made.body);
        slot.body->motion = std::move(motion);
        rebuilt = {slot.body->remaining_count(), slot.body->octree_nodes()};
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
        if (had_contacts) {
            slot.contacts->edit(change.removed, removed, first_added);
            contact_triangles += change.added.size();
        }
    }
    slot.body->end_edit();
    for (const MadePiece& piece : made.pieces) {
        rebuilt.triangles += piece.triangle_of.size();
        rebuilt.nodes += piece.body->octree_nodes();
    }
    if (had_contacts && !made.body)
        contact_search.make_room(contact_settings, contact_triangles);
    broad_phase.move(slot.body->proxy, reach_of(*slot.body));
    contact_forces.forget(edit.body);
    remembered_pairs.forget();
    contacts_current = are_cuts_current = false;
    if (had_contacts)
        prepare_contacts(slot);
    return rebuilt;
}

} // namespace tactus
