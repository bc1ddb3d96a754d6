// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/work_prices.h"
#include "geometry/box.h"
#include "geometry/sphere.h"
#include "tree/node_block.h"

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

/// The nodes of a body's tree as every search sees them, whatever its structure: an eight-way tree, whose children are
/// made or brought up to date when a node is opened. Nodes are named by numbers that mean the same from query to query,
/// within an era.
class TreeNodes {
public:
    virtual ~TreeNodes() = default;

    /// Begins a query on the present positions.
    virtual void begin() = 0;
    /// Does some of what it takes until the root is known, at most half a work unit; true when it is. Who forgets it
    /// loses no more than time: make_ready and open do what is left of it.
    virtual bool prepare() { return true; }
    /// Does all that is left of it. Of two trees each may be prepared by a thread of its own.
    virtual void prepare_all()
    {
        while (!prepare()) {
        }
    }
    /// What preparing costs, in the prices of base/work_prices.h: as much when it has been done already, so that what a
    /// budget reaches does not depend on what was asked before.
    virtual std::uint64_t prepare_price() const { return 0; }

    virtual std::uint32_t root() const = 0;
    /// Known before anything is prepared.
    virtual Box root_box() const = 0;
    /// Of the root when it is known, or of a node whose parent was opened.
    virtual bool is_leaf(std::uint32_t node) const = 0;
    /// Whether nodes are known by spheres as well, as they are of sphere trees that are only posed.
    virtual bool has_spheres() const { return false; }
    /// Where there are spheres: one around all that a node holds, of the root or of a node whose parent was opened.
    virtual Sphere sphere(std::uint32_t /*node*/) const { return TACTUS_CHECK(false), Sphere{}; }

    /// What opening a node costs, as much when it has been opened before. Nodes that are divided on demand cost more
    /// the first time.
    virtual std::uint64_t price_of(std::uint32_t /*node*/) const { return price::opened_node; }
    /// Does some of what opening a node needs, at most half a work unit of it; true when little is left. `skipped` are
    /// the children that nobody will look at, bit k for the k-th of the eight.
    virtual bool make_ready(std::uint32_t node, const Box& reach, std::uint32_t skipped) = 0;
    /// Gives what is right below a node: its children, without the skipped ones, with boxes that cover what they hold,
    /// or the triangles of a leaf, by their places in the tree's list. Every triangle is in one leaf. Children that may
    /// overlap `reach` are brought up to date; of the others the box may be too large. Whatever make_ready would still
    /// have done is done, however long that takes.
    virtual void open(std::uint32_t node, const Box& reach, std::uint32_t skipped, NodeBlock& below) = 0;

    /// Gives all that is right below a node, up to date, but divides no node that is divided on demand: below one that
    /// is not there are runs of its triangles.
    virtual void open_as_it_is(std::uint32_t node, NodeBlock& below) { open(node, root_box(), 0, below); }

    virtual Travel travel() const = 0;
    /// Of a node that is no leaf, which make_ready has found ready.
    virtual ChildTravel child_travel(std::uint32_t /*node*/) const { return ChildTravel::of_all(travel()); }
    /// Memory held, beside the body's structure.
    virtual std::size_t bytes() const = 0;
};

} // namespace tactus
