// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tactus::cli {

/// How long something took, in microseconds.
struct CardTime {
    double wall = 0.0;
    double cpu = 0.0; ///< of all threads of the process, where a software renderer has its own
};

/// Cells that were asked for surface by both roads: occlusion queries, and the processor's exact test.
struct CellTally {
    std::uint64_t cells = 0;
    std::uint64_t with_surface = 0; ///< by the exact test
    std::uint64_t lost = 0;         ///< of those, cells in which the card sees nothing
    std::uint64_t wrong = 0;        ///< cells without surface in which the card sees some
    std::uint64_t queries = 0;      ///< views that the card has drawn
    CardTime card;                  ///< until the last answer was there
    double processor = 0.0;         ///< microseconds of CPU time that the exact test took

    /// A time of all cells, for one of them.
    double a_cell(double microseconds) const { return cells > 0 ? microseconds / double(cells) : 0.0; }
};

/// What was asked since an earlier tally of the same cells.
inline CellTally operator-(const CellTally& now, const CellTally& before)
{
    return {now.cells - before.cells,        now.with_surface - before.with_surface,
            now.lost - before.lost,          now.wrong - before.wrong,
            now.queries - before.queries,    {now.card.wall - before.card.wall, now.card.cpu - before.card.cpu},
            now.processor - before.processor};
}

/// The paper's experiments by occlusion queries.
struct OcclusionFigures {
    /// Why there are none of them, in a sentence; empty where there are.
    std::string unavailable;
    std::string renderer;     ///< the driver's name for what draws
    std::uint32_t pixels = 0; ///< the sides of the viewport for the tables

    /// Table 1: the eight cells of the box around a model.
    struct Level {
        std::string shape;
        std::size_t triangles = 0;
        CellTally tally;
    };
    std::vector<Level> levels;

    /// Table 2: a second of the animation, with the paper's tree, whose root is the box around a body. The exact test
    /// decides which cells are divided, so that both roads are asked the same.
    struct Second {
        CellTally tally;
        std::size_t frames_in_touch = 0; ///< in which spheres of the last level overlap
        std::size_t nodes = 0;           ///< at its end
    };
    std::vector<Second> seconds;

    /// What is lost with viewports of several sizes. The cells' boxes are not drawn but where the name says so.
    struct Trial {
        std::string name; ///< of a mesh with random cells around its surface, or of triangles with a cell each
        std::size_t triangles = 0;
        std::vector<CellTally> tallies; ///< one for each of `trial_pixels`
    };
    std::vector<std::uint32_t> trial_pixels;
    std::vector<Trial> trials;

    /// Cells that are listed at once and asked a work unit at a time, one every millisecond.
    struct Polling {
        std::uint32_t max_queries = 0; ///< that may be with the card at a time
        std::size_t cells = 0;
        std::uint64_t work_units = 0;
        std::uint64_t vain_units = 0;      ///< in which no answer had come yet
        double longest_microseconds = 0.0; ///< of CPU time that a unit took of the thread that asks
        bool says_the_same = false;        ///< as waiting for each answer
    };
    Polling polling;
};

} // namespace tactus::cli
