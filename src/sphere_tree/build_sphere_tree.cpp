// SPDX-License-Identifier: MIT
#include "sphere_tree/build_sphere_tree.h"

#include <algorithm>

#include "sphere_tree/certified_spheres.h"
#include "sphere_tree/search_effort.h"

namespace tactus {
namespace {

// Enough that a leaf has a few dozen pieces.
std::size_t piece_count(const SphereTreeOptions& options)
{
    constexpr std::size_t most = 4'000'000, per_leaf = 80;
    std::size_t leaves = 1;
    for (std::uint32_t level = 0; level < options.levels && leaves * per_leaf < most; ++level)
        leaves *= options.branch;
    return std::clamp(leaves * per_leaf, search_effort(options.quality).pieces, most);
}

} // namespace

std::optional<SphereTree> build_sphere_tree(
    std::span<const TriangleIndices> triangles, std::span<const Vec3> positions, const SphereTreeOptions& options)
{
    const Progress progress = options.progress ? options.progress : [](double) { return true; };
    if (!progress(0.0))
        return std::nullopt;
    Workers workers(options.worker_count);
    const SurfaceDistance surface(triangles, positions);
    SurfacePieces pieces(triangles, positions, piece_count(options));
    pieces.sort_points();
    const BallTreeSettings settings{
        options.levels, options.branch, options.max_error, options.method, options.quality};
    const std::optional<BallTree> balls = grow_ball_tree(surface, pieces, settings, workers, progress);
    if (!balls)
        return std::nullopt;
    SphereTree tree = certified_spheres(surface, pieces, *balls, options, workers);
    if (!progress(1.0))
        return std::nullopt;
    return tree;
}

} // namespace tactus
