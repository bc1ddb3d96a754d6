// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What pieces of work cost, in nanoseconds of a slow core, about: a work unit is 2000 of them. Prices only say where a
/// budget cuts; an answer does not depend on them.
namespace tactus::price {

/// A piece of what a tree does before a node can be opened, at the most.
inline constexpr std::uint64_t readied_piece = 1000;

// What trees do, by the node; tree/*/..._nodes.cpp.
inline constexpr std::uint64_t opened_node = 60;       ///< A node whose children are put side by side.
inline constexpr std::uint64_t bucketed_triangle = 16; ///< A triangle that goes into its bucket.
inline constexpr std::uint64_t run_of_bucket = 80;     ///< Eight triangles of a full bucket, boxed, and boxes above.
inline constexpr std::uint64_t bounded_cluster = 15;   ///< A cluster whose old box is widened, and joined upwards.
inline constexpr std::uint64_t refitted_cluster = 300; ///< A cluster whose box is made anew.
inline constexpr std::uint64_t expanded_cluster = 600; ///< A cluster whose leaves and triangles get boxes.
inline constexpr std::uint64_t bounded_run = 20;       ///< A run of an octree's faces whose old box is widened.
inline constexpr std::uint64_t refitted_run = 80;      ///< A run of an octree's faces whose box is made anew.

// What a search of two trees does; search/nodes.
inline constexpr std::uint64_t node_pair = 30;   ///< Two nodes, one of which is opened.
inline constexpr std::uint64_t block_pair = 250; ///< Eight triangles and eight others, the exact tests included.

// search/walk
inline constexpr std::uint64_t walked_node = 200;      ///< A node that is opened, and the bounds of what is below.
inline constexpr std::uint64_t cast_leaf = 600;        ///< A ray and eight triangles, by the exact test.
inline constexpr std::uint64_t near_leaf = 500;        ///< A point and the nearest points of eight triangles.
inline constexpr std::uint64_t ball_leaf = 600;        ///< A ball and eight triangles, by the exact test.
inline constexpr std::uint64_t boxed_leaf = 600;       ///< A box and eight triangles, by the exact test.
inline constexpr std::uint64_t convex_leaf = 500;      ///< A convex set and eight triangles, by the exact test,
inline constexpr std::uint64_t convex_leaf_plane = 90; ///< and each plane of the set.
inline constexpr std::uint64_t winding_leaf = 200; ///< A ray along an axis and eight triangles that it may leave by.

// queries
inline constexpr std::uint64_t closest_blocks = 500; ///< The boxes of eight triangles and of eight others, by distance.
inline constexpr std::uint64_t triangle_distance = 400; ///< Two triangles and their closest points.

} // namespace tactus::price
