// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/buffer.h"
#include "base/work_account.h"
#include "queries/closest/closest_points.h"
#include "search/nodes/opened_tree.h"
#include "tree/tree.h"

namespace tactus {

/// What a search for the closest triangles of two trees has come to.
struct ClosestOutcome {
    std::optional<ClosestTriangles> closest; ///< The closest that were found within the distance.
    bool is_complete = true;
    double open_bound = 0.0; ///< If it is not complete: the trees are at least so many metres apart.
};

/// Finds the closest triangles of any two trees by their nodes: pairs of nodes whose boxes are closest are opened
/// first, and each node is opened once. The answer is the one that triangle_distance gives over all pairs: the smallest
/// distance, then the smallest triangle of a, then of b. Keeps its memory.
class ClosestNodes {
public:
    /// Both trees have triangles. A guess changes the time, never the answer. Nothing farther apart than so many metres
    /// is looked for.
    ClosestOutcome
    find(Tree& a, Tree& b, const std::optional<PlacePair>& guess, double max_distance, WorkAccount& account);

    std::size_t bytes() const { return a_.opened.bytes() + b_.opened.bytes() + heap_.bytes(); }

private:
    struct Side {
        OpenedTree opened;
        TriangleList triangles;
        bool is_plain = false;
    };
    struct BoundedPair {
        double bound; ///< No two triangles of them are closer, in metres.
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t depth;
    };
    struct Candidate {
        double bound;
        std::uint8_t a; ///< In its block.
        std::uint8_t b;
    };

    void start(Side& side, Tree& tree, const Box& reach);
    bool search(const std::optional<PlacePair>& guess, WorkAccount& account);
    bool make_ready(Side& side, std::uint32_t node, WorkAccount& account);
    bool open(const BoundedPair& pair, WorkAccount& account);
    bool compare_leaves(const BoundedPair& pair, WorkAccount& account);
    static bool comes_later(const BoundedPair& p, const BoundedPair& q);
    void push(const BoundedPair& pair);
    void pop();
    bool is_separated(const Triangle& a, const Triangle& b) const;
    void measure(std::uint32_t place_a, std::uint32_t place_b);
    double limit() const;

    Side a_;
    Side b_;
    Buffer<BoundedPair> heap_;
    double max_distance_ = 0.0;
    double slack_ = 0.0; ///< What rounding can make of a distance.
    DoubleVector origin_;
    DoubleVector last_between_; ///< The direction between the triangles measured last: the next two lie similarly.
    ClosestTriangles best_;
};

} // namespace tactus
