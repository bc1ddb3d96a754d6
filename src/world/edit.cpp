// SPDX-License-Identifier: MIT
// Everything is checked and made first; then it takes the place of what was there.
#include <chrono>
#include <utility>

#include "world/edit/change_body.h"
#include "world/edit/edited_features.h"
#include "world/edit/made_edit.h"
#include "world/edit/note_fresh_cuts.h"
#include "world/input/checked_input.h"
#include "world/parts.h"
#include "world/queries/surface_queries.h"

namespace tactus {

Result<EditReport> World::edit(std::span<const BodyEdit> batch)
{
    return Parts::ask(parts_.get(), [&]() -> Result<EditReport> {
        const auto begin = std::chrono::steady_clock::now();
        Result<std::vector<MadeEdit>> made = make_edits(batch, parts_->bodies, parts_->encounters, parts_->workers);
        if (!made)
            return made.error();
        Result<EditReport> report = parts_->carry_out(batch, made.value());
        if (report)
            report.value().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return report;
    });
}

Result<EditReport> World::Parts::carry_out(std::span<const BodyEdit> batch, std::span<MadeEdit> made)
{
    bodies.recover();
    const auto carry_out_all = [&]() -> Result<EditReport> {
        EditReport all;
        all.bodies.reserve(batch.size());
        FreshCuts known_cuts = cuts.known();
        for (std::size_t k = 0; k < batch.size(); ++k) {
            MadeEdit& edit = made[k];
            edit.report.pieces.reserve(edit.pieces.size());
            if (batch[k].join != BodyId{}) {
                encounters.exemptions().move_attachments(
                    batch[k].join.index, batch[k].body.index, edit.report.first_joined_vertex);
                remove(batch[k].join);
                bodies.recover();
            }
            const StructureEdit rebuilt = change_body(edit, bodies, contacts);
            surface_queries->closest().forget_places();
            cuts.look_again();
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
        const EditedFeatures moved(bodies, batch, made);
        contacts.rename(moved);
        known_cuts.rename(moved);
        cuts.replace(std::move(known_cuts));
        if (can_have_fresh_cuts(made, bodies)) {
            encounters.list();
            begin_query();
            note_fresh_cuts(made, bodies, encounters, pairs, cuts);
        }
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

} // namespace tactus
