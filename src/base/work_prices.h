// SPDX-License-Identifier: MIT
// What pieces of work cost. Costs only say where a budget cuts; no complete answer depends on them. A work unit is to
// take a microsecond or two of a slow core.
//
// What a unit took on a Neoverse V1, beside other programs, with g++ 12.2 on 2026-11-17: microseconds of CPU time right
// after a move, and of queries that are asked again before the next one. Medians of three runs over the frames of a
// scene, by `script/bench units --benchmark_repetitions=3 --benchmark_report_aggregates_only=true`:
//
//                         default      bucket octree   spherical octree   sphere tree on demand
//     find_pairs          1.7   0.7      1.2   0.4        2.8   0.8             3.2   1.8
//     closest_points      1.3   0.9      0.8   0.8        2.2   0.9             2.0   1.3
//     contacts            0.9   0.8      0.9   0.9        0.9   0.9             1.1   1.0
//     depths              0.9   0.9      0.8   0.8        0.9   0.8             1.0   0.9
//     self                1.1   1.0      1.3   1.2        1.4   1.3             1.5   1.4
//     ball                1.9   1.6      0.9   1.5        2.3   1.3             3.4   1.5
//     first_hit           3.2   1.3      0.7   1.7        2.6   1.8            12.9   5.0
//     all_hits            2.6   1.3      0.8   1.6        2.5   1.9            11.0   4.4
//     overlap_box         1.6   1.0      0.8   0.9        2.1   0.9             2.5   1.3
//     overlap_sphere      2.5   2.0      0.9   2.1        2.4   1.9             3.1   2.1
//     overlap_convex      1.9   1.7      0.9   1.6        2.2   1.6             2.6   1.7
//     nearest_point       2.4   1.4      0.8   1.8        2.6   1.9             6.5   3.2
//     is_inside           3.0   1.1      0.7   1.0        2.2   1.1            12.7   4.6
//
// The groups below name the rows that they are measured by, and rows that are not in this table.
#pragma once

#include <cstddef>
#include <cstdint>

