// SPDX-License-Identifier: MIT
// The experiments of Ganovelli, Dingliana and O'Sullivan, "BucketTree: Improving Collision Detection Between Deformable
// Objects", 2000: objects that are soups of primitives, each of which moves within an angle alpha of its object's way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/reproduce/bucket_tree/point_soup.h"

namespace tactus::cli {

namespace bucket_paper {

constexpr const char* machine = "Pentium II, 300 MHz";
constexpr std::size_t primitives = 15000; ///< of an object, in Figure 4
constexpr std::uint32_t levels = 4;       ///< in Figure 3

/// "Each step requires 3m subtractions, 3m divisions and 3m floor operations": what Algorithm 1 takes for a primitive.
constexpr double operations_of_a_key = 9.0;

/// Table 1: milliseconds for 1000 collisions between buckets.
struct Row {
    std::uint32_t levels;
    double milliseconds;
};
constexpr std::array<Row, 3> table_1 = {{{3, 95.0}, {4, 325.0}, {5, 684.0}}};

} // namespace bucket_paper

/// How primitives are placed in buckets, and how they move.
struct BucketRunner {
    std::string name;
    bool has_lists = false; ///< Algorithm 2, sorted lists; otherwise Algorithm 1, a key for each primitive
    double alpha_degrees = 0.0;
};

/// All that Figure 3 compares: keys, then lists with alpha 0, 15 and 180.
const std::vector<BucketRunner>& bucket_runners();

/// What placing primitives takes: the one part of an update that the algorithms differ in.
struct Placing {
    double milliseconds = 0.0; ///< Of CPU time, in the median over the steps.
    /// For a primitive, in the mean over the steps: the paper's 9 of a key, or the comparisons and moves of insertion
    /// sort in the three lists.
    double operations = 0.0;
};

/// Updates of an octree, whose work after placing is common to both algorithms.
struct UpdateFigures {
    std::vector<Placing> placing;     ///< Of each runner.
    double common_milliseconds = 0.0; ///< The range, filling the buckets, and joining nodes upwards.
    std::size_t buckets = 0;          ///< How many hold something.
    std::size_t nodes = 0;            ///< The same with the nodes above them.
};

struct BucketFigures {
    struct Size {
        std::size_t primitives = 0;
        UpdateFigures update;
    };
    struct Level {
        std::uint32_t levels = 0;
        UpdateFigures update;
    };
    /// Collisions of two objects with boxes of one kind.
    struct Boxes {
        double tests = 0.0;        ///< Of two boxes, for 1000 pairs of buckets.
        double milliseconds = 0.0; ///< For 1000 pairs of buckets.
        double pairs = 0.0;        ///< Found in a step, in the mean.
    };
    struct Collisions {
        std::uint32_t levels = 0;
        Boxes cells;               ///< Boxes are cells, as in the paper.
        Boxes shells;              ///< The same of points that lie on spheres.
        Boxes covers;              ///< Boxes cover what is in them, as in the library.
        double larger_first = 0.0; ///< Milliseconds of these with the larger of two nodes opened first.
    };
    /// One primitive far away from all others (the paper's section 4): how many the fullest bucket holds.
    struct Stray {
        std::size_t primitives = 0;
        std::size_t fullest_as_in_paper = 0; ///< With a range that holds all.
        std::size_t fullest = 0;             ///< With the library's, which leaves strays out.
    };

    std::vector<Size> sizes;   ///< Figure 3: with 4 levels.
    std::vector<Level> levels; ///< Figure 4: with 15000 primitives.
    std::vector<Collisions> table;
    Stray stray;
    std::uint32_t chosen_levels = 0; ///< By the library, for 15000 primitives.
};

/// How much is measured.
struct BucketEffort {
    std::size_t steps = 40;
    std::vector<std::size_t> sizes = {}; ///< of Figure 3
    std::size_t primitives = bucket_paper::primitives;
    std::uint32_t max_levels = 7;       ///< of Figure 4
    std::uint32_t max_table_levels = 6; ///< of Table 1, which begins with 3

    static BucketEffort whole();
    /// Too little for conclusions.
    static BucketEffort quick();
};

BucketFigures reproduce_buckets(const BucketEffort& effort, const std::function<void(double)>& progress);

} // namespace tactus::cli
