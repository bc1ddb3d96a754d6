// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand/on_demand_claims.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "cli/output/papers/on_demand/occlusion_report.h"

namespace tactus::cli {

std::vector<Claim> on_demand_claims(const OnDemandFigures& figures)
{
    std::uint64_t least = UINT64_MAX, most = 0, views = 0, views_apart = 0;
    for (const OnDemandFigures::Model& model : figures.models) {
        least = std::min(least, model.views);
        most = std::max(most, model.views);
    }
    // The first three models of Table 1 stand there again with more triangles.
    bool is_same = true;
    std::string by_size;
    for (std::size_t k = 0; k < 3; ++k) {
        const OnDemandFigures::Model &coarse = figures.models[k], &fine = figures.models[k + 4];
        is_same = is_same && coarse.views == fine.views;
        by_size += fmt::format("{}{} {} and {}", k > 0 ? ", " : "", coarse.name, coarse.views, fine.views);
    }
    std::size_t max_nodes = 0, frames_apart = 0;
    for (const OnDemandFigures::Second& second : figures.seconds) {
        views += second.views;
        views_apart += second.views_apart;
        frames_apart += second.frames_apart;
        max_nodes = std::max(max_nodes, second.paper_trees.nodes);
    }
    const OnDemandFigures::Second &first = figures.seconds.front(), &last = figures.seconds.back();
    std::vector<Claim> claims = {
        {paper_names::on_demand_spheres, "one level of a tree takes 9 to 13 queries of 24", most <= 13,
         fmt::format("{} to {}", least, most)},
        {paper_names::on_demand_spheres, "how many triangles there are makes no difference", is_same, by_size},
        {paper_names::on_demand_spheres, "branches are made only where objects collide",
         frames_apart > 0 && views > 0 && views_apart == 0,
         fmt::format(
             "{} of {} queries in the {} frames in which no two of the first spheres overlap", views_apart, views,
             frames_apart)},
        {paper_names::on_demand_spheres, "an object in no collision any more goes back to its root alone",
         max_nodes > first.paper_trees.nodes && last.paper_trees.nodes == first.paper_trees.nodes
             && last.own_trees.nodes == first.own_trees.nodes,
         fmt::format(
             "{} nodes at first, {} at the most, {} in the end, and {} of our own trees", first.paper_trees.nodes,
             max_nodes, last.paper_trees.nodes, last.own_trees.nodes)}};
    for (const Claim& claim : occlusion_claims(figures.occlusion))
        claims.push_back(claim);
    return claims;
}

} // namespace tactus::cli
