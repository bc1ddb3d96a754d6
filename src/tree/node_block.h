// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "geometry/box.h"

namespace tactus {

/// Up to eight boxes side by side, and what is in each: a node, or a triangle. A box that is not there is empty, so
/// that nothing overlaps it.
struct alignas(32) NodeBlock {
    float lower[3][8];
    float upper[3][8];
    std::uint32_t name[8]; ///< The node's name, or the triangle's place in the tree's list.
    std::uint32_t held;    ///< Bit k says that there is a k-th.
    std::uint32_t leaves;  ///< Bit k says that the k-th is a node that is a leaf.
    bool are_triangles;    ///< Whether it is triangles that are in the boxes, and not nodes.

    void clear(bool for_triangles = false)
    {
        constexpr float far = std::numeric_limits<float>::infinity();
        for (int axis = 0; axis < 3; ++axis)
            for (int k = 0; k < 8; ++k) {
                lower[axis][k] = far;
                upper[axis][k] = -far;
            }
        held = leaves = 0;
        are_triangles = for_triangles;
    }
    void set_box(std::uint32_t k, const Box& box)
    {
        lower[0][k] = box.lower.x;
        lower[1][k] = box.lower.y;
        lower[2][k] = box.lower.z;
        upper[0][k] = box.upper.x;
        upper[1][k] = box.upper.y;
        upper[2][k] = box.upper.z;
    }
    void set(std::uint32_t k, std::uint32_t its_name, const Box& box, bool is_leaf = false)
    {
        set_box(k, box);
        name[k] = its_name;
        held |= 1u << k;
        leaves |= std::uint32_t{is_leaf} << k;
    }
    Box box(std::uint32_t k) const
    {
        return {{lower[0][k], lower[1][k], lower[2][k]}, {upper[0][k], upper[1][k], upper[2][k]}};
    }
    bool is_leaf(std::uint32_t k) const { return (leaves >> k & 1) != 0; }
    std::uint32_t count() const { return static_cast<std::uint32_t>(std::popcount(held)); }
    /// Calls f(k) for each k that is there, in order.
    template <class F>
    void for_each(F f) const
    {
        for (std::uint32_t left = held; left != 0; left &= left - 1)
            f(static_cast<std::uint32_t>(std::countr_zero(left)));
    }
};

} // namespace tactus
