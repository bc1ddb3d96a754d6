// SPDX-License-Identifier: MIT
// The occlusion queries of O. Rodríguez and M. Franquesa 2005, beside the exact test of the processor.
#pragma once

#include <functional>

#include <tactus/result.h>

#include "cli/reproduce/occlusion/occlusion_figures.h"
#include "cli/reproduce/on_demand/on_demand_bodies.h"
#include "cli/reproduce/paper_models.h"

namespace tactus::cli {

/// A machine without OpenGL gives figures that say why they are empty.
Result<OcclusionFigures>
reproduce_occlusion(bool quick, const PaperModels& models, const std::function<void(double)>& progress);

} // namespace tactus::cli
