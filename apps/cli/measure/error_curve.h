// SPDX-License-Identifier: MIT
// How wrong an answer can still be when it is cut, measured at many cuts of the same question.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/scenes/scene_world.h"

namespace tactus::cli {

struct CurveOptions {
    std::uint32_t frame = 0;
    std::uint32_t cuts = 40;  ///< work unit counts, log-spaced from one to as many as it takes
    std::uint32_t repeat = 5; ///< a cut's time is the median of so many
    float contact_distance = 0.0f;
};

/// A query that ended after so many work units.
struct Cut {
    std::uint64_t work_units = 0;
    double microseconds = 0.0; ///< CPU time of the thread
    double worst_error = 0.0;  ///< metres
    std::size_t confirmed = 0;
    std::uint64_t open_pairs = 0;
    std::uint64_t node_tests = 0;
    bool complete = false;
};

struct ErrorCurve {
    RefinementOrder order = RefinementOrder::worst_error_first;
    std::vector<Cut> cuts; ///< up to the last one that is not complete
    Cut whole;             ///< without a limit
};

/// Work units until no error bound is above a share of the diagonal, by two orders.
struct WorkToReach {
    double bound = 0.0; ///< of the diagonal
    std::uint64_t worst_error_first = 0;
    std::uint64_t breadth_first = 0;
    /// Worst error first over breadth first; nothing where the whole bodies are within the bound to begin with.
    std::optional<double> ratio = {};
};

struct StructureCurves {
    Structure structure = Structure::refit_bvh;
    std::vector<ErrorCurve> curves; ///< one for each order
    std::vector<WorkToReach> reached;

    double mean_ratio() const;
    double largest_ratio() const;
};

struct CurveReport {
    double diagonal = 0.0; ///< metres
    /// Of the exact answer; of the fullest one if there was no room for it in any.
    std::size_t contacts = 0;
    std::vector<StructureCurves> structures;

    /// What of the exact answer a cut had confirmed, from 0 to 1.
    double share_found(const Cut& cut) const;
};

/// Measures every order with each of the structures. Every query begins anew: it remembers nothing of the one before,
/// and the bodies are as a set_positions leaves them. `progress` is told what share is done, from 0 to 1.
Result<CurveReport> measure_curves(
    const scenes::Scene& scene, const CurveOptions& options, const std::vector<Structure>& structures,
    const std::function<void(double)>& progress);

} // namespace tactus::cli
