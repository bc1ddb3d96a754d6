// SPDX-License-Identifier: MIT
// Checks of sphere trees and of what papers make of them. They were written from the headers, the pages and the papers
// alone.
#pragma once

#include "../cases/random.h"
#include "../checks/findings.h"

namespace tactus::fuzz::sphere_trees {

/// ForcePolicy::spheres at any cut, against what docs/contacts.md says of parts that push. Names `paper_force_named`,
/// `paper_force_told`, `paper_force_size`, `paper_force_along`, `paper_force_balance`, `paper_force_vertices`,
/// `paper_force_finite`, `paper_force_again`, `paper_force_complete`, `paper_force_roots`, `paper_force_concentric`.
void check_pushing_parts(Random random, Findings& findings);
/// Two balls that are pressed into each other: which way they are pushed at any cut, and how hard. Names
/// `paper_force_angle`.
void check_pushed_balls(Random random, Findings& findings);
/// ForcePolicy::spheres at any cut of worlds of several bodies: what covers and parts are, and what they push with. An
/// oracle of another hand than check_pushing_parts. Names `covers_asked`, and those of cover_pushes.h.
void check_cover_rule(Random random, Findings& findings);
/// papers::interruptible_spheres against Figure 7 of its paper, step by step. Names `paper_queue_refusal`,
/// `paper_queue_limit`, `paper_queue_step`, `paper_queue_tree`, `paper_queue_again`, `paper_queue_cover`,
/// `paper_queue_time`.
void check_queue(Random random, Findings& findings);
/// papers::OnCollideTrees against the algorithms of its paper. Names `paper_cells_refusal`, `paper_cells_asked`,
/// `paper_cells_surface`, `paper_cells_views`, `paper_cells_nodes`, `paper_cells_pairs`, `paper_cells_cover`,
/// `paper_cells_again`, `paper_cells_dropped`.
void check_cells(Random random, Findings& findings);
/// Bodies whose sphere trees are made on demand: what they answer, and what they keep. Names `paper_branch_pairs`,
/// `paper_branch_counts`, `paper_branch_room`, `paper_branch_dropped`, `paper_branch_released`.
void check_branches(Random random, Findings& findings);
/// Trees of spheres by every method. Names `paper_tree_shape`, `paper_tree_covers`, `paper_tree_judge`,
/// `paper_tree_error`, `paper_tree_inner`, `paper_tree_workers`.
void check_covers(Random random, Findings& findings);

/// All of these that are wanted, on the worlds of a seed. `always` makes those too that take long and are made now and
/// then.
void check_sphere_trees(std::uint64_t seed, bool always, Findings& findings);

} // namespace tactus::fuzz::sphere_trees
