// SPDX-License-Identifier: MIT
// Everything is checked and made first; then it takes the place of what was there.
#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tree/spheres/sphere_tree_nodes.h"
#include "world/bodies/body_contacts.h"
#include "world/edit/edited_features.h"
#include "world/edit/made_edit.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {
namespace {

std::string name_of(BodyId id) { return "body " + std::to_string(id.index); }

} // namespace

Result<EditReport> World::edit(std::span<const BodyEdit> batch)
{
    if (parts_ == nullptr)
        return moved_from_world();
    return refused_if_memory_ends([&]() -> Result<EditReport> {
        const auto begin = std::chrono::steady_clock::now();
        Result<std::vector<MadeEdit>> made = parts_->make_edits(batch);
        if (!made)
            return made.error();
        Result<EditReport> report = parts_->carry_out(batch, made.value());
        if (report)
            report.value().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return report;
    });
}

Result<std::vector<MadeEdit>> World::Parts::make_edits(std::span<const BodyEdit> batch)
{
    std::set<BodyId> named;
    std::vector<MadeEdit> made;
    for (const BodyEdit& edit : batch) {
        const bool joins = edit.join != BodyId{};
        const BodyId ids[] = {edit.body, edit.join};
        for (const BodyId id : std::span(ids).first(joins ? 2 : 1)) {
            const Body* body = bodies.find(id);
            if (body == nullptr)
                return bodies.stale(id);
            if (body->sphere() != nullptr)
                return invalid_input(name_of(id) + " is a sphere and has no triangles to edit");
            if (!named.insert(id).second)
                return invalid_input(name_of(id) + " is named twice in one batch of edits");
        }
        Body& body = *bodies.find(edit.body);
        Body* joined = joins ? bodies.find(edit.join) : nullptr;
        auto next = make_edit(edit, body, joined, workers);
        if (!next)
            return Error{next.error().code, name_of(edit.body) + ": " + next.error().message};
        made.push_back(std::move(next.value()));
        made.back().tested = {
            encounters.are_tested(edit.body.index, edit.body.index),
            joins && encounters.are_tested(edit.join.index, edit.join.index),
            joins && encounters.are_tested(edit.body.index, edit.join.index)};
    }
    return made;
}

Result<EditReport> World::Parts::carry_out(std::span<const BodyEdit> batch, std::span<MadeEdit> made)
{
    bodies.recover();
    const auto carry_out_all = [&]() -> Result<EditReport> {
        EditReport all;
        all.bodies.reserve(batch.size());
        FreshCuts cuts = fresh_cuts;
        for (std::size_t k = 0; k < batch.size(); ++k) {
            MadeEdit& edit = made[k];
            edit.report.pieces.reserve(edit.pieces.size());
            if (batch[k].join != BodyId{}) {
                encounters.exemptions().move_attachments(
                    batch[k].join.index, batch[k].body.index, edit.report.first_joined_vertex);
                remove(batch[k].join);
                bodies.recover();
            }
            const StructureEdit rebuilt = change_body(batch[k], edit);
            all.triangles_rebuilt += rebuilt.triangles;
            all.nodes_changed += rebuilt.nodes;
            for (MadePiece& piece : edit.pieces) {
                piece.body->motion = bodies.find(batch[k].body)->motion.of_piece(piece.vertex_of);
                const BodyId id = adopt(std::move(*piece.body));
                edit.report.pieces.push_back({id, std::move(piece.triangle_of), std::move(piece.vertex_of)});
                contacts.inherit_pairs(id.index, batch[k].body.index);
                encounters.exemptions().inherit(id.index, batch[k].body.index, edit.report.pieces.back().vertex_of);
            }
            all.triangles_removed += batch[k].remove_triangles.size();
            all.triangles_added += edit.added.size();
        }
        const EditedFeatures moved(*this, batch, made);
        contacts.rename(moved);
        cuts.rename(moved);
        fresh_cuts = std::move(cuts);
        are_cuts_current = false;
        note_fresh_cuts(made);
        for (MadeEdit& edit : made)
            all.bodies.push_back(std::move(edit.report));
        return all;
    };
    // Bodies that are half changed are of no use to anybody.
    const auto give_up = [&]() -> Result<EditReport> {
        for (std::size_t k = 0; k < batch.size(); ++k) {
            remove(batch[k].body);
            remove(batch[k].join);
            for (const BodyPiece& piece : made[k].report.pieces)
                remove(piece.body);
        }
        return unless_memory_ends(
            [] {
                return Error{
                    ErrorCode::out_of_memory,
                    "out of memory when the edit was half done: the bodies that it names are gone"};
            },
            out_of_memory);
    };
    return unless_memory_ends([&] { return at_risk(carry_out_all); }, give_up);
}

/// What was known of the body by its old numbers of nodes and places is forgotten.
StructureEdit World::Parts::change_body(const BodyEdit& edit, MadeEdit& made)
{
    BodySlot& slot = bodies.slots()[edit.body.index];
    const bool had_contacts = slot.contacts != nullptr;
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
    contacts.end_edit(edit.body, slot, had_contacts);
    bodies.place(*slot.body);
    surface_queries->remembered_pairs.forget();
    are_cuts_current = false;
    for (const MadePiece& piece : made.pieces) {
        rebuilt.triangles += piece.triangle_of.size();
        rebuilt.nodes += piece.body->tree->counts().nodes;
    }
    return rebuilt;
}

} // namespace tactus
