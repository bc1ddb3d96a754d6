// SPDX-License-Identifier: MIT
// The measurements as they are shown: a table's head, a row of it, and the same numbers as JSON.
#pragma once

#include <string>

#include "cli/measure/error_curve.h"
#include "cli/output/json.h"
#include "measurements.h"

namespace tactus::contacts {

/// A row of a table, and its numbers.
struct TableRow {
    std::string text;
    cli::Json json;
};

std::string overruns_head();
TableRow overruns_row(const PlayedScene& scene, const OverrunResult& result);

std::string time_check_head();
TableRow time_check_row(const PlayedScene& scene, const TimeCheckResult& result);

std::string unit_times_head();
TableRow unit_times_row(const PlayedScene& scene, const UnitTimesResult& result);

std::string kept_front_head();
TableRow kept_front_row(const PlayedScene& scene, const KeptFrontResult& result);

std::string exact_contacts_head();
TableRow exact_contacts_row(const std::string& title, const ExactContactsResult& result);

std::string orders_head();
TableRow orders_row(const std::string& scene, std::uint32_t frame, const cli::StructureCurves& result);

} // namespace tactus::contacts
