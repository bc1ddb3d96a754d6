// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/buffer.h"
#include "base/work_account.h"
#include "queries/closest/block_reach.h"
#include "queries/closest/closest_so_far.h"
#include "search/nodes/opened_tree.h"
#include "tree/tree.h"

namespace tactus {

/// What a search for the closest triangles of two trees has come to.
struct ClosestOutcome {
    std::optional<ClosestTriangles> closest; ///< The closest that were found within the distance.
    bool is_complete = true;
    double open_bound = 0.0; ///< If it is not complete: the trees are at least so many metres apart.
};

/// Finds the closest triangles of any two trees, best first over pairs of nodes (after S. Quinlan, "Efficient distance
/// computation between non-convex objects", 1994), where each node is opened once. We differ in the bound: boxes that
/// lie askew to the gap promise too much, so what is below nodes is also measured along the direction of the best gap
/// found so far, and triangles along their normals.
///
/// The answer is the one that triangle_distance gives over all pairs: the smallest distance, then the smallest triangle
/// of a, then of b. The memory is kept for the next search.
class ClosestSearch {
public:
    /// Both trees have triangles. A guess, such as the closest two of the frame before, must name triangles that exist;
    /// a good one saves time, and none changes the answer. Nothing farther apart than so many metres is looked for.
    ClosestOutcome
    find(Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, WorkAccount& account);

    std::size_t bytes() const;

private:
    struct Side {
        OpenedTree opened;
        TriangleList triangles;
        bool is_plain = false;
        MeasuredDirection direction; ///< Of the best gap, towards the other side.
        Buffer<BlockReach> reaches;  ///< Along it, per block.
    };
    struct BoundedPair {
        double bound; ///< The squared distance of any two triangles of them is no less.
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t depth;
    };
    /// Where boxes overlap all bounds are zero, and the deeper pairs come first.
    struct ComesLater {
        bool operator()(const BoundedPair& p, const BoundedPair& q) const
        {
            return p.bound != q.bound ? p.bound > q.bound : p.depth < q.depth;
        }
    };
    struct Candidate {
        double bound;
        std::uint8_t a; ///< In its block.
        std::uint8_t b;
    };

    void start(Tree& a, Tree& b, double max_distance);
    bool prepare(Side& side, WorkAccount& account);
    bool search(Tree& a, Tree& b, const std::optional<PlacePair>& guess, WorkAccount& account);
    bool make_ready(Side& side, std::uint32_t node, WorkAccount& account);
    bool step(BoundedPair pair, WorkAccount& account);
    bool open_one(const BoundedPair& pair, bool opens_a, WorkAccount& account);
    std::uint32_t open(Side& side, std::uint32_t node);
    static const BlockReach& reach_of_block(Side& side, std::uint32_t block);
    static double reach_of(Side& side, std::uint32_t node);
    static std::uint32_t smallest_in(const Side& side, std::uint32_t block);
    bool is_low(Side& side, std::uint32_t node);
    bool open_leaves(Side& side, std::uint32_t block, WorkAccount& account);
    bool compare_blocks(std::uint32_t block_a, std::uint32_t block_b, WorkAccount& account);
    bool compare_leaves_of_one(std::uint32_t block_a, std::uint32_t block_b, WorkAccount& account);
    std::size_t list_near(std::uint32_t block_a, std::uint32_t block_b, std::array<Candidate, 64>& candidates);
    /// Whether there is a direction to measure along: where triangles intersect there is none.
    bool has_direction() const { return a_.direction.number != 0 && best_.distance() > 0.0; }
    void push(const BoundedPair& pair);
    void pop();
    void measure(std::uint32_t place_a, std::uint32_t place_b);
    void look_closer();

    Side a_;
    Side b_;
    Buffer<BoundedPair> heap_;
    ClosestSoFar best_;
    double squared_limit_ = 0.0; ///< The square of its limit, and a little more.
    DoubleVector origin_;
};

} // namespace tactus
