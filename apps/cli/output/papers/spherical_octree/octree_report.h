// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/output/json.h"
#include "cli/reproduce/claim.h"
#include "cli/reproduce/spherical_octree/octree_reproduction.h"

namespace tactus::cli {

/// What the paper says, judged by numbers of comparisons of spheres and of checks of features.
std::vector<Claim> octree_claims(const OctreeReproduction& all);

/// The paper's numbers beside ours, as tables.
std::string octree_report_text(const OctreeReproduction& all);
Json octree_report_json(const OctreeReproduction& all);

} // namespace tactus::cli
