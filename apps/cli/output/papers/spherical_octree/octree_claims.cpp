// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "cli/output/papers/spherical_octree/octree_report.h"

namespace tactus::cli {

namespace {

using octree_paper::price_of_check;

Claim claim(const char* sentence, bool holds, std::string figure)
{
    return {paper_names::spherical_octree, sentence, holds, std::move(figure)};
}

Claim optimum_claim(const LevelsFigure& figure)
{
    const std::vector<CheckCounts> all = figure.checks();
    const CheckCounts& best = cheapest(all, price_of_check);
    const double first = all.front().cost(price_of_check), last = all.back().cost(price_of_check);
    return claim(
        "an optimum number of levels exists (Figure 4)", best.levels > 0 && best.levels < all.back().levels,
        fmt::format(
            "cost {:.0f} without levels, {:.0f} with {}, {:.0f} with {}", first, best.cost(price_of_check), best.levels,
            last, all.back().levels));
}

Claim best_levels_claim(const LevelsFigure& figure)
{
    const std::vector<CheckCounts>&box = figure.object("box").checks, &cylinder = figure.object("cylinder").checks;
    const PriceRange both = intersection(
        prices_for(box, octree_paper::best_levels_of_box), prices_for(cylinder, octree_paper::best_levels_of_cylinder));
    const bool holds = !both.is_empty() && both.lower <= price_of_check && price_of_check <= both.upper;
    return claim(
        "2 levels are best for a box, and 3 for a cylinder", holds,
        holds ? fmt::format("so for any check that costs {:.1f} to {:.1f} node tests", both.lower, both.upper)
              : fmt::format(
                  "{} for a box and {} for a cylinder, with checks of {} node tests",
                  cheapest(box, price_of_check).levels, cheapest(cylinder, price_of_check).levels, price_of_check));
}

Claim finer_claim(const std::vector<LevelsFigure>& figures)
{
    bool deeper = figures.size() > 1;
    std::string levels, vertices;
    std::uint32_t before = 0;
    for (const LevelsFigure& figure : figures) {
        const std::uint32_t best = cheapest(figure.checks(), price_of_check).levels;
        deeper = deeper && (levels.empty() || best > before);
        before = best;
        levels += fmt::format("{}{}", levels.empty() ? "" : ", ", best);
        std::size_t sum = 0;
        for (const LevelsFigure::Object& object : figure.objects)
            sum += object.vertices;
        vertices += fmt::format("{}{}", vertices.empty() ? "" : ", ", sum / figure.objects.size());
    }
    return claim(
        "the optimum is deeper the finer the objects are", deeper,
        fmt::format("{} levels for objects of {} vertices in the mean", levels, vertices));
}

Claim linear_claim(const VerticesFigure& figure)
{
    const VerticesFigure::CheckGrowth best = figure.best_check_growth(price_of_check);
    return claim(
        "with the best number of levels cost is linear in vertices (Figure 5)",
        best.exponent < 1.1 && best.line.r_squared > 0.95,
        fmt::format("grows with power {:.2f}, R^2 of a line {:.3f}", best.exponent, best.line.r_squared));
}

Claim more_linear_claim(const VerticesFigure& figure)
{
    std::string powers;
    double before = 0.0;
    bool falls = true;
    for (std::size_t k = 0; k < figure.levels.size(); ++k) {
        const double power = figure.check_growth(k, price_of_check).exponent;
        falls = falls && (k == 0 || power < before);
        before = power;
        powers += fmt::format("{}{:.2f}", powers.empty() ? "" : ", ", power);
    }
    return claim(
        "with more levels cost grows less steeply with vertices, down to linear", falls && before < 1.1,
        fmt::format("powers {} with {} to {} levels", powers, figure.levels.front(), figure.levels.back()));
}

} // namespace

std::vector<Claim> octree_claims(const OctreeReproduction& all)
{
    const PropositionCounts& proposition = all.proposition;
    return {
        optimum_claim(all.levels.front()),
        best_levels_claim(all.levels.front()),
        finer_claim(all.levels),
        linear_claim(all.vertices),
        more_linear_claim(all.vertices),
        claim(
            "a vertex touches one face of a convex body at most (Proposition 1)",
            proposition.vertices > 0 && proposition.with_more_faces == 0,
            fmt::format(
                "{} of {} vertices that are pushed touch more; it would save {:.1f} % of the checks",
                proposition.with_more_faces, proposition.vertices,
                100.0 * double(proposition.saved_checks) / double(std::max<std::uint64_t>(1, proposition.checks))))};
}

} // namespace tactus::cli
