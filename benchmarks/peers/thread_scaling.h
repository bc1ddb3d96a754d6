// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "libraries/peer.h"

namespace tactus::peers {

/// Tactus alone with one worker and with several, on one workload, in wall time.
struct ScalingResult {
    std::string workload;
    std::size_t triangles = 0;
    std::uint32_t workers = 0;
    double one_worker_ms = 0.0; ///< medians over the frames of update + query
    double workers_ms = 0.0;
    double one_worker_query_ms = 0.0;
    double workers_query_ms = 0.0;
};

/// Plays a workload with one worker and with `workers`, frame by frame in turn.
ScalingResult measure_scaling(const Workload& workload, std::uint32_t workers, std::size_t passes);

} // namespace tactus::peers
