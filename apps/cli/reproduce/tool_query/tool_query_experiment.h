// SPDX-License-Identifier: MIT
// The experiments of J.-C. Lombardo, M.-P. Cani and F. Neyret, "Real-time Collision Detection for Virtual Surgery",
// 1999: a rigid tool, standing or sweeping, against a liver that deforms, by every road that there is here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/result.h>

#include "cli/reproduce/tool_query/face_counter.h"
#include "cli/reproduce/tool_query/timed_roads.h"
#include "cli/reproduce/tool_query/trials.h"

namespace tactus::cli {

/// What the paper measured: its Figures 11 and 12.
namespace tool_query_paper {

constexpr std::size_t triangles = 1224;
constexpr TouchedRange liver_faces = {5, 25};
constexpr TouchedRange tetrahedron_faces = {0, 3};
constexpr std::size_t trials = 10;

/// Standing and sweeping: milliseconds, or how many times faster.
struct Both {
    double standing = 0.0;
    double sweeping = 0.0;
};

/// A column of Figure 11 with its line of Figure 12.
struct Machine {
    const char* name;
    Both milliseconds;      ///< by OpenGL
    double build_ms;        ///< to build a tree of oriented boxes with RAPID
    Both tree_milliseconds; ///< to search it
    Both times_faster_deforming;
    Both times_faster_rigid;
};
constexpr std::array<Machine, 4> machines = {
    {{"R10000 195 MHz, Onyx2 IR", {0.13, 0.16}, 24.1, {0.63, 0.76}, {190.0, 155.0}, {4.8, 4.75}},
     {"DEC alpha 500 MHz, 4D60", {0.09, 0.11}, 15.7, {0.44, 0.48}, {179.0, 147.0}, {4.9, 4.4}},
     {"Pentium II 333 MHz, Mesa", {2.2, 3.0}, 35.6, {1.0, 1.2}, {16.6, 12.2}, {0.45, 0.4}},
     {"Pentium II 333 MHz, 3Dfx", {1.7, 2.3}, 35.6, {1.0, 1.2}, {21.5, 16.0}, {0.59, 0.52}}}};

} // namespace tool_query_paper

/// Rings of a liver that has the paper's 1224 triangles.
constexpr std::uint32_t rings_of_paper_liver = 17;

struct ToolQueryFigures {
    /// Microseconds of a frame in the mean over the trials.
    struct Times {
        double standing = 0.0;
        double sweeping = 0.0;
    };
    /// All roads against a body of one size.
    struct Size {
        std::size_t triangles = 0;
        std::vector<Times> roads; ///< In the order of `roads`.
    };
    /// What a tree of oriented boxes looks at, in the mean over the trials with the liver.
    struct TreeWork {
        double fitted_triangles = 0.0; ///< Triangles that its boxes are fitted to, each as often as it is.
        double box_tests = 0.0;        ///< Tests of boxes in a search, standing or sweeping.
        double triangle_tests = 0.0;
        std::size_t unseen_faces = 0; ///< Faces that lie wholly within the tool, where no surfaces cross; all trials.
    };
    /// Sweeps of one length at one angle between the way of the tip and the shaft, as many as there are trials.
    struct Angle {
        double metres = 0.0;
        double degrees = 0.0;
        VolumeCounts volume = {};
        std::size_t naive_in_view = 0;       ///< Faces that pass the box of Figures 5 and 6.
        std::size_t perspective_in_view = 0; ///< Faces that pass the pyramid of Figures 7 and 8.
    };
    /// A road through OpenGL, and what it has proposed in the trials with the liver.
    struct Card {
        std::string name;
        std::string absence; ///< Why it cannot be taken here; empty if it can.
        ProposalCounts standing = {};
        ProposalCounts sweeping = {};
    };

    std::vector<RoadInfo> roads; ///< Those that were timed.
    std::vector<Card> cards;
    std::string renderer;    ///< What draws; empty where there is no OpenGL.
    std::vector<Size> sizes; ///< From the tetrahedron to the liver of the paper.
    std::vector<ToolTrial> tetrahedron_trials;
    std::vector<ToolTrial> liver_trials;
    TreeWork tree;
    VolumeCounts standing_volume;
    VolumeCounts sweeping_volume;
    std::size_t passed_faces =
        0; ///< Faces that sweeps touch, and the tool neither at their beginning nor at their end.
    std::vector<Angle> angles;

    /// The place of a road in the list, by its name.
    std::size_t road(const char* name) const;
};

/// The names of the roads that are always there.
namespace road_names {
constexpr const char* processor = "the library";
constexpr const char* processor_with_parts = "the library, parts of the shaft and first touch too";
constexpr const char* tree_build = "OBB tree, building alone";
constexpr const char* tree_rebuilt = "OBB tree, rebuilt";
constexpr const char* tree_kept = "OBB tree, kept";
} // namespace road_names

Result<ToolQueryFigures> reproduce_tool_query(bool quick, const std::function<void(double)>& progress);

} // namespace tactus::cli
