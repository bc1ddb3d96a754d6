// SPDX-License-Identifier: MIT
// Figures 4 and 5 of C. Tzafestas and P. Coiffet, "Real-Time Collision Detection using Spherical Octrees", 1996,
// measured again. The paper gives the mean time over colliding objects of several types, first against the number of
// levels of their octrees, then against their vertices.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/reproduce/line_fit.h"
#include "cli/reproduce/spherical_octree/level_race.h"

namespace tactus::cli {

/// How much is measured.
struct FigureEffort {
    std::vector<std::uint32_t> finenesses; ///< of the objects, see grid_objects
    std::uint32_t most_levels = 6;
    std::uint32_t poses = 4;       ///< for each two objects
    std::uint32_t count_poses = 4; ///< the same where only counts are wanted, of the coarsest objects
    std::uint32_t repeat = 5;      ///< a time is the median of so many; with 0 everything is counted and nothing timed
};

/// Figure 4 for objects of one fineness: every object against every object, itself included.
struct LevelsFigure {
    struct Object {
        std::string name;
        std::size_t vertices = 0;
        std::size_t triangles = 0;
        /// Against another of its kind: the number of levels that takes the least time, and the one that was chosen.
        PerQuery<std::uint32_t> best;
        PerQuery<std::optional<std::uint32_t>> chosen;
        PerQuery<double> loss; ///< time with the chosen number over time with the best
        /// What the paper's own leaf test takes with each number of levels.
        std::vector<CheckCounts> checks;
    };
    /// A row of the paper's Table 1.
    struct Pair {
        std::string name;
        std::vector<LevelRace::Runner> levels;
    };
    std::uint32_t fineness = 1;
    std::vector<Object> objects;
    std::vector<Pair> pairs;
    std::vector<LevelRace::Runner> levels; ///< means over all pairs of objects
    PerQuery<double> automatic;
    PerQuery<double> by_default;
    double moving = 0.0;

    /// The one that takes the least time in the mean.
    const LevelRace::Runner& best(OctreeQuery query) const;
    /// The mean of the numbers of levels chosen.
    double mean_chosen(OctreeQuery query) const;
    /// The means of what the paper's own leaf test takes.
    std::vector<CheckCounts> checks() const;
    const Object& object(std::string_view name) const;
};

/// Figure 5: an ellipsoid pressed into a cylinder, both finer and finer.
struct VerticesFigure {
    struct Size {
        std::size_t vertices = 0; ///< of both
        LevelRace race;
    };
    struct Growth {
        PerQuery<LineFit> line; ///< microseconds over vertices
        PerQuery<double> exponent;
    };
    /// The same of what the paper's own leaf test takes, in node tests.
    struct CheckGrowth {
        LineFit line;
        double exponent = 0.0;
    };
    std::vector<Size> sizes;
    std::vector<std::uint32_t> levels;
    std::vector<Growth> growth; ///< of each of these numbers of levels
    Growth growth_of_best;      ///< with the one that takes the least time at each size
    Growth growth_of_automatic;

    /// How the cost of nodes and checks grows, with one of these numbers of levels.
    CheckGrowth check_growth(std::size_t place, double price) const;
    /// And with the one that costs least at each size.
    CheckGrowth best_check_growth(double price) const;
};

/// What Proposition 1 would do for every two objects of one fineness, with octrees of 3 levels.
Result<PropositionCounts> count_proposition(std::uint32_t fineness, std::uint32_t poses);

/// `progress` is told what share is done, from 0 to 1.
Result<std::vector<LevelsFigure>>
measure_levels(const FigureEffort& effort, const std::function<void(double)>& progress);
Result<VerticesFigure> measure_vertices(const FigureEffort& effort, const std::function<void(double)>& progress);

} // namespace tactus::cli
