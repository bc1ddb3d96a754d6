// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand_claims.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "cli/output/papers/occlusion_report.h"

namespace tactus::cli {

std::vector<Claim> on_demand_claims(const OnDemandFigures& figures)
{
    // Seconds before the first touch, and what there was of nodes in all of them.
    std::uint64_t asked_apart = 0, asked = 0;
    std::size_t max_nodes = 0;
    bool has_touched = false;
    for (const OnDemandFigures::Second& second : figures.seconds) {
        has_touched = has_touched || second.frames_in_touch > 0;
        asked += second.cells_asked;
        asked_apart += has_touched ? 0 : second.cells_asked;
        max_nodes = std::max(max_nodes, second.nodes);
    }
    const std::size_t first_nodes = figures.seconds.front().nodes, last_nodes = figures.seconds.back().nodes;
    std::vector<Claim> claims = {
        {paper_names::on_demand_spheres, "branches are made only where objects collide",
         has_touched && asked > 0 && asked_apart == 0,
         fmt::format("{} cells asked before the first touch, {} in all", asked_apart, asked)},
        {paper_names::on_demand_spheres, "branches that are not used any more are dropped",
         max_nodes > first_nodes && last_nodes < max_nodes,
         fmt::format("{} nodes at first, {} at the most, {} in the end", first_nodes, max_nodes, last_nodes)}};
    for (const OcclusionConclusion& conclusion : occlusion_conclusions(figures.occlusion))
        claims.push_back({paper_names::on_demand_spheres, conclusion.claim, conclusion.holds, conclusion.evidence});
    return claims;
}

} // namespace tactus::cli
