// SPDX-License-Identifier: MIT
// Contact reports in terms of a crowd, and what one says of another.
#pragma once

#include <map>
#include <string>

#include "../checks/findings.h"
#include "crowd.h"

namespace tactus::fuzz::crowds {

/// What a contact is called in every world: places, features and kind.
using CrowdName = std::array<std::uint32_t, 10>;

struct CrowdAnswer {
    std::vector<Contact> confirmed, open;
    std::multimap<CrowdName, std::size_t> by_name;                     ///< Of the confirmed ones.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open_between; ///< The smaller place first.
    bool complete = false;
    std::uint64_t spent = 0;
    float worst_error = 0.0f;
    bool has_merged = false;

    CrowdAnswer(const CrowdWorld& of, const ContactReport& report);
};

/// How far lengths may be off by rounding alone.
double rounding(const Crowd& crowd);

/// Whether every contact of the whole answer is confirmed in one that was cut, as deep but for what that says itself,
/// or covered, in place and depth. Names `NAME_cover`, `NAME_true`, `NAME_depth`, `NAME_worst`.
void check_covered(
    const Crowd& crowd, const CrowdAnswer& whole, const CrowdAnswer& cut, const std::string& at,
    const std::string& name, Findings& findings);

/// Whether two complete answers are the same, each number up to rounding, or to the bit. Names `NAME_same`.
void check_alike(
    const Crowd& crowd, const CrowdAnswer& expected, const CrowdAnswer& other, bool to_the_bit, const std::string& at,
    const std::string& name, Findings& findings);

} // namespace tactus::fuzz::crowds