/// Prices of pieces of work in nanoseconds of a slow core, about. Where a search pays by the piece
/// (base/work_account.h), a work unit is 2000 of them. Steps of depths and their covers say what they took, and units
/// of theirs end as the limits below say.
namespace tactus::price {

/// A work unit.
inline constexpr std::uint64_t unit = 2000;

/// A piece of what a tree does before a node can be opened, at the most.
inline constexpr std::uint64_t readied_piece = 1000;

// What trees do, by the node; tree/*/..._nodes.cpp. What they do after a move is in the first figure of a row, and not
// in the second.
inline constexpr std::uint64_t opened_node = 60;       ///< A node whose children are put side by side.
inline constexpr std::uint64_t bucketed_triangle = 16; ///< A triangle that goes into its bucket.
inline constexpr std::uint64_t run_of_bucket = 80;     ///< Eight triangles of a full bucket, boxed, and boxes above.
inline constexpr std::uint64_t bounded_cluster = 15;   ///< A cluster whose old box is widened, and joined upwards.
inline constexpr std::uint64_t refitted_cluster = 300; ///< A cluster whose box is made anew.
inline constexpr std::uint64_t expanded_cluster = 600; ///< A cluster whose leaves and triangles get boxes.
inline constexpr std::uint64_t bounded_run = 20;       ///< A run of an octree's faces whose old box is widened.
inline constexpr std::uint64_t refitted_run = 80;      ///< A run of an octree's faces whose box is made anew.

// What an update does, all boxes of a body, and the search of two default trees; tree/refit, search/clusters,
// search/self. No budget pays by these: they say how many workers a loop is worth, and are a little less than what a
// slow core takes.
inline constexpr std::uint64_t streamed_vertex = 2;  ///< A vertex that is copied, or looked at.
inline constexpr std::uint64_t copied_cluster = 60;  ///< A cluster whose vertices are copied in its order.
inline constexpr std::uint64_t listed_cluster = 8;   ///< A cluster that is asked whether it is near.
inline constexpr std::uint64_t boxed_cluster = 150;  ///< A cluster whose box is made anew.
inline constexpr std::uint64_t spread_cluster = 300; ///< A cluster whose leaves and triangles get boxes.
inline constexpr std::uint64_t near_cluster = 100;   ///< A cluster near a body that is touched, at the least.
inline constexpr std::uint64_t found_before = 10;    ///< A pair that the search before has found, at the least.
inline constexpr std::uint64_t opened_pair = 8;      ///< Two boxes, one of which is opened.
inline constexpr std::uint64_t descended_pair = 80;  ///< A leaf and a cluster, down to triangles, exact tests included.
inline constexpr std::uint64_t compared_pair = 150;  ///< Two near triangles, and which of their features touch.
inline constexpr std::uint64_t self_batch = 1000;    ///< A unit's worth of a body against itself.

// What whole bodies take, about; broad_phase, world. No budget pays for it either.
inline constexpr std::uint64_t moved_body = 400;   ///< A body that is told of new positions, beside its vertices.
inline constexpr std::uint64_t moved_proxy = 80;   ///< A box that has moved, and those that it may overlap now.
inline constexpr std::uint64_t met_bodies = 500;   ///< Two bodies that are near each other.
inline constexpr std::uint64_t met_triangle = 40;  ///< A triangle where the boxes of two bodies overlap.
inline constexpr std::uint64_t self_triangle = 35; ///< A triangle of a body that is searched against itself.
inline constexpr std::uint64_t gathered_pair = 1;  ///< A pair of triangles that goes into the list of all.

// What a search of two trees does; search/nodes. Measured by find_pairs, but for two default trees, and self.
// Two trees of different kinds, find_pairs/octree_and_buckets, take 1.9 and 0.6.
inline constexpr std::uint64_t node_pair = 30;   ///< Two nodes, one of which is opened.
inline constexpr std::uint64_t block_pair = 250; ///< Eight triangles and eight others, the exact tests included.

// What goes through one tree; search/walk. Measured by ball and by first_hit to is_inside, which have a leaf each.
inline constexpr std::uint64_t walked_node = 200;      ///< A node that is opened, and the bounds of what is below.
inline constexpr std::uint64_t cast_leaf = 600;        ///< A ray and eight triangles, by the exact test.
inline constexpr std::uint64_t near_leaf = 500;        ///< A point and the nearest points of eight triangles.
inline constexpr std::uint64_t ball_leaf = 600;        ///< A ball and eight triangles, by the exact test.
inline constexpr std::uint64_t tool_leaf = 800;        ///< A tool and eight triangles, by the exact test.
inline constexpr std::uint64_t plane_leaf = 200;       ///< A half-space and eight triangles, by the exact test.
inline constexpr std::uint64_t boxed_leaf = 600;       ///< A box and eight triangles, by the exact test.
inline constexpr std::uint64_t convex_leaf = 500;      ///< A convex set and eight triangles, by the exact test.
inline constexpr std::uint64_t convex_leaf_plane = 90; ///< Each plane of a convex set, on top of its leaf.
inline constexpr std::uint64_t winding_leaf = 200; ///< A ray along an axis and eight triangles that it may leave by.

// Closest points; queries. Measured by closest_points.
inline constexpr std::uint64_t closest_blocks = 500; ///< The boxes of eight triangles and of eight others, by distance.
inline constexpr std::uint64_t triangle_distance = 400; ///< Two triangles and their closest points.

// The list of what a tool touches, for which time is set aside, and where on its shaft and when on its way it does;
// search, queries/tools. Measured by touched.
inline constexpr std::uint64_t sorted_face = 80;     ///< A touched triangle that goes into its place in the list.
inline constexpr std::uint64_t shaft_distance = 150; ///< A segment and a triangle, and how far they are apart.
inline constexpr std::uint64_t swept_distance = 550; ///< A swept triangle and another, and where they are closest.

// What a query of contacts does about parts of bodies, and when it is cut; contacts/front. Time for the latter is set
// aside.
inline constexpr std::uint64_t part_unit = 800;   ///< A unit of opening parts begins no other after so much.
inline constexpr std::uint64_t opened_part = 150; ///< Two nodes, one of which is opened, and the parts that come of it.
inline constexpr std::uint64_t written_part = 200; ///< A part that is open, and goes into the report.
inline constexpr std::uint64_t written_pair = 8;   ///< Near triangles that are not decided, and go into such a part.

// What a query of contacts does before it goes straight to all near triangles; contacts. No unit pays for it.
inline constexpr std::uint64_t brought_up_to_date = 80; ///< A cluster of either body: few are near, and get boxes.

// Tables that are made of a body when contacts are first asked for, and the memory that contacts are likely to need;
// mesh, contacts/tables, world/bodies. A step of them is to take half a unit; on a Xeon at
// 2.5 GHz, with 20 000 to 80 000 triangles a body, one took 0.55 microseconds.
inline constexpr std::uint64_t begun_tables = 500;     ///< A body of which tables are begun, and what they take.
inline constexpr std::uint64_t table_entry = 2;        ///< A number that is wiped, or added to the one before.
inline constexpr std::uint64_t given_triangle = 20;    ///< A triangle that is copied by its number.
inline constexpr std::uint64_t counted_sides = 10;     ///< A triangle whose sides or corners are counted.
inline constexpr std::uint64_t placed_sides = 40;      ///< A triangle whose sides or corners go where they belong.
inline constexpr std::uint64_t placed_side = 15;       ///< One of its sides, for the second time.
inline constexpr std::uint64_t owned_corners = 25;     ///< A triangle that takes the corners that nobody has.
inline constexpr std::uint64_t owned_side = 20;        ///< A side that learns its edge and what is across.
inline constexpr std::uint64_t shell_step = 8;         ///< A triangle that is met by walking over the surface.
inline constexpr std::uint64_t enclosed_triangle = 15; ///< A triangle, and the volume below it.
inline constexpr std::uint64_t taken_memory = 500;     ///< Memory that is asked for, and not used yet.
inline constexpr std::uint64_t wiped_line = 25;        ///< 64 bytes of memory that is used for the first time.

// When the units and steps of depths end: the last thing that is begun may take as much again; contacts/depths,
// contacts/covers. These and the next four groups are measured by depths, of which contacts are a third of the units.
inline constexpr std::uint64_t depth_unit = 1000;       ///< A unit of measuring depths begins no step after so much.
inline constexpr std::uint64_t sketch_unit = 1000;      ///< A unit of sketching depths begins no step after so much.
inline constexpr std::uint64_t depth_search_step = 400; ///< A step of looking for the way out opens no more after it.
inline constexpr std::uint64_t containment_step = 1000; ///< A step of counting windings takes no more triangles then.

// What steps of depths and of their covers have in common; contacts/depths, contacts/covers.
inline constexpr std::uint64_t glance = 5;      ///< A list that is at its end, or an entry that needs nothing.
inline constexpr std::uint64_t next_stage = 10; ///< A stage that is over, and what the next one needs.
inline constexpr std::uint64_t noted = 10;      ///< An entry of a list of which something is written down.
inline constexpr std::uint64_t lookup = 15;     ///< A number that is looked up in a table and may be new there.
inline constexpr std::uint64_t entry = 20;      ///< An entry of a list that is looked at, beside what it then takes.
inline constexpr std::uint64_t listed = 25;     ///< A vertex or a triangle that goes on a list to be sorted.
inline constexpr std::uint64_t placed = 30;     ///< A vertex that goes into its group, or among those inside.
inline constexpr std::uint64_t walk_step = 500; ///< A node that a ray, or the search for a nearest point, goes into.

// Which vertices are inside; contacts/depths.
inline constexpr std::uint64_t crossing_pair = 400;  ///< Two triangles that cross, and the edges that pierce.
inline constexpr std::uint64_t touching_pair = 1200; ///< Two triangles that touch, and all edges of both.
inline constexpr std::uint64_t joined_winding = 30; ///< An edge that joins its ends' windings, or an end that gets one.
inline constexpr std::uint64_t linked_triangle = 20;   ///< A triangle around a vertex, by whose edges ends are linked.
inline constexpr std::uint64_t flooded_triangle = 30;  ///< A triangle around a vertex inside, and its other corners.
inline constexpr std::uint64_t containment_pass = 600; ///< Vertices or triangles by their sides, per_call::contained.
inline constexpr std::uint64_t winding_of_a_point = 5; ///< A triangle and the ray from a point that it may meet.
inline constexpr std::uint64_t counted_numbers = 250;  ///< Numbers of which a digit is counted, per_call::sorted.
inline constexpr std::uint64_t sorted_numbers = 350;   ///< Numbers that go where a digit says, per_call::sorted.

// How deep they are; contacts/depths.
inline constexpr std::uint64_t patch_triangle = 50;  ///< A triangle that goes into the patch of its region.
inline constexpr std::uint64_t ranked_vertex = 5;    ///< A vertex that learns its place among the depths.
inline constexpr std::uint64_t planned_block = 30;   ///< Up to eight triangles of a patch that make a block.
inline constexpr std::uint64_t patch_corners = 100;  ///< The corners of eight triangles of a patch, side by side.
inline constexpr std::uint64_t patch_block = 250;    ///< Eight triangles of a patch in their planes, and their bowl.
inline constexpr std::uint64_t patch_bowl = 60;      ///< A block of a patch that goes into a bowl with others.
inline constexpr std::uint64_t begun_depth = 40;     ///< A vertex that begins to look for its way out, by a guess.
inline constexpr std::uint64_t opened_members = 45;  ///< Eight members of a patch, and how near a vertex they are.
inline constexpr std::uint64_t opened_block = 75;    ///< Eight triangles of a patch, and how near a vertex they are.
inline constexpr std::uint64_t searched_depth = 500; ///< A vertex and its way out, where all are measured in one go.
inline constexpr std::uint64_t named_inside = 60;    ///< A vertex inside that becomes a contact, or is looked up.
inline constexpr std::uint64_t patch_distance = 130; ///< A vertex and the nearest point of a triangle of a patch.
inline constexpr std::uint64_t measured_vertex = 50; ///< A vertex whose depth is written down.
inline constexpr std::uint64_t shaft_sample = 500;   ///< A point of a shaft that is measured, and what that bounds.

// Bounds on depths; contacts/covers.
inline constexpr std::uint64_t rim_triangle = 120;     ///< A triangle of the rim, its corners and what they bound.
inline constexpr std::uint64_t sketched_triangle = 25; ///< A triangle around a vertex that the sketch goes on from.
inline constexpr std::uint64_t compared_group = 2;     ///< A group of vertices of which the least known is chosen.
inline constexpr std::uint64_t narrowed_group = 20;    ///< A group of vertices whose bounds a distance narrows.

} // namespace tactus::price

