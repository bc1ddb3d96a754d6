// SPDX-License-Identifier: MIT
#include "spheres/maker/build_sphere_tree.h"

#include <algorithm>

#include "spheres/maker/certified_spheres.h"
#include "spheres/maker/search/search_effort.h"

namespace tactus {
namespace {

std::size_t piece_count(const BallTreeSettings& settings)
{
    return 4000 + search_effort(settings.quality).pieces_per_leaf * leaf_count(settings.levels, settings.branch);
}

/// The leaves that stand out too far: on the last level, and above it.
struct LeavesOver {
    std::size_t last = 0;
    std::size_t above = 0;
};

LeavesOver leaves_over(const SphereTree& tree, std::uint32_t levels, double max_error)
{
    LeavesOver over;
    const std::size_t last = levels + 1 < tree.first_of_level.size() ? tree.first_of_level[levels] : tree.nodes.size();
    for (std::size_t node = 0; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].child_count == 0 && double(tree.nodes[node].error) > max_error)
            ++(node < last ? over.above : over.last);
    return over;
}

} // namespace

// Where leaves end by their error, nobody knows before how many levels and spheres that takes. So it is tried with few
// levels first; and since errors are only certified in the end, with a smaller one where that was more than was asked
// for.
std::optional<SphereTree> build_sphere_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTreeOptions& options)
{
    constexpr std::uint32_t first_levels = 3;
    constexpr int max_smaller = 4;
    const Progress progress = options.progress ? options.progress : [](double) { return true; };
    if (!progress(0.0))
        return std::nullopt;
    Workers workers(worker_count_of(options.worker_count));
    const SurfaceDistance surface(triangles, positions);
    BallTreeSettings settings{options.levels, options.branch, options.max_error, options.method, options.quality};
    if (options.max_error > 0.0)
        settings.levels = std::min(first_levels, options.levels);
    // With every attempt half of the rest is done.
    double done_before = 0.0;
    for (int smaller = 0;;) {
        const double share = options.max_error > 0.0 ? 0.5 * (1.0 - done_before) : 1.0;
        SurfacePieces pieces(triangles, positions, piece_count(settings));
        pieces.sort_points();
        const std::optional<BallTree> balls = grow_ball_tree(
            surface, pieces, settings, workers, [&](double done) { return progress(done_before + share * done); });
        if (!balls)
            return std::nullopt;
        SphereTree tree = certified_spheres(surface, pieces, *balls, options, workers);
        done_before += share;
        const LeavesOver over = leaves_over(tree, settings.levels, options.max_error);
        if (options.max_error > 0.0 && over.last > 0 && settings.levels < options.levels) {
            ++settings.levels;
        } else if (options.max_error > 0.0 && over.above > 0 && smaller < max_smaller) {
            settings.max_error *= 0.85;
            ++smaller;
        } else {
            if (!progress(1.0))
                return std::nullopt;
            return tree;
        }
    }
}

} // namespace tactus
