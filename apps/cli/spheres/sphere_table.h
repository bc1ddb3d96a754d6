// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tactus/spheres.h>

#include "cli/output/json.h"

namespace tactus::cli {

/// What a level of a tree is worth.
struct LevelReport {
    std::uint32_t level = 0;
    std::size_t spheres = 0;
    std::size_t inner_spheres = 0;
    double worst_error = 0.0; ///< certified by the tree, metres
    double mean_error = 0.0;
    std::optional<SphereCheck> check; ///< nothing where nobody judged it
};

LevelReport report_of_level(const SphereTree& tree, std::uint32_t level);

/// One row per level; lengths in metres and per cent of the diagonal of the mesh's box.
std::string table_of_levels(const std::vector<LevelReport>& levels, double diagonal);

Json json_of_level(const LevelReport& level, double diagonal);
Json json_of_check(const SphereCheck& check, double diagonal);

/// A length as "0.00123 (0.45 %)".
std::string length_text(double metres, double diagonal);

/// "nothing", or how much of the surface and by how little that is in doubt.
std::string uncovered_text(const SphereCheck& check);

} // namespace tactus::cli