/// How many things of one kind a work unit buys, where a stage does nothing else.
namespace tactus::per_unit {

// The default trees, level by level; search/clusters. Measured by find_pairs/default.
inline constexpr std::size_t node_pairs = 128;  ///< Pairs of nodes above the clusters, one of each opened.
inline constexpr std::size_t clusters = 8;      ///< Clusters whose leaves and triangles get boxes.
inline constexpr std::size_t leaf_clusters = 8; ///< Pairs of a leaf and a cluster, taken down to triangles.

// A body against itself; search/self. Measured by self/default; self_with_neighbours/default takes 1.9 and 1.9.
inline constexpr std::size_t self_node_pairs = 64;   ///< Pairs of nodes whose children's boxes are compared.
inline constexpr std::size_t self_candidates = 128;  ///< Pairs of triangles that share no vertex, by the exact test.
inline constexpr std::size_t self_neighbours = 32;   ///< Pairs of triangles that share a vertex, by the exact test.
inline constexpr std::size_t self_clusters = 8;      ///< Clusters of which boxes and windows are made together.
inline constexpr std::size_t self_cluster_units = 4; ///< Units that the boxes and windows of self_clusters take.

// Spherical octrees as their paper searches them; search/octree, tree/octree. Measured by find_pairs/octree_by_paper,
// which takes 0.09 and 0.07: opening a node is charged for what it takes at the most.
inline constexpr std::uint64_t sphere_tests = 128;   ///< Comparisons of two spheres.
inline constexpr std::uint32_t tests_of_a_face = 8;  ///< Comparisons that refitting a sphere to a face counts as.
inline constexpr std::size_t octree_boxes = 512;     ///< Boxes of faces, compared.
inline constexpr std::size_t octree_candidates = 96; ///< Pairs of faces, by the exact test.

// Brute force; search. Measured by find_pairs/brute_force, which takes 3.5 and 3.5.
inline constexpr std::uint64_t tried_pairs = 256; ///< Pairs of triangles, by the exact test.

// Contacts, of which a unit is one step; contacts. Measured by contacts and depths. By `script/bench contacts --only
// unit_times`, on a Neoverse N1, half of all units take at most 0.4 to 0.9, and all but one in a hundred at most 2.7.
inline constexpr std::size_t decided_pairs = 8;     ///< Pairs of triangles whose features are compared.
inline constexpr std::uint32_t sifted_pairs = 12;   ///< Pairs of triangles of two leaves, asked whether they intersect.
inline constexpr std::size_t gathered_pairs = 100;  ///< Intersecting triangles that are put on a list.
inline constexpr std::size_t queued_parts = 16;     ///< Sifted parts that go back into the queue.
inline constexpr std::size_t settled_contacts = 24; ///< Contacts that get their depths.
inline constexpr std::size_t settled_vertices = 6;  ///< Vertices inside that become contacts.
inline constexpr std::size_t asked_pieces = 16;     ///< Pieces of bodies that may be inside as a whole.
inline constexpr std::size_t probed_vertices = 16;  ///< Vertices whose triangles' distances from a probe are bounded.

} // namespace tactus::per_unit

