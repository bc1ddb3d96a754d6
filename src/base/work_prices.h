// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What pieces of work cost, in nanoseconds of a slow core, about: a work unit is 2000 of them. Prices only say where a
/// budget cuts; an answer does not depend on them.
namespace tactus::price {

// search/nodes
inline constexpr std::uint64_t node_pair = 30;       ///< Two nodes, one of which is opened.
inline constexpr std::uint64_t opened_node = 60;     ///< A node whose children are put side by side.
inline constexpr std::uint64_t readied_piece = 1000; ///< A piece of what a tree does before a node can be opened.
inline constexpr std::uint64_t block_pair = 250;     ///< Eight triangles and eight others, the exact tests included.

} // namespace tactus::price
