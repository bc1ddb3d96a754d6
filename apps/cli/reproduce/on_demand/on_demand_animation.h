// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <tactus/result.h>

#include "cli/reproduce/on_demand/on_demand_experiment.h"

namespace tactus::cli {

/// Plays the animation of Table 2 with the paper's trees and with ours, and keeps the moments of Figures 5 to 8. The
/// figures have the bodies, and how many levels and frames a second there are. progress goes from 0 to 1.
Result<void> play_animation(OnDemandFigures& figures, const std::function<void(double)>& progress);

} // namespace tactus::cli
