// SPDX-License-Identifier: MIT
// Who proposes triangles that a tool may touch, by the names that a user gives.
#pragma once

#include <memory>
#include <string>

#include <tactus/queries.h>
#include <tactus/result.h>

#include "cli/options/command_line.h"

namespace tactus::cli {

/// The processor alone: nobody proposes anything.
inline constexpr const char* the_processor = "processor";
inline constexpr const char* default_form = "perspective";

/// The processor, and the roads through OpenGL.
Texts names_of_all_roads();
/// The volumes that the paper's roads through OpenGL draw for a tool that sweeps.
Texts form_names();

/// A road through OpenGL.
struct OpenedRoad {
    std::unique_ptr<ToolProposer> proposer;
    std::string renderer; ///< the driver's name for what draws
};

/// Opens a road through OpenGL by its name, or says why this build or this machine has none.
Result<OpenedRoad> open_road(const std::string& road, const std::string& form);

} // namespace tactus::cli
