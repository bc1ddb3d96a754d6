// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/output/json.h"
#include "cli/reproduce/spherical_octree/octree_reproduction.h"

namespace tactus::cli {

/// The paper's numbers beside ours, as tables.
std::string octree_report_text(const OctreeReproduction& all);
Json octree_report_json(const OctreeReproduction& all);

} // namespace tactus::cli
