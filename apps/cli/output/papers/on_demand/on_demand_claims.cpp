// SPDX-License-Identifier: MIT
#include "cli/output/papers/on_demand/on_demand_claims.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace tactus::cli {

namespace {

/// Whether models take as many queries with few triangles as with many, and how many they take. Calls
/// name_and_queries(model) for models of Table 1, of which the first three stand there again with more triangles.
template <typename NameAndQueries>
std::pair<bool, std::string> compare_sizes(const NameAndQueries& name_and_queries)
{
    bool is_same = true;
    std::string by_size;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto coarse = name_and_queries(k), fine = name_and_queries(k + 4);
        is_same = is_same && coarse.second == fine.second;
        by_size += fmt::format("{}{} {} and {}", k > 0 ? ", " : "", coarse.first, coarse.second, fine.second);
    }
    return {is_same, by_size};
}

/// All cells of the paper's own tables.
CellTally sum_of_tables(const OcclusionFigures& figures)
{
    CellTally sum;
    const auto add = [&](const CellTally& tally) {
        sum.cells += tally.cells;
        sum.with_surface += tally.with_surface;
        sum.lost += tally.lost;
        sum.wrong += tally.wrong;
    };
    for (const OcclusionFigures::Level& level : figures.levels)
        add(level.tally);
    for (const OcclusionFigures::Second& second : figures.seconds)
        add(second.tally);
    return sum;
}

/// Of its queries; nothing where there are no figures.
std::vector<Claim> occlusion_claims(const OcclusionFigures& figures)
{
    if (!figures.unavailable.empty())
        return {};
    std::uint64_t least = UINT64_MAX, most = 0;
    for (const OcclusionFigures::Level& level : figures.levels) {
        least = std::min(least, level.tally.queries);
        most = std::max(most, level.tally.queries);
    }
    const auto [is_same, by_size] = compare_sizes([&](std::size_t model) {
        return std::pair{figures.levels[model].shape, figures.levels[model].tally.queries};
    });
    const CellTally sum = sum_of_tables(figures);
    return {
        {paper_names::on_demand_spheres, "with occlusion queries, one level of a tree takes 13 of 24 at the most",
         most <= 13, fmt::format("{} to {}", least, most)},
        {paper_names::on_demand_spheres,
         "with occlusion queries, a model of 1500 triangles takes as many as one of 5000", is_same, by_size},
        {paper_names::on_demand_spheres, "with occlusion queries, a cell in which something is seen holds surface",
         sum.wrong == 0,
         fmt::format("something is seen in {} of {} cells without surface", sum.wrong, sum.cells - sum.with_surface)},
        {paper_names::on_demand_spheres, "with occlusion queries, the speed comes without loss of accuracy",
         sum.lost == 0, fmt::format("{} of {} cells with surface are lost", sum.lost, sum.with_surface)}};
}

} // namespace

std::vector<Claim> on_demand_claims(const OnDemandFigures& figures)
{
    std::uint64_t least = UINT64_MAX, most = 0, views = 0, views_apart = 0;
    for (const OnDemandFigures::Model& model : figures.models) {
        least = std::min(least, model.views);
        most = std::max(most, model.views);
    }
    const auto [is_same, by_size] = compare_sizes([&](std::size_t model) {
        return std::pair{figures.models[model].name, figures.models[model].views};
    });
    std::size_t max_nodes = 0, frames_apart = 0;
    for (const OnDemandFigures::Second& second : figures.seconds) {
        views += second.views;
        views_apart += second.views_apart;
        frames_apart += second.frames_apart;
        max_nodes = std::max(max_nodes, second.paper_trees.nodes);
    }
    const OnDemandFigures::Second &first = figures.seconds.front(), &last = figures.seconds.back();
    std::vector<Claim> claims = {
        {paper_names::on_demand_spheres, "one level of a tree takes 13 queries of 24 at the most (Table 1)", most <= 13,
         fmt::format("{} to {}", least, most)},
        {paper_names::on_demand_spheres, "how many triangles there are makes no difference (Table 1)", is_same,
         by_size},
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
