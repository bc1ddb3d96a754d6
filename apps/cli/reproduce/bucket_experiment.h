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

namespace tactus::cli {

namespace bucket_paper {

constexpr const char* machine = "Pentium II, 300 MHz";
constexpr std::size_t primitives = 15000; ///< of an object, in Figure 4
constexpr std::uint32_t levels = 4;       ///< in Figure 3

/// Table 1: milliseconds for 1000 collisions between buckets.
struct Row {
    std::uint32_t levels;
    double milliseconds;
};
constexpr std::array<Row, 3> table_1 = {{{3, 95.0}, {4, 325.0}, {5, 684.0}}};

} // namespace bucket_paper

/// Who keeps the octree up to date, and how its primitives move.
struct BucketRunner {
    std::string name;
    bool has_lists = false; ///< Algorithm 2; otherwise 1
    double alpha_degrees = 0.0;
};

/// All that Figure 3 compares.
const std::vector<BucketRunner>& bucket_runners();

/// Milliseconds to bring an octree up to date, per runner.
using RunnerTimes = std::vector<double>;

struct BucketFigures {
    struct Size {
        std::size_t primitives = 0;
        RunnerTimes milliseconds;
    };
    struct Level {
        std::uint32_t levels = 0;
        RunnerTimes milliseconds;
        std::size_t occupied = 0; ///< buckets
    };
    struct Collisions {
        std::uint32_t levels = 0;
        double milliseconds = 0.0; ///< for 1000 pairs of buckets
        double pairs = 0.0;        ///< found in a step, in the mean
        double larger_first = 0.0; ///< the same with the other order of the traversal
    };

    std::vector<Size> sizes;   ///< Figure 3: with 4 levels
    std::vector<Level> levels; ///< Figure 4: with 15000 primitives
    std::vector<Collisions> table;
    std::uint32_t chosen_levels = 0; ///< by the library, for 15000 primitives
};

BucketFigures reproduce_buckets(bool quick, const std::function<void(double)>& progress);

} // namespace tactus::cli
