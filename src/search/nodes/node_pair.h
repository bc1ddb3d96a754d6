// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/box.h"

namespace tactus {

/// A node of one tree and a node of another, or of the same, that may hold what is looked for.
struct NodePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Box box_a = {};
    Box box_b = {};
};

/// Which of two nodes every search opens: the one that is no leaf, or else the larger one.
constexpr bool opens_first(bool a_is_leaf, bool b_is_leaf, float size_a, float size_b)
{
    return a_is_leaf || b_is_leaf ? b_is_leaf : size_a >= size_b;
}

} // namespace tactus
