// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/box.h"

namespace tactus {

/// A node of a tree whose shape is implied: its level, leaves being 0, and its number on that level.
struct LevelNode {
    static constexpr std::uint32_t index_bits = 27;

    std::uint32_t level = 0;
    std::uint32_t index = 0;

    constexpr std::uint32_t name() const { return level << index_bits | index; }
    static constexpr LevelNode of(std::uint32_t name) { return {name >> index_bits, name & ((1u << index_bits) - 1u)}; }
    constexpr LevelNode child(std::uint32_t which) const { return {level - 1, 8 * index + which}; }
};

/// Up to eight nodes below a node, with boxes that cover what they hold.
struct PartChildren {
    std::array<std::uint32_t, 8> node;
    std::array<Box, 8> box;
    std::array<std::uint8_t, 8> octant; ///< which of the eight each one is
    std::uint32_t count = 0;

    void add(std::uint32_t child, std::uint32_t which, const Box& bound)
    {
        node[count] = child;
        octant[count] = static_cast<std::uint8_t>(which);
        box[count++] = bound;
    }
};

/// The triangles of a leaf, by the caller's numbers, with their boxes.
struct PartTriangles {
    std::array<std::uint32_t, 8> triangle;
    std::array<Box, 8> box;
    std::uint32_t count = 0;
};

/// How far any vertex of a body can have moved along any axis, as a sum over all its updates. Two moments of the same
/// era can be compared; in era 0 nobody knows.
struct Travel {
    std::uint64_t era = 0;
    double metres = 0.0;
};

/// How far the children of a node can have moved outwards along each axis, as sums over updates: no child reaches
/// farther up or down than at an earlier moment of the same era by more than the difference. Below zero where all of
/// them came back.
struct ChildTravel {
    std::uint64_t era = 0; ///< 0 where nobody knows
    std::array<double, 3> down = {};
    std::array<double, 3> up = {};

    static ChildTravel of_all(const Travel& body)
    {
        return {body.era, {body.metres, body.metres, body.metres}, {body.metres, body.metres, body.metres}};
    }
};

/// A body as the refinement of contacts sees it, whatever its structure: an eight-way tree of parts, whose children are
/// made or brought up to date when they are asked for. Nodes are named by numbers that mean the same from query to
/// query, within an era.
class PartTree {
public:
    virtual ~PartTree() = default;

    /// Begins a query on the present positions. Boxes may have to be prepared before the root can be opened.
    virtual void begin() = 0;
    /// Does some of what is to be prepared, at most half a work unit; true when nothing was left to do.
    virtual bool prepare() = 0;

    virtual std::uint32_t root() const = 0;
    /// Known before anything is prepared.
    virtual Box root_box() const = 0;
    virtual bool is_leaf(std::uint32_t node) const = 0;
    /// The children of a node that is no leaf, without those in the set `skipped`, bit k for the k-th of the eight.
    /// Those that may overlap `reach` are brought up to date; of the others the box may be too large.
    virtual void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, PartChildren& children) = 0;
    /// Every triangle is in one leaf.
    virtual void open_leaf(std::uint32_t node, PartTriangles& triangles) = 0;

    virtual Travel travel() const = 0;
    /// Of a node that is no leaf, which make_ready has found ready.
    virtual ChildTravel child_travel(std::uint32_t /*node*/) const { return ChildTravel::of_all(travel()); }
    /// Does some of what `open` would have to bring up to date first, at most half a work unit; true when little is
    /// left.
    virtual bool make_ready(std::uint32_t /*node*/, const Box& /*reach*/, std::uint32_t /*skipped*/) { return true; }
    /// Memory held, beside the body's structure.
    virtual std::size_t bytes() const = 0;
};

} // namespace tactus
