// SPDX-License-Identifier: MIT
// Checks of tools. Their oracles were written from the headers and pages alone.
#pragma once

#include "../checks/findings.h"
#include "tool_scene.h"

namespace tactus::fuzz::tools {

/// What one of these checks is made with.
struct ToolQuestion {
    const ToolScene& scene;
    ToolWorld& asked; ///< In the state of the scene.
    Random random;
    Findings& findings;
};

/// The triangles that tools touch, decided exactly, and that pairs are the same. Names `tool_faces`, `tool_pairs`,
/// `tool_switched_off`, `tool_proposer`, `tool_proposer_mesh`, `tool_cut`, `tool_units`.
void check_touched(ToolQuestion question);
/// Worlds of other structures and workers give the same, cut or not. Names `tool_same_faces`, `tool_same_cut`.
void check_same_touched(ToolQuestion question);
/// Parts of shafts, and first touches. Names `tool_shaft_holds`, `tool_shaft_no_area`, `tool_shaft_long`,
/// `tool_shaft_moving`, `tool_first_special`, `tool_first_tiny`, `tool_first_begin`,
/// `tool_first_end`, `tool_first_cut`.
void check_shafts(ToolQuestion question);
/// Complete answers against the contacts that the page defines. Names `tool_contact_set`, `tool_separation`,
/// `tool_normal`, `tool_point`, `tool_weights`, `tool_kind`, `tool_inside_depth`, `tool_ball`, `tool_ground`,
/// `tool_tool`, `tool_complete`, `tool_inside_once`.
void check_tool_contacts(ToolQuestion question);
/// Complete answers of other worlds, and answers that are cut, against the complete one. Names `tool_contact_same`,
/// `tool_which`, `tool_cut_true`, `tool_cut_cover`, `tool_cut_depth`, `tool_cut_open`, `tool_cut_worst`,
/// `tool_refined`.
void check_tool_cuts(ToolQuestion question);
/// Forces of a complete answer. Names `tool_force_pull`, `tool_force_law`, `tool_force_area`, `tool_force_balance`,
/// `tool_force_vertices`, `tool_force_wrench`, `tool_force_lower`, `tool_force_speed`.
void check_tool_forces(ToolQuestion question);
/// Moves, refusals and removals. Names `tool_life`, `tool_refusal`, `tool_pose`, `tool_positions`.
void check_tool_life(ToolQuestion question);

/// What a tool has in common with other bodies. Names `tool_filter`, `tool_unseen`, `tool_closest`, `tool_ids`,
/// `tool_force_held`.
void check_tool_manners(ToolQuestion question);

/// All of these, on the worlds of a seed. Where something differs and it is wanted, the scene is reduced and written
/// down.
void check_tools(std::uint64_t seed, bool reduces, Findings& findings);
/// Checks of shafts through closed meshes, and of their contacts as of any tool's, on the worlds of a seed.
void check_passage_scenes(std::uint64_t seed, bool reduces, Findings& findings);
/// Checks of convex sets, and of the contacts of tools with them, on the worlds of a seed.
void check_convex_scenes(std::uint64_t seed, bool reduces, Findings& findings);

} // namespace tactus::fuzz::tools
