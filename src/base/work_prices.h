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
inline constexpr std::uint64_t run_of_bucket =
    80; ///< Eight triangles of a full bucket that get a box, and boxes above it.
inline constexpr std::uint64_t bounded_cluster = 15;   ///< A cluster whose old box is widened, and joined upwards.
inline constexpr std::uint64_t refitted_cluster = 300; ///< A cluster whose box is made anew.
inline constexpr std::uint64_t expanded_cluster = 600; ///< A cluster whose leaves and triangles get boxes.
inline constexpr std::uint64_t bounded_run = 20;       ///< A run of an octree's faces whose old box is widened.
inline constexpr std::uint64_t refitted_run = 80;      ///< A run of an octree's faces whose box is made anew.

// What a search of two trees does; search/nodes.
inline constexpr std::uint64_t node_pair = 30;   ///< Two nodes, one of which is opened.
inline constexpr std::uint64_t block_pair = 250; ///< Eight triangles and eight others, the exact tests included.

} // namespace tactus::price
