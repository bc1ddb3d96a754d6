// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cli/reproduce/claim.h"
#include "cli/reproduce/on_demand/on_demand_experiment.h"

namespace tactus::cli {

/// What the on-demand spheres paper says, judged by numbers of cells and nodes; of its occlusion queries only where
/// there is OpenGL.
std::vector<Claim> on_demand_claims(const OnDemandFigures& figures);

} // namespace tactus::cli
