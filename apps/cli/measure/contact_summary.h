// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/measure/contact_run.h"
#include "cli/output/json.h"

namespace tactus::cli {

/// How values are spread: the least that so many of them do not exceed.
struct Percentiles {
    double p50 = 0.0;
    double p99 = 0.0;
    double p99_9 = 0.0;
    double worst = 0.0;
};

Percentiles percentiles(std::vector<double> values);

/// Many contact queries in a few numbers. Times are microseconds of thread CPU time, lengths metres, forces newtons.
struct ContactSummary {
    std::size_t frames = 0;
    std::size_t complete_frames = 0;
    std::size_t frames_in_contact = 0;
    std::size_t late_frames = 0;
    std::size_t deadline_misses = 0; ///< queries that took longer than their budget
    Percentiles overrun_us;          ///< by how much, 0 for those that did not
    Percentiles query_us;
    double median_update_us = 0.0;
    double median_force_us = 0.0;
    float worst_error = 0.0f;
    double median_error = 0.0;
    double median_contacts = 0.0;
    std::size_t max_contacts = 0;
    std::optional<DeepestContact> deepest; ///< of all frames
    std::size_t deepest_frame = 0;
    double median_node_tests = 0.0;
    std::uint64_t node_tests = 0;           ///< of all frames
    std::size_t frames_with_node_tests = 0; ///< frames in which any were counted
    double median_work_units = 0.0;
    double largest_force = 0.0;
    double largest_force_change = 0.0;
};

ContactSummary summarise(const std::vector<ContactFrame>& frames, const BudgetOption& budget);

/// A few lines for people.
std::string contact_summary_text(const ContactSummary& summary, const ContactRunOptions& options);

/// Every number of the summary, and a row for each frame under "frames".
Json contact_summary_json(
    const ContactSummary& summary, const ContactRunOptions& options, const std::vector<ContactFrame>& frames);

} // namespace tactus::cli
