// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

/// Puts each part into one of several groups, which take at most `capacity` each and have room for all, at the least
/// sum of costs. `costs` has the costs of each part in every group, part by part.
std::vector<std::uint32_t>
match_parts(std::span<const double> costs, std::uint32_t group_count, std::uint32_t capacity);

} // namespace tactus
