// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tactus::cli {

/// The short names of the papers, as the command line takes them.
namespace paper_names {
inline constexpr const char* bucket_tree = "bucket_tree";
inline constexpr const char* interruptible_spheres = "interruptible_spheres";
inline constexpr const char* on_demand_spheres = "on_demand_spheres";
inline constexpr const char* spherical_octree = "spherical_octree";
inline constexpr const char* tool_query = "tool_query";
} // namespace paper_names

/// Something that a paper says, and what was counted of it here. Counts are the same on every machine and in every run,
/// so that a claim does not come and go with the machine's load: no time decides whether it holds.
struct Claim {
    std::string paper;    ///< Its short name.
    std::string sentence; ///< What the paper says.
    bool holds = false;
    std::string figure; ///< The counts that decide it, in words.
};

} // namespace tactus::cli
