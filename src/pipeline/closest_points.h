// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/buffer.h"
#include "geometry/triangle_distance.h"
#include "pipeline/box_pyramid.h"

namespace tactus {

/// The closest triangles of two bodies, in the callers' numbers, and how far apart they are.
struct ClosestTriangles {
    TriangleDistance apart;
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
};

/// Finds the closest triangles of two bodies, best first over pairs of boxes (after S. Quinlan, "Efficient distance
/// computation between non-convex objects", 1994). We differ in the bound: boxes that lie askew to the gap promise too
/// much, so triangles are also measured along the direction of the best gap found so far, and along their normals.
///
/// The answer is the one that triangle_distance gives over all pairs: the smallest distance, then the smallest
/// triangle of a, then of b. The memory is kept for the next search.
class ClosestPointsSearch {
public:
    /// Both bodies must have triangles.
    ClosestTriangles find(const BoxedTriangles& a, const BoxedTriangles& b);

    /// Bytes held.
    std::size_t bytes() const;

private:
    struct Node {
        std::uint32_t level = 0;
        std::uint32_t index = 0;
    };
    struct NodePair {
        double bound = 0.0; ///< no larger than the squared distance of the two, up to the rounding in limit_
        Node a;
        Node b;
    };
    /// How far something reaches along a direction, seen from the search's origin.
    struct Reach {
        std::uint32_t direction = 0; ///< 0 for none yet
        double value = 0.0;
    };
    /// What is known of an opened cluster beside its boxes.
    struct Part {
        bool is_known;          ///< whether it was ever asked for
        std::uint32_t smallest; ///< number of all its triangles
        std::array<std::uint32_t, 8> smallest_of_leaf;
        std::uint32_t direction; ///< of the reaches
        std::array<double, 8> reach_of_leaf;
        std::array<double, 64> reach_of_triangle;
    };
    struct Side {
        BoxPyramid pyramid;
        Buffer<Reach> reaches; ///< of the clusters, then of the level above
        Buffer<Part> parts;    ///< per opened cluster
        DoubleVector outward;  ///< towards the other body
    };

    void start(const BoxedTriangles& a, const BoxedTriangles& b);
    void dive(NodePair pair);
    void search();
    void open(const NodePair& pair);
    void compare_leaves(std::uint32_t leaf_a, std::uint32_t leaf_b);
    void measure(std::uint32_t place_a, std::uint32_t place_b);
    bool is_hopeless(const NodePair& pair);
    bool is_separated(std::uint32_t place_a, std::uint32_t place_b);
    double gap_along(const NodePair& pair);
    double reach_of(Side& side, Node node);
    Part& part_of(Side& side, std::uint32_t cluster);
    const Part& measured_part_of(Side& side, std::uint32_t cluster);
    static std::uint32_t smallest_of(Part& part, Node node);
    void take(const ClosestTriangles& better);
    void turn_to_best();

    Side a_;
    Side b_;
    DoubleVector origin_;
    double slack_ = 0.0;          ///< what rounding can make of a distance
    double limit_ = 0.0;          ///< squared: boxes further apart than this hold nothing better
    double limit_along_ = 0.0;    ///< the same, not squared
    std::uint32_t direction_ = 0; ///< counted from 1, as the best one changes
    ClosestTriangles best_;
    DoubleVector last_between_;     ///< direction between the triangles measured last: the next two lie similarly
    std::array<NodePair, 8> found_; ///< by the last open
    std::size_t found_count_ = 0;
    Buffer<NodePair> heap_;
};

} // namespace tactus