/// How much is done in one call of something that is called again until it is done.
namespace tactus::per_call {

// TreeNodes::prepare and make_ready of clusters, half a unit each; tree/refit.
inline constexpr std::uint32_t made_bounds = 3;       ///< Clusters that nobody came near for long, with new boxes.
inline constexpr std::uint32_t widened_bounds = 80;   ///< Clusters whose old boxes are widened.
inline constexpr std::uint32_t joined_bounds = 20;    ///< Nodes whose children's boxes are joined.
inline constexpr std::uint32_t refitted_clusters = 3; ///< Clusters whose boxes are made anew.

// TreeNodes::prepare of a spherical octree; tree/octree.
inline constexpr std::uint32_t widened_runs = 96;   ///< Runs of faces whose old boxes are widened.
inline constexpr std::uint32_t runs_of_a_refit = 8; ///< Widened runs that a run whose box is made anew counts as.
inline constexpr std::uint32_t runs_of_a_join = 2;  ///< Widened runs that joining eight boxes counts as.

// TreeNodes::prepare and make_ready of a bucket octree, half a unit each; tree/buckets.
inline constexpr std::size_t bucket_steps = 80;      ///< Triangles that go into their buckets.
inline constexpr std::size_t steps_of_fences = 150;  ///< Triangles that setting the fences counts as.
inline constexpr std::size_t bucket_runs = 16;       ///< Runs of a full bucket that get boxes.
inline constexpr std::size_t cleared_buckets = 1024; ///< Entries of new memory that are cleared.

// TreeNodes::make_ready of sphere trees, half a unit; tree/spheres.
inline constexpr std::size_t divided_faces = 32; ///< Faces of a cell that are given to its eight parts.

// Pairs of leaves that are decided together; contacts.
inline constexpr std::uint32_t compared_pairs = 128; ///< Pairs of triangles that are near.
inline constexpr std::size_t compared_leaves = 6;    ///< Pairs of leaves.

// Steps of depths; contacts/depths, contacts/covers.
inline constexpr std::size_t contained = 256;    ///< Vertices or triangles, by their sides of all rays.
inline constexpr std::size_t sorted = 128;       ///< Numbers that are sorted by one digit.
inline constexpr std::size_t star_triangles = 8; ///< Triangles around one vertex, of which a pole may have thousands.

// Forces that are held; forces.
inline constexpr std::size_t looked_around = 4;  ///< Held contacts around whose vertices others are looked for.
inline constexpr std::size_t near_contacts = 32; ///< Contacts beside held ones that are looked at.

} // namespace tactus::per_call
