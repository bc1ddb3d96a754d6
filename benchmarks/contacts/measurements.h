// SPDX-License-Identifier: MIT
// What is measured of contact queries. Each measurement gives its numbers, and tells how far it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tactus/result.h>

#include "percentiles.h"
#include "played_scene.h"

namespace tactus::contacts {

/// Is told what share is done, from 0 to 1.
using Tell = std::function<void(double)>;

/// By how much queries with deadlines end after them.
struct OverrunResult {
    std::size_t queries = 0;
    std::size_t cut = 0;    ///< ended by their deadline
    Percentiles overrun_us; ///< of those, CPU time of the thread beyond the budget; negative before it
    Percentiles all_us;     ///< of all queries
};

/// Budgets from 10 to 1000 microseconds, log-spaced and mixed, on the scene's frames to and fro.
Result<OverrunResult> measure_overruns(const PlayedScene& scene, std::size_t queries, const Tell& tell);

/// What looking at the clock costs. Everything in turn on the same frames, the fastest of several passes.
struct TimeCheckResult {
    double unlimited_us = 0.0; ///< a query without a limit, which is searched level by level
    double units_us = 0.0;     ///< the same in work units, more than it needs
    double deadline_us = 0.0;  ///< with a deadline that never comes
    double units = 0.0;        ///< a query

    double check_us() const { return deadline_us - units_us; }
};

Result<TimeCheckResult>
measure_time_check(const PlayedScene& scene, std::uint32_t frames, std::uint32_t passes, const Tell& tell);

/// How long single work units take, CPU time of the thread.
struct UnitTimesResult {
    std::size_t units = 0;
    Percentiles unit_us;  ///< each the least of several worlds that did the same
    Percentiles first_us; ///< in the first of the worlds, with whatever came between
    Percentiles begin_us; ///< find_contacts without any unit
};

Result<UnitTimesResult>
measure_unit_times(const PlayedScene& scene, std::uint32_t frames, std::uint32_t worlds, const Tell& tell);

/// Bounds compared with bounds, over all frames, by a world that remembers separations and by one that does not.
struct KeptFrontResult {
    std::uint32_t frames = 0;
    std::uint64_t kept_tests = 0;
    std::uint64_t root_tests = 0;

    double ratio() const { return root_tests > 0 ? double(kept_tests) / double(root_tests) : 1.0; }
};

Result<KeptFrontResult> measure_kept_front(const PlayedScene& scene, const Tell& tell);

/// All contacts against all pairs of triangles. Microseconds a frame, means over the frames, each the fastest of its
/// passes.
struct ExactContactsResult {
    double update_us = 0.0;
    double pairs_us = 0.0;
    double contacts_us = 0.0; ///< depths local
    double depths_us = 0.0;   ///< depths measured through the overlap
    double local_us = 0.0;    ///< local contacts, depths measured
    double touching_us = 0.0; ///< the same at distance zero
    double pairs = 0.0;       ///< a frame
    double contacts = 0.0;
    double local = 0.0; ///< contacts
    bool is_complete = true;

    double ratio() const { return pairs_us > 0.0 ? contacts_us / pairs_us : 0.0; }
    double depths_ratio() const { return pairs_us > 0.0 ? depths_us / pairs_us : 0.0; }
};

Result<ExactContactsResult> measure_exact_contacts(const PlayedScene& scene, std::uint32_t passes, const Tell& tell);

} // namespace tactus::contacts
